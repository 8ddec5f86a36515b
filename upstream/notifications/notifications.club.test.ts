import { desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { WrongUse } from '../club/command';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import { type Club, openClub } from '../identity/identity.testing';
import { aColleague } from '../identity/staff/staff.testing';
import { notify } from './notifications.club';
import { notifications } from './notifications.tables';

const now = new Date('2026-11-21T09:41:00.123Z');
const words = { 'title-en': 'New gate code', 'title-de': 'Neuer Torcode' };
const text = { 'text-en': 'It is 4711.', 'text-de': 'Er lautet 4711.' };

const audited = ({ db }: Club) =>
  db.select().from(auditLog).where(eq(auditLog.action, 'notification.sent')).orderBy(desc(auditLog.id));

describeOnEachDatabase('notify', (open) => {
  it('writes what the member finds in the bell, and who was told into the audit log', async () => {
    const club = await openClub(open);
    const { id } = await club.addMember();
    const given = { ...words, ...text, user: String(id), status: 'warning', icon: 'lock', url: '/posts' };
    const { lines, data } = await notify.run(club, given, now, aColleague);
    expect(lines).toEqual([`Notified Mia Sommer (${id}).`]);
    const rows = await club.db.select().from(notifications);
    expect(rows).toMatchObject([
      {
        id: data.id,
        userId: id,
        type: 'club.message',
        title: { en: 'New gate code', de: 'Neuer Torcode' },
        description: { en: 'It is 4711.', de: 'Er lautet 4711.' },
        iconClass: 'lock',
        status: 'warning',
        url: '/posts',
        readAt: null,
        createdAt: now,
      },
    ]);
    expect(club.broadcaster.sent).toMatchObject([{ channels: [`private-user.${id}`], data: { id: data.id } }]);
    expect(await audited(club)).toMatchObject([
      { at: now, actorId: aColleague.id, userId: id, detail: { id: data.id, by: 'command line' } },
    ]);
  });

  it('takes an e-mail address as it is written, and only the titles', async () => {
    const club = await openClub(open);
    const { id } = await club.addMember();
    await notify.run(club, { ...words, user: ' Mia@Example.org' }, now, aColleague);
    expect(await club.db.select().from(notifications)).toMatchObject([
      { userId: id, status: 'info', description: { en: '', de: '' }, url: null },
    ]);
  });

  it.each([['nobody@example.org'], ['4711'], ['99999999999'], ['']])('knows no member %j', async (user) => {
    const club = await openClub(open);
    await expect(notify.run(club, { ...words, user }, now, aColleague)).rejects.toThrow(`There is no member ${user}.`);
    expect(await audited(club)).toEqual([]);
  });

  it('leaves nothing behind when it fails half-way', async () => {
    const club = await openClub(open);
    const { email } = await club.addMember();
    const constraint = 'audit_log_refuses';
    await club.db.execute(
      `alter table audit_log add constraint ${constraint} check (action <> 'notification.sent') not valid`,
    );
    try {
      await expect(notify.run(club, { ...words, user: email }, now, aColleague)).rejects.toThrow();
    } finally {
      await club.db.execute(`alter table audit_log drop constraint ${constraint}`);
    }
    expect(await club.db.select().from(notifications)).toEqual([]);
    expect(club.broadcaster.sent).toEqual([]);
  });
});

it.each([
  [{ 'title-en': ' ' }, '--title-en: is empty'],
  [{ 'title-de': 'x'.repeat(121) }, '--title-de: has more than 120 characters'],
  [{ 'text-en': 'Only in English' }, '--text-en: the text is needed in both languages or in neither'],
  [{ status: 'loud' }, '--status: Invalid option'],
  [{ icon: '<b>' }, '--icon: is not the name of a symbol'],
  [{ url: 'https://example.org' }, '--url: is not a path'],
  [{ url: '//example.org' }, '--url: is not a path'],
  [{ url: '/\\example.org' }, '--url: is not a path'],
])('notify refuses %j', (given, reason) => {
  expect(() => notify.check({ user: '1', ...words, ...given })).toThrow(WrongUse);
  expect(() => notify.check({ user: '1', ...words, ...given })).toThrow(reason);
});
