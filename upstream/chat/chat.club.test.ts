import { desc } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Actor } from '../club/command';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import type { Club } from '../identity/identity.testing';
import { actorNumbered, aStaffMember } from '../identity/staff/staff.testing';
import { allPermissions, isStaff, memberPermissions } from '../members/permissions';
import { chatCommands } from './chat.club';
import { after, type ChatMember, openChat, openThree, start } from './chat.testing';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

it('the permission makes its owner staff, and no new member has it', () => {
  expect(isStaff({ permissions: ['chat.manage'] })).toBe(true);
  expect(memberPermissions).not.toContain('chat.manage');
});

describeOnEachDatabase('chat', (open) => {
  let club: Club;
  let anna: ChatMember;
  let ben: ChatMember;
  let greta: Actor;
  let office: string;
  beforeEach(async () => {
    club = await openChat(open);
    ({ anna, ben } = await openThree(club));
    greta = await aStaffMember(club);
    office = (await anna.open('office')).body.id;
  });
  const as = 'office';
  const run = (name: string, given: Record<string, unknown> = {}, actor = greta) => {
    const command = chatCommands.find((one) => one.name === `chat ${name}`);
    if (!command) throw new Error(`There is no command chat ${name}.`);
    return command.run(club, given, after(60), actor);
  };
  const newestAudit = async () => (await club.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

  it('list has what waits for the club, the longest waiting first', async () => {
    expect((await run('list')).lines).toEqual(['No conversation.']);
    const garden = (await ben.open('garden')).body.id;
    await anna.send(office);
    vi.setSystemTime(after(5));
    await ben.send(garden);
    vi.setSystemTime(after(7));
    await anna.send(office);
    vi.setSystemTime(after(9));
    await ben.send((await ben.open(anna.id)).body.id, 'A secret');
    expect((await run('list')).lines).toEqual([
      `${garden}  garden  Ben Sommer (${ben.id})  1 unread of 1`,
      `${office}  office  Anna Sommer (${anna.id})  2 unread of 2`,
    ]);
    expect((await run('list', { as })).lines).toHaveLength(1);
    await run('show', { conversation: garden, as: 'garden' });
    expect((await run('list', { as: 'garden' })).lines).toEqual(['No conversation.']);
    expect((await run('list', { all: true })).lines).toHaveLength(2);
  });

  it('show prints the newest messages, and the member sees that they are read', async () => {
    await anna.send(office, 'Hello?');
    const { body: last } = await anna.send(office, 'Gone');
    await anna.remove(office, last.id);
    const { lines, data } = await run('show', { conversation: office, as });
    expect(lines).toEqual([
      '2026-11-20 09:00 UTC  Anna Sommer:',
      'Hello?',
      '',
      '2026-11-20 09:00 UTC  Anna Sommer:',
      '(deleted)',
    ]);
    expect(data).toMatchObject({ id: office, shown: [{ text: 'Hello?' }, { text: null }] });
    expect((await anna.show(office)).participants[1]).toMatchObject({ id: 'office', last_read_id: last.id });
    expect((await run('show', { conversation: office, as, last: '1' })).lines).toHaveLength(2);
    expect(await newestAudit()).toMatchObject({ action: 'chat.shown', actorId: greta.id, userId: anna.id });
  });

  it('shows nothing that members write to each other, nor of another contact', async () => {
    const talk = (await ben.open(anna.id)).body.id;
    for (const conversation of [talk, 'nonsense'])
      await expect(run('show', { conversation, as })).rejects.toThrow(
        `There is no conversation ${conversation} with office.`,
      );
    await expect(run('show', { conversation: office, as: 'garden' })).rejects.toThrow('There is no conversation');
    await expect(run('send', { whom: talk, as, text: 'Hi' })).rejects.toThrow('There is no conversation');
    await expect(run('show', { conversation: office, as: 'kitchen' })).rejects.toThrow(
      'is not a contact of config/chat.json',
    );
  });

  it('send writes as the contact, by conversation or member, and what was there is read', async () => {
    const { body: asked } = await anna.send(office, 'Hello?');
    club.broadcaster.sent.length = 0;
    expect((await run('send', { whom: office, as, text: 'Yes?' })).lines).toEqual([`Sent in conversation ${office}.`]);
    expect((await anna.read(office)).data[1]).toMatchObject({
      ...{ message: 'Yes?', user: { id: 'office', name: 'Club office', is_staff: true } },
      ...{ client_id: null, editable_until: null },
    });
    expect((await anna.show(office)).participants[1]?.last_read_id).toBe(asked.id);
    expect(await anna.header()).toEqual({ unread_count: 1, unread_message_conversation_id: office });
    expect(club.broadcaster.sent.map(({ event }) => event)).toEqual(['chat.read', 'chat.message', 'chat.message']);
    const { data } = await run('send', { whom: ben.email, as, text: 'Welcome!' });
    expect((await ben.list()).data).toMatchObject([{ id: data.conversation, title: 'Club office', unread_count: 1 }]);
    await run('send', { whom: String(ben.id), as, text: 'And this.' });
    expect((await ben.list()).data).toHaveLength(1);
    await expect(run('send', { whom: 'nobody@example.org', as, text: 'Hi' })).rejects.toThrow('There is no member');
    expect(await newestAudit()).toMatchObject({ action: 'chat.sent', actorId: greta.id, userId: ben.id });
  });

  it('close ends the writing, of members too; reopen and an answer begin it again', async () => {
    const reason = 'They insult each other.';
    const talk = (await ben.open(anna.id)).body.id;
    expect((await run('close', { conversation: talk, reason })).lines).toEqual([`Conversation ${talk} is closed.`]);
    expect((await ben.send(talk)).body.code).toBe('conversation_closed');
    expect(club.broadcaster.reauthorized.sort()).toEqual([anna.id, ben.id]);
    expect(await newestAudit()).toMatchObject({ action: 'chat.closed', detail: { conversation: talk, reason } });
    await expect(run('close', { conversation: talk, reason })).rejects.toThrow('is closed already');
    await run('reopen', { conversation: talk, reason });
    expect((await ben.send(talk)).status).toBe(201);
    await expect(run('close', { conversation: office, reason })).rejects.toThrow('--as office is needed');
    await run('close', { conversation: office, as, reason });
    expect((await anna.send(office)).status).toBe(409);
    await run('send', { whom: office, as, text: 'One more thing.' });
    expect((await anna.send(office)).status).toBe(201);
    await expect(run('close', { conversation: office, as, reason: 'short' })).rejects.toThrow('less than 10');
  });

  it('is for the staff with its permission', async () => {
    const without = actorNumbered(
      1,
      allPermissions.filter((one) => one !== 'chat.manage'),
    );
    await expect(run('list', {}, without)).rejects.toThrow('has no permission chat.manage');
  });
});
