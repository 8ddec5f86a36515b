import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addresses } from '../account/account.tables';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { application, signIn } from '../identity/identity.testing';
import { aColleague } from '../identity/staff/staff.testing';
import { memberShow } from '../members/members.club';
import { users } from '../members/members.tables';
import { createNotification } from '../notifications/notifications';
import { personalData } from '../personal-data';
import { termAcceptances } from '../terms/terms.tables';
import { tidyPrivacy } from './privacy.housekeeping';
import { newestCode, openPrivacyClub, type PrivacyClub } from './privacy.testing';

const start = new Date('2026-11-20T09:00:00Z');
const due = '2026-12-04T09:00:00.000Z';
const to = (instant: string) => vi.setSystemTime(new Date(instant));

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the deletion of an account that is due', (open) => {
  let club: PrivacyClub;
  let mia: number;
  let token: string;
  beforeEach(async () => {
    club = await openPrivacyClub(open);
    mia = (await club.addMember()).id;
    token = await club.bearer();
  });

  const tidy = (data = personalData) => tidyPrivacy(club, data, new Date());
  const row = async () => (await club.db.select().from(users).where(eq(users.id, mia)))[0];
  const subjects = async () => (await club.mails()).map(({ subject }) => subject);
  const state = async () => (await club.call('GET', '/user/delete', { token })).body;
  const actions = async () =>
    (await club.db.select().from(auditLog).where(eq(auditLog.userId, mia)).orderBy(auditLog.id)).map(
      ({ action }) => action,
    );

  it('comes after 14 days: sign-ins end, and the address is free for another account', async () => {
    await club.requestDeletion(token);
    to('2026-12-04T08:59:59Z');
    token = await club.bearer();
    await tidy();
    expect((await row())?.deletedAt).toBeNull();
    to(due);
    await tidy();
    expect((await club.call('GET', '/user/header', { token })).status).toBe(401);
    expect((await signIn(club as never)).status).toBe(422);
    expect(await subjects()).toContain('Your account at Almende is deleted');

    const again = await club.post('/auth/register', await application(club as never, { email: 'mia@example.org' }));
    expect(again.status).toBe(202);
    expect(await subjects()).toContain('Please confirm your e-mail address for Almende');
    expect(await club.db.$count(users, eq(users.email, 'mia@example.org'))).toBe(1);
  });

  it('takes with it all mail that was not sent', async () => {
    const content = { subject: 'Paid', paragraphs: [] };
    const mail = { transactionLabel: 'TX-1', to: 'mia@example.org', language: 'en' as const, content, since: due };
    const others = { ...mail, to: 'noa@example.org' };
    // No worker takes these.
    for (const one of [mail, others]) await transaction(club.db, (tx) => club.jobs.enqueue(tx, 'confirmation', one));
    await club.requestDeletion(token);
    to(due);
    await tidy();
    const { rows } = await club.db.$client.query(
      `select data->>'to' as "to" from pgboss.job where name = 'confirmation'`,
    );
    expect(rows).toEqual([{ to: 'noa@example.org' }]);
  });

  it('leaves nothing personal in any table, and the rows that have to stay', async () => {
    await club.db.insert(addresses).values({
      userId: mia,
      street: 'Sommerweg',
      streetNumber: '7',
      postcode: '12345',
      city: 'Sommerhausen',
      updatedAt: start,
    });
    await club.db
      .update(users)
      .set({ timezone: 'Europe/Vienna', ethAddress: '0xabababababababababababababababababababab' })
      .where(eq(users.id, mia));
    await club.db.update(termAcceptances).set({ ipAddress: '192.0.2.99' });
    await createNotification(club, {
      userId: mia,
      type: 'club.note',
      title: { en: 'For Mia', de: 'Für Mia' },
      description: { en: 'x', de: 'x' },
      class: 'bell',
      status: 'info',
      now: start,
    });
    const before = { terms: await club.db.$count(termAcceptances), audit: await club.db.$count(auditLog) };
    const [known] = [await row()];
    await club.requestDeletion(token);
    await club.call('POST', '/user/export', { token });
    await club.jobs.idle();
    to(due);
    await tidy();
    await club.mails();

    const everything = await allRows(club);
    for (const trace of [
      'mia@example',
      'Mia',
      'Sommer',
      '192.0.2.99',
      '192.0.2.1"',
      '1990-05-17',
      'Vienna',
      '0xabababababababababababababababababababab',
      String(known?.refHash),
    ]) {
      expect([trace, everything.filter(({ text }) => text.includes(trace))]).toEqual([trace, []]);
    }
    expect(await row()).toMatchObject({ firstname: 'Former', lastname: 'member', email: `deleted-${mia}` });
    expect(await club.db.$count(termAcceptances)).toBe(before.terms);
    expect(await club.db.$count(auditLog)).toBeGreaterThan(before.audit);
    expect((await actions()).at(-1)).toBe('account.deleted');
  });

  it('takes the names of a member who has withdrawn money, and nothing brings an account back', async () => {
    await club.db.update(users).set({ firstWithdrawalAt: start }).where(eq(users.id, mia));
    await club.requestDeletion(token);
    to(due);
    await tidy();
    expect(await row()).toMatchObject({ firstname: 'Former', deletedAt: new Date(due) });
    await expect(club.db.update(users).set({ deletedAt: null }).where(eq(users.id, mia))).rejects.toThrow();
    await expect(club.db.update(users).set({ birthdate: '1990-05-17' }).where(eq(users.id, mia))).rejects.toThrow();
  });

  it('waits for what a module wants settled, when it is asked for and when it is due', async () => {
    let balance = 12;
    const wallet = {
      exports: [],
      deletes: [],
      obstacles: async () => (balance > 0 ? ['There are €12.00 in your wallet.'] : []),
    };
    club = await openPrivacyClub(open, { data: [...personalData, wallet] });
    mia = (await club.addMember()).id;
    token = await club.bearer();
    const refused = await club.requestDeletion(token);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'deletion_blocked',
      'There are €12.00 in your wallet.',
    ]);
    expect((await row())?.deletionDueAt).toBeNull();
    balance = 0;
    to('2026-11-20T09:02:00Z');
    expect((await club.requestDeletion(token)).status).toBe(202);
    balance = 12;
    to('2026-12-05T09:00:00Z');
    await tidy([...personalData, wallet]);
    expect((await row())?.deletedAt).toBeNull();
    token = await club.bearer();
    expect((await state()).obstacles).toEqual(['There are €12.00 in your wallet.']);
    balance = 0;
    await tidy([...personalData, wallet]);
    expect((await row())?.deletedAt).not.toBeNull();
  });

  it('is asked for without a password by members who have none', async () => {
    await club.db.update(users).set({ passwordHash: null }).where(eq(users.id, mia));
    await club.post('/user/request-verification-code', { action: 'account.delete' }, { token });
    const body = { verification_method: 'email', verification_code: await newestCode(club) };
    expect((await club.call('POST', '/user/delete', { token, body })).status).toBe(202);
  });

  it('is seen by staff', async () => {
    await club.requestDeletion(token);
    const show = async () =>
      (await memberShow.run(club, { user: String(mia) }, new Date(), aColleague)).lines.join('\n');
    expect(await show()).toContain('Asked for deletion; the account is deleted on 2026-12-04');
    to(due);
    await tidy();
    expect(await show()).toContain('Deleted 2026-12-04');
  });
});

/** Returns every row of every table, except finished mails of the queue, as text. */
async function allRows({ db }: PrivacyClub): Promise<{ table: string; text: string }[]> {
  const { rows: tables } = await db.$client.query<{ name: string }>(
    "select format('%I', tablename) as name from pg_tables where schemaname = 'public'",
  );
  const found: { table: string; text: string }[] = [];
  for (const { name } of tables) {
    const { rows } = await db.$client.query<{ text: string }>(`select row_to_json(t)::text as text from ${name} t`);
    found.push(...rows.map(({ text }) => ({ table: name, text })));
  }
  return found;
}
