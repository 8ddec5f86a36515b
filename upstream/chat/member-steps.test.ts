import { desc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { channelOfConversation, channelOfUser } from '../broadcasting/broadcaster';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import type { Club } from '../identity/identity.testing';
import { aStaffMember } from '../identity/staff/staff.testing';
import { conversationChannels } from './chat.channel';
import { chatConversations } from './chat.tables';
import { type ChatMember, listMiscounted, newClientId, openChat, openThree, start } from './chat.testing';

describeOnEachDatabase('in a conversation', (open) => {
  let club: Club;
  let anna: ChatMember;
  let ben: ChatMember;
  let clara: ChatMember;
  let id: string;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    club = await openChat(open);
    ({ anna, ben, clara } = await openThree(club));
    id = (await ben.open(anna.id)).body.id;
    club.broadcaster.sent.length = 0;
  });
  afterEach(async () => {
    vi.useRealTimers();
  });
  const unread = async (one: ChatMember) => (await one.show(id)).unread_count;
  const isClosed = (closed: boolean) =>
    club.db
      .update(chatConversations)
      .set({ closedAt: closed ? new Date() : null })
      .where(eq(chatConversations.id, id));
  /** Events since the last call: whom or what they are told, and by which name. */
  const told = () => {
    const names = new Map([
      [channelOfUser(anna.id), 'anna'],
      [channelOfUser(ben.id), 'ben'],
      [channelOfConversation(id), 'open'],
    ]);
    return club.broadcaster.sent.splice(0).map(({ channels, event }) => `${names.get(channels[0] ?? '')} ${event}`);
  };
  const enters = async (one: ChatMember) => {
    const rule = conversationChannels(club);
    const member = { id: one.id, sessionId: 's', permissions: one.permissions };
    return rule.admits(member, channelOfConversation(id));
  };

  it('the header counts what is new, and names the conversation with the newest of it', async () => {
    expect(await anna.header()).toEqual({ unread_count: 0, unread_message_conversation_id: null });
    const first = await ben.send(id);
    await ben.send(id);
    expect(await anna.header()).toEqual({ unread_count: 2, unread_message_conversation_id: id });
    expect(await ben.header()).toMatchObject({ unread_count: 0 });
    await anna.markRead(id, first.body.id);
    expect([await unread(anna), (await anna.header())?.unread_count]).toEqual([1, 1]);
    await anna.seen();
    expect(await anna.header()).toEqual({ unread_count: 0, unread_message_conversation_id: null });
    expect(await unread(anna)).toBe(1);
    await ben.send(id);
    expect([await unread(anna), (await anna.header())?.unread_count]).toEqual([2, 1]);
    expect(await listMiscounted(club)).toEqual([]);
  });

  it('a read mark goes up to what was seen, never back, and the other side sees it', async () => {
    const [first, second] = [(await ben.send(id)).body.id, (await ben.send(id)).body.id];
    expect((await anna.markRead(id, second)).status).toBe(204);
    expect((await anna.markRead(id, first)).status).toBe(204);
    expect(await unread(anna)).toBe(0);
    expect((await ben.show(id)).participants).toMatchObject([{ last_read_id: null }, { last_read_id: second }]);
    expect((await anna.markRead(id, newClientId())).status).toBe(404);
    // One's own message can be the last that one saw.
    const own = (await anna.send(id)).body.id;
    await ben.send(id);
    await anna.markRead(id, own);
    expect(await unread(anna)).toBe(1);
  });

  it('a muted one counts in the list alone', async () => {
    await ben.send(id);
    await anna.mute(id);
    await ben.send(id);
    expect(await anna.header()).toEqual({ unread_count: 0, unread_message_conversation_id: null });
    expect(await anna.show(id)).toMatchObject({ is_muted: true, unread_count: 2 });
    await anna.mute(id, false);
    expect(await anna.header()).toMatchObject({ unread_count: 2 });
    expect(await ben.show(id)).toMatchObject({ is_muted: false });
    expect(await listMiscounted(club)).toEqual([]);
  });

  it('nobody writes while one blocks, and the blocked one gets no reason', async () => {
    const sent = await ben.send(id, 'Hello');
    await anna.send(id, 'Hi');
    expect((await anna.block(id)).status).toBe(204);
    for (const one of [ben, anna]) {
      const refused = await one.send(id);
      expect([refused.status, refused.body.code]).toEqual([403, 'cannot_write']);
      expect(refused.body.message).toBe('You cannot write in this conversation.');
    }
    expect((await ben.edit(id, sent.body.id, 'Hey')).body.code).toBe('cannot_write');
    expect((await ben.remove(id, sent.body.id)).status).toBe(204);
    expect(await ben.show(id)).toMatchObject({ is_blocked: false, can_write: false });
    expect(await anna.show(id)).toMatchObject({ is_blocked: true, can_write: false });
    expect((await ben.open(anna.id)).body).toMatchObject({ id, can_write: false });
    // Only who blocked lifts it.
    await ben.block(id, false);
    expect((await ben.send(id)).status).toBe(403);
    await anna.block(id, false);
    expect((await ben.send(id)).status).toBe(201);
    const audit = await club.db.select().from(auditLog).where(eq(auditLog.actorId, anna.id)).orderBy(desc(auditLog.id));
    expect(audit.slice(0, 2).map(({ action }) => action)).toEqual(['chat.unblocked', 'chat.blocked']);
  });

  it('with the club nobody is blocked', async () => {
    const office = (await anna.open('office')).body.id;
    expect((await anna.block(office)).status).toBe(404);
  });

  it('nobody writes after the club has closed it, and all stays to be read', async () => {
    const sent = await ben.send(id, 'Hello');
    await isClosed(true);
    expect((await ben.send(id)).body).toMatchObject({ code: 'conversation_closed' });
    expect((await ben.send(id)).status).toBe(409);
    expect((await ben.edit(id, sent.body.id, 'Hey')).body.code).toBe('conversation_closed');
    expect(await anna.show(id)).toMatchObject({ is_closed: true, can_write: false });
    expect((await anna.read(id)).data).toHaveLength(1);
    expect((await ben.remove(id, sent.body.id)).status).toBe(204);
  });

  it('both sides and the open pages are told what happened, after it', async () => {
    const sent = await ben.send(id);
    expect(club.broadcaster.sent[0]?.data).toMatchObject({ conversation_id: id, unread_count: 0 + 1 });
    expect(club.broadcaster.sent.at(-1)?.data).toMatchObject({ message: sent.body });
    expect(told()).toEqual(['anna chat.message', 'ben chat.updated', 'open chat.message']);
    await ben.edit(id, sent.body.id, 'Hi');
    expect(told()).toEqual(['open chat.message-updated', 'anna chat.updated', 'ben chat.updated']);
    await anna.markRead(id, sent.body.id);
    expect(told()).toEqual(['anna chat.updated', 'open chat.read']);
    await anna.markRead(id, sent.body.id);
    await anna.seen();
    expect(told()).toEqual([]);
    await anna.mute(id);
    await ben.send(id);
    expect(told()).toEqual(['anna chat.updated', 'anna chat.updated', 'ben chat.updated', 'open chat.message']);
    await anna.block(id);
    await ben.send(id);
    expect(told()).toEqual(['anna chat.updated']);
  });

  it('events stay small enough for any service', async () => {
    for (const text of ['\u2028"\\\n€'.repeat(400), '😀'.repeat(2000), '"'.repeat(2000), '\\'.repeat(2000)])
      expect((await ben.send(id, text)).status).toBe(201);
    // A service counts the body of the call, in which the data is a text.
    const sizes = club.broadcaster.sent.map(({ data, ...event }) =>
      Buffer.byteLength(JSON.stringify({ ...event, data: JSON.stringify(data) })),
    );
    expect(Math.max(...sizes)).toBeLessThan(10_000);
  });

  it('its channel is open to both sides while they can write, and to nobody else', async () => {
    expect(await enters(ben)).toEqual({ user_id: String(ben.id), user_info: { name: 'Ben S.' } });
    expect(await enters(anna)).toMatchObject({ user_id: String(anna.id) });
    expect(await enters(clara)).toBe(false);
    const rule = conversationChannels(club);
    const ghost = { actorId: 9, actorName: 'Greta', reason: 'x', readOnly: true, expiresAt: new Date() };
    const about = { id: ben.id, sessionId: 's', permissions: ben.permissions };
    const channel = channelOfConversation(id);
    expect(await rule.admits({ ...about, ghost }, channel)).toBe(false);
    expect(await rule.admits({ ...about, permissions: [] }, channel)).toBe(false);
    expect(await rule.admits(about, 'presence-conversation.x')).toBe(false);
    expect(rule.covers('presence-room') || rule.covers(channel.replace('presence-', 'private-'))).toBe(false);
    await anna.block(id);
    expect(club.broadcaster.reauthorized.sort()).toEqual([anna.id, ben.id]);
    expect([await enters(ben), await enters(anna)]).toEqual([false, false]);
    await anna.block(id, false);
    await isClosed(true);
    expect(await enters(ben)).toBe(false);
    await isClosed(false);
    expect(await enters(ben)).toMatchObject({ user_id: String(ben.id) });
  });

  it('a member who has gone can no longer be written to', async () => {
    await club.db.execute(`update users set deleted_at = now(), email = 'deleted-' || id, firstname = 'Former', lastname = 'member',
      password_hash = null, country = null, birthdate = null, email_verified_at = null where id = ${anna.id}`);
    expect(await ben.show(id)).toMatchObject({ title: 'Former member', can_write: false });
    expect((await ben.send(id)).status).toBe(403);
    expect((await ben.contacts()).sponsor).toBeNull();
  });

  it('staff are not known to it as persons', async () => {
    const greta = await aStaffMember(club);
    expect(await anna.open(greta.id)).toMatchObject({ status: 404 });
  });
});
