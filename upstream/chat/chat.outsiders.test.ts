/** Who is no side of a conversation, or no longer: call by call. The channels are in chat.channel.test.ts. */
import type { RouteConfig } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '../contract/contract';
import { describeOnEachDatabase } from '../database/database.testing';
import { anApiToken } from '../identity/api-tokens/api-tokens.testing';
import { enter as enterAsGhost } from '../identity/ghost/ghost.testing';
import type { Club } from '../identity/identity.testing';
import { allPermissions } from '../members/permissions';
import { type ChatMember, newClientId, openChat, openThree, start } from './chat.testing';

const text = 'A secret of the two';
const calls = Object.values({ ...contract.chatConversations, ...contract.chatMessages }) as RouteConfig[];
const nameOf = ({ method, path }: RouteConfig) => `${method.toUpperCase()} ${path}`;

describeOnEachDatabase('a conversation', (open) => {
  let club: Club;
  let anna: ChatMember;
  let ben: ChatMember;
  let clara: ChatMember;
  let id: string;
  let messageId: string;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    club = await openChat(open);
    ({ anna, ben, clara } = await openThree(club));
    id = (await ben.open(anna.id)).body.id;
    messageId = (await ben.send(id, text)).body.id;
  });
  afterEach(() => void vi.useRealTimers());

  const bodies: Record<string, object> = {
    openConversation: { participant: 1 },
    markConversationAsRead: {},
    muteConversation: { muted: true },
    blockConversation: { blocked: true },
    sendChatMessage: { message: 'From outside', client_id: newClientId() },
    editChatMessage: { message: 'From outside' },
    reportChatMessage: {},
  };
  /** Makes a call of the contract about the conversation of the two, and returns status and code of the answer. */
  async function attempt({ method, path, operationId = '' }: RouteConfig, token?: string) {
    const body = {
      ...bodies[operationId],
      ...(operationId === 'openConversation' && { participant: anna.id }),
      ...(operationId === 'markConversationAsRead' && { last_message_id: messageId }),
      ...(operationId === 'reportChatMessage' && { message_id: messageId }),
    };
    const address = path.replace('{id}', id).replace('{message_id}', messageId);
    const answer = await club.call(method.toUpperCase(), address, {
      ...(token && { token }),
      ...(method !== 'get' && method !== 'delete' && operationId !== 'markChatAsSeen' && { body }),
    });
    const { code } = (answer.body ?? {}) as { code?: string };
    return { status: answer.status, code, text: JSON.stringify(answer.body) };
  }
  const state = async () =>
    (
      await club.db.execute(sql`select
        (select jsonb_agg(c order by id) from chat_conversations as c) as conversations,
        (select jsonb_agg(p order by conversation_id, user_id) from chat_participants as p) as sides,
        (select jsonb_agg(m order by id) from chat_messages as m) as messages,
        (select count(*)::int from chat_reports) as reports`)
    ).rows;
  /** Makes every call as an outsider: each has the wanted answer, none tells the text, and nothing has changed. */
  async function expectEach(wanted: (call: RouteConfig) => [status: number, code?: string], token?: string) {
    const before = await state();
    for (const call of calls) {
      const { status, code, text: answer } = await attempt(call, token);
      const [wantedStatus, wantedCode] = wanted(call);
      expect([nameOf(call), status, code]).toEqual([nameOf(call), wantedStatus, wantedCode]);
      expect(answer).not.toContain('secret');
    }
    expect(await state()).toEqual(before);
  }

  it('is closed to guests, and to an ended session', async () => {
    await expectEach(() => [401]);
    expect((await club.call('POST', '/auth/logout', { token: ben.token })).status).toBe(204);
    await expectEach(() => [401], ben.token);
  });

  it('is not there for another member, in any call', async () => {
    const own: Record<string, number> = { listConversations: 200, listChatContacts: 200, markChatAsSeen: 204 };
    await expectEach(({ operationId = '' }) => [own[operationId] ?? 404], clara.token);
  });

  it('is read, and never written, by an API token with chat:read alone', async () => {
    const isRead = ({ method }: RouteConfig) => method === 'get';
    const before = await state();
    const reader = await anApiToken(club, anna, ['chat:read']);
    for (const call of calls) {
      const { status, code } = await attempt(call, reader);
      expect([nameOf(call), status, code]).toEqual([
        nameOf(call),
        ...(isRead(call) ? [200, undefined] : [403, 'missing_ability']),
      ]);
    }
    expect(await state()).toEqual(before);
    await expectEach(() => [403, 'missing_ability'], await anApiToken(club, anna, ['profile:read', 'support:write']));
  });

  it('is closed to staff in ghost mode, whether they may write or not', async () => {
    const greta = await club.addMember({ email: 'greta@example.org', permissions: allPermissions });
    for (const write of [false, true])
      await expectEach(
        () => [403, 'forbidden_in_ghost_mode'],
        await enterAsGhost(club, { mia: anna, greta }, { write }),
      );
  });

  it('takes nothing more of a blocked one, who still reads and deletes', async () => {
    await anna.block(id);
    const answers: Record<string, [number, string?]> = {
      openConversation: [200],
      sendChatMessage: [403, 'cannot_write'],
      editChatMessage: [403, 'cannot_write'],
      reportChatMessage: [409, 'own_message'],
    };
    for (const call of calls) {
      const { status, code } = await attempt(call, ben.token);
      const [wanted, wantedCode] = answers[call.operationId ?? ''] ?? [call.method === 'get' ? 200 : 204];
      expect([nameOf(call), status, code]).toEqual([nameOf(call), wanted, wantedCode]);
    }
    expect(await anna.show(id)).toMatchObject({ is_blocked: true });
  });
});
