import { describe, expect, it } from 'vitest';
import { INTRODUCTIONS } from '../platform/page/introductions';
import type { Member } from '../platform/request/gates.server';
import { newMessagesOf, rememberedChat } from './chat.server';
import { rememberSeen } from './chat-memory.server';

const BOTH_CLOSED = { register_intro_closed: true, android_app_closed: true };
const UNSEEN = { lastConversationId: null, realized_new_message: false };

function memberWith(
  unread: number | null,
  state: Record<string, boolean> = BOTH_CLOSED,
  conversation?: number | string,
) {
  const chat = unread === null ? undefined : { unread_count: unread, unread_message_conversation_id: conversation };
  const member = { user: { id: 7, instruction_state: state }, notifications: { chat } };
  return { member, modules: ['chat'] } as unknown as Member;
}

describe('the pop-up about new messages', () => {
  it('comes for more than one, and leads to the last conversation', () => {
    expect(newMessagesOf(memberWith(2), UNSEEN, INTRODUCTIONS)).toEqual({ count: 2, path: '/chat' });
    expect(newMessagesOf(memberWith(3), { ...UNSEEN, lastConversationId: 12 }, INTRODUCTIONS)).toEqual({
      count: 3,
      path: '/chat/12',
    });
    const strange = { ...UNSEEN, lastConversationId: '../logout' };
    expect(newMessagesOf(memberWith(3), strange, INTRODUCTIONS)?.path).toBe('/chat/..%2Flogout');
  });

  it('waits for no introduction that the club does not have', () => {
    const member = memberWith(2, { register_intro_closed: true });
    expect(newMessagesOf(member, UNSEEN, ['register_intro'])).toEqual({ count: 2, path: '/chat' });
  });

  it.each([
    ['one message', memberWith(1), UNSEEN],
    ['none', memberWith(0), UNSEEN],
    ['an upstream without a chat', memberWith(null), UNSEEN],
    ['an open introduction', memberWith(2, { ...BOTH_CLOSED, android_app_closed: false }), UNSEEN],
    ['another open introduction', memberWith(2, { android_app_closed: true }), UNSEEN],
    ['whoever has seen it', memberWith(2), { ...UNSEEN, realized_new_message: true }],
    ['a club without the module', { ...memberWith(2), modules: [] } as unknown as Member, UNSEEN],
  ])('does not come for %s', (_, member, memory) => {
    expect(newMessagesOf(member, memory, INTRODUCTIONS)).toBeNull();
  });
});

describe('what a browser remembers of the chat', () => {
  /** The member has conversation 9 and no other. */
  function visit(member: Member, cookie = '', { opened, purpose = '' }: { opened?: string; purpose?: string } = {}) {
    const cookies: string[] = [];
    const request = new Request('http://localhost/', { headers: { cookie, 'sec-purpose': purpose } });
    const call = async (_: unknown, { params }: { params: { id: string } }) => {
      if (params.id !== '9') throw new Response(null, { status: 404 });
      return {};
    };
    const setCookie = (value: string) => cookies.push(value);
    const current = { ...member, request, setCookie, api: { call } } as unknown as Member;
    return { chat: rememberedChat(current, opened), cookies };
  }

  it('is the conversation that was unread, also once it is read', async () => {
    const first = visit(memberWith(2, BOTH_CLOSED, 12));
    expect(await first.chat).toEqual({ lastConversationId: 12, realized_new_message: false });
    const [cookie = ''] = (first.cookies[0] ?? '').split(';');
    const later = visit(memberWith(0), cookie);
    expect((await later.chat).lastConversationId).toBe(12);
    expect(later.cookies).toEqual([]);
  });

  it('is the conversation that was opened, unless it was only fetched ahead', async () => {
    expect((await visit(memberWith(1, BOTH_CLOSED, 12), '', { opened: '9' }).chat).lastConversationId).toBe('9');
    const ahead = visit(memberWith(0), '', { opened: '9', purpose: 'prefetch' });
    expect((await ahead.chat).lastConversationId).toBeNull();
    expect(ahead.cookies).toEqual([]);
  });

  it('is not what somebody typed and there is none', async () => {
    const typed = visit(memberWith(0), '', { opened: '8' });
    expect((await typed.chat).lastConversationId).toBeNull();
    expect(typed.cookies).toEqual([]);
  });

  it('is nothing for another member, and for what was tampered with', async () => {
    const first = visit(memberWith(2, BOTH_CLOSED, 12));
    await first.chat;
    const [cookie = ''] = (first.cookies[0] ?? '').split(';');
    const other = memberWith(0);
    other.member.user.id = 8;
    expect(await visit(other, cookie).chat).toEqual(UNSEEN);
    expect(await visit(memberWith(0), 'chat=nonsense; chat-seen=nonsense').chat).toEqual(UNSEEN);
  });

  it('keeps the pop-up as seen when a slower answer remembers a conversation', async () => {
    const slower = visit(memberWith(2, BOTH_CLOSED, 12));
    await slower.chat;
    const cookies: string[] = [];
    const request = new Request('http://localhost/');
    const marking = { request, setCookie: (value: string) => cookies.push(value) } as unknown as Member;
    await rememberSeen(marking, 7);
    const [seen = ''] = (cookies[0] ?? '').split(';');
    // With each answer the browser replaces a cookie of the same name, in the order in which the answers arrive.
    const jar = new Map(
      [seen, ...slower.cookies].map((cookie) => (cookie.split(';')[0] ?? '').split('=') as [string, string]),
    );
    const header = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    expect(await visit(memberWith(0), header).chat).toEqual({ lastConversationId: 12, realized_new_message: true });
  });
});
