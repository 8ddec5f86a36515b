import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Actor, ClubCommand } from '../../club/command';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import type { Club } from '../../identity/identity.testing';
import { actorNumbered, aStaffMember } from '../../identity/staff/staff.testing';
import { allPermissions, isStaff, memberPermissions } from '../../members/permissions';
import { notificationPreferences } from '../../notifications/notifications.tables';
import { supportCommands } from '../support.club';
import { ticketAssign, ticketClose, ticketNote, ticketReply } from './ticket-writing.club';
import { ticketList, ticketShow } from './tickets.club';
import {
  after,
  aTicket,
  newKey,
  openMember,
  openSupport,
  type SupportMember,
  speakGerman,
  start,
} from './tickets.testing';

const folder = mkdtempSync(join(tmpdir(), 'tickets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it('the permission makes its owner staff, and no new member has it', () => {
  expect(isStaff({ permissions: ['tickets.manage'] })).toBe(true);
  expect(memberPermissions).not.toContain('tickets.manage');
});

describeOnEachDatabase('ticket', (open) => {
  let club: Club;
  let mia: SupportMember;
  let greta: Actor;
  let id: number;
  beforeEach(async () => {
    club = await openSupport(open);
    [mia, greta] = [await openMember(club), await aStaffMember(club)];
    id = (await mia.create({}, newKey())).body.id;
  });

  const run = (command: ClubCommand, given: Record<string, unknown> = {}, minutes = 30) =>
    command.run(club, { number: String(id), ...given }, after(minutes), greta);
  const newestAudit = async () => (await club.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

  it('list has what waits for the club, the urgent first, then the longest waiting', async () => {
    const later = await aTicket(club, mia.id, { subject: 'Later', now: after(5) });
    const urgent = await aTicket(club, mia.id, { subject: 'Urgent', now: after(10) });
    await run(ticketAssign, { number: urgent.id, urgent: true });
    await run(ticketAssign, { number: later.id });
    const listed = async (given = {}) =>
      ticketList.run(club, given, after(30), greta).then(({ lines }) => lines.map((line) => line.split('  ')));
    expect(await listed()).toEqual([
      [
        `${urgent.id}`,
        'URGENT',
        'new',
        'deposits',
        `Mia Sommer (${mia.id})`,
        'last message 2026-11-20 09:10 UTC',
        '“Urgent”',
      ],
      [`${id}`, 'new', 'deposits', `Mia Sommer (${mia.id})`, 'last message 2026-11-20 09:00 UTC', '“My deposit”'],
      [
        `${later.id}`,
        'open',
        'deposits',
        `Mia Sommer (${mia.id})`,
        'last message 2026-11-20 09:05 UTC',
        'assigned to Greta Holm',
        '“Later”',
      ],
    ]);
    const numbers = async (given: Record<string, unknown>) => (await listed(given)).map(([number]) => number);
    expect(await numbers({ mine: true })).toEqual([`${later.id}`]);
    expect(await numbers({ status: 'closed' })).toEqual(['No ticket.']);
    expect(await numbers({ category: 'privacy' })).toEqual(['No ticket.']);
    expect(await newestAudit()).toMatchObject({ action: 'tickets.listed', actorId: greta.id });
  });

  it('reply answers as staff, tells the member, and waits for them', async () => {
    const { lines } = await run(ticketReply, { text: 'It arrived.\n\nHave a nice day.' });
    expect(lines).toEqual([`Ticket ${id} is answered. It waits for the member now.`]);
    expect(await mia.show(id)).toMatchObject({
      status: 'waiting_for_customer',
      assigned_to: 'Greta Holm',
      first_reply_at: after(30).toISOString(),
      unread_count: 1,
    });
    const events = club.broadcaster.sent.filter(({ event }) => event === 'ticket.replied');
    expect(events).toMatchObject([
      {
        channels: [`private-user.${mia.id}`],
        data: { ticket_id: id, number: id, status: 'waiting_for_customer', unread_count: 1, unread_ticket_id: id },
      },
    ]);
    const [mail] = await club.mails();
    expect(mail).toMatchObject({ to: 'mia@example.org', subject: `Reply to ticket ${id}: My deposit` });
    expect(mail?.text).toContain('It arrived.\n\nHave a nice day.');
    expect(mail?.links).toEqual([`http://localhost:3000/support/ticket/${id}#new`]);
    expect(await newestAudit()).toMatchObject({ action: 'ticket.answered', actorId: greta.id, userId: mia.id });
  });

  it('reply leaves out the mail for a member who wants none', async () => {
    const unwanted = { kind: 'support', channel: 'mail', wanted: false } as const;
    await club.db.insert(notificationPreferences).values({ ...unwanted, userId: mia.id, updatedAt: start });
    await run(ticketReply, { text: 'It arrived.', 'keep-open': true });
    expect(await club.mails()).toEqual([]);
    expect((await mia.show(id)).status).toBe('open');
  });

  it('reply takes canned answers in the language of the member, and knows which there are', async () => {
    await speakGerman(club, mia.id);
    await run(ticketReply, { canned: 'more-details' });
    expect((await mia.show(id)).messages.at(-1)?.body).toMatch(/^Hallo Mia,\n\ndamit wir dir helfen können/);
    const names = 'There are: deposit-on-its-way, done, more-details, withdrawal-times.';
    for (const canned of ['nothing', '../en/done', '']) {
      await expect(run(ticketReply, { canned })).rejects.toThrow(names);
    }
    vi.stubEnv('CONFIG_DIR', folder);
    await expect(run(ticketReply, { canned: 'done' })).rejects.toThrow(
      /There is no canned answer “done” in .*canned\/de\.$/,
    );
  });

  it('reply attaches files, which the member sees', async () => {
    const path = join(folder, 'receipt.txt');
    writeFileSync(path, 'Paid on Monday.\n');
    await run(ticketReply, { text: 'Here it is.', attach: [path] });
    const [file] = (await mia.show(id)).messages.at(-1)?.attachments ?? [];
    expect(file).toMatchObject({ name: 'receipt.txt', size: 16 });
    const [mail] = await club.mails();
    expect(mail?.text).toContain('Files that you find in the ticket: receipt.txt');
    await expect(run(ticketReply, { text: 'And this.', attach: [folder] })).rejects.toThrow('is not a file');
    await expect(run(ticketReply, { text: 'And this.', attach: [`${path}.x`] })).rejects.toThrow('There is no file');
    expect((await mia.show(id)).messages).toHaveLength(2);
  });

  it.each([
    ['without a text', ticketReply, {}, '--text or --canned is needed'],
    ['with two texts', ticketReply, { text: 'A', canned: 'done' }, '--text or --canned is needed'],
    ['with an empty text', ticketReply, { text: ' ' }, '--text: is empty'],
    ['with a long text', ticketNote, { text: 'a'.repeat(5001) }, 'more than 5000 characters'],
    ['of no number', ticketShow, { number: 'x' }, 'NUMBER: is not the number of a ticket'],
    ['that is not there', ticketShow, { number: '999999' }, 'There is no ticket 999999.'],
    ['both urgent and normal', ticketAssign, { urgent: true, normal: true }, 'not both'],
    ['to a stranger', ticketAssign, { to: 'nobody@example.org' }, 'There is no member'],
    ['to somebody who is no staff', ticketAssign, { to: 'mia@example.org' }, 'has no permission tickets.manage'],
  ])('is refused %s', async (_, command, given, words) => {
    await expect(run(command, given)).rejects.toThrow(words);
    expect((await mia.show(id)).messages).toHaveLength(1);
  });

  it('close ends it with a last message, and no reply opens it again but the member’s', async () => {
    await run(ticketClose, { canned: 'done' });
    expect(await mia.show(id)).toMatchObject({ status: 'closed', closed_by: 'staff', unread_count: 1 });
    const [mail] = await club.mails();
    expect(mail?.subject).toBe(`Ticket ${id} is closed: My deposit`);
    expect(mail?.text).toContain('This is done.');
    await expect(run(ticketReply, { text: 'One more.' })).rejects.toThrow('Only its member can open it again.');
    await expect(run(ticketClose)).rejects.toThrow('is closed already');
    vi.setSystemTime(after(40));
    expect((await mia.reply(id)).body.status).toBe('open');
  });

  it('note is for staff alone', async () => {
    await run(ticketNote, { text: 'Called the bank.' });
    const { lines, data } = await run(ticketShow);
    expect(lines).toContain('Called the bank.');
    expect(data).toMatchObject({ ticket: { notes: [{ by: 'Greta Holm', body: 'Called the bank.' }] } });
    expect(await newestAudit()).toMatchObject({ action: 'ticket.shown', userId: mia.id, detail: { ticket: id } });
    expect(JSON.stringify(await mia.show(id))).not.toContain('bank');
    expect((await mia.list('?q=bank')).total).toBe(0);
    expect(club.broadcaster.sent.filter(({ event }) => event === 'ticket.replied')).toEqual([]);
  });

  it('assign makes it somebody’s, and urgent', async () => {
    const otto = await aStaffMember(club, 'Otto');
    await run(ticketAssign, { to: String(otto.id), urgent: true });
    expect(await mia.show(id)).toMatchObject({ assigned_to: 'Otto Holm', priority: 'urgent', status: 'open' });
    await run(ticketAssign, { to: 'nobody' });
    await run(ticketAssign, { normal: true });
    expect(await mia.show(id)).toMatchObject({ assigned_to: null, priority: 'normal', status: 'open' });
  });

  it('is refused to whoever of the staff has every permission but its own, and leaves no trace', async () => {
    const others = actorNumbered(
      1,
      allPermissions.filter((one) => one !== 'tickets.manage'),
    );
    const before = await club.db.$count(auditLog);
    for (const command of supportCommands.filter(({ name }) => name.startsWith('ticket '))) {
      const asked = Promise.resolve().then(() => command.run(club, { number: String(id), text: 'A' }, start, others));
      await expect(asked, command.name).rejects.toThrow('Greta Holm has no permission tickets.manage.');
    }
    expect(await club.db.$count(auditLog)).toBe(before);
  });
});
