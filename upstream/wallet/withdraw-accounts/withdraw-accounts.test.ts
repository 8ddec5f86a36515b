import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { verificationContext } from '../../contract/verification';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { uuidV7 } from '../../database/uuid-v7';
import type { Club } from '../../identity/identity.testing';
import { aColleague } from '../../identity/staff/staff.testing';
import { users } from '../../members/members.tables';
import { notifications } from '../../notifications/notifications.tables';
import { newLabel } from '../labels';
import { pastTriggers } from '../wallet.testing';
import { walletWithdrawalDrafts, walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { createWithdrawAccount, listWithdrawAccounts, showWithdrawAccount } from './withdraw-accounts';
import { withdrawAccountsEnable, withdrawAccountsList } from './withdraw-accounts.club';
import { giro, ibanOf, openAccountsClub, openPayee } from './withdraw-accounts.testing';

const start = new Date('2026-11-20T09:00:00Z');
const hourMs = 3600_000;
const advance = (ms: number) => vi.setSystemTime(Date.now() + ms);
const path = '/wallet/withdraw-accounts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

const caller = () => ({
  ip: '192.0.2.1',
  requestId: 'r',
  language: 'en' as const,
  now: new Date(),
  userAgent: null,
  deviceTokens: [],
});

describeOnEachDatabase('a withdraw account', (open) => {
  let club: Club;
  let mia: Awaited<ReturnType<typeof openPayee>>;
  beforeEach(async () => {
    club = await openAccountsClub(open);
    mia = await openPayee(club);
  });
  const addWithdrawal = async (withdrawAccountId: number, status: string) => {
    const label = newLabel('WD');
    const row = {
      label,
      userId: mia.user.id,
      draftId: uuidV7(start),
      withdrawAccountId,
      amount: 2000n,
      fee: 0n,
      fourEyesFrom: 100_000n,
      status,
      transactionLabel: newLabel('TX'),
      requestedAt: start,
      estimatedOn: '2026-11-24',
      cancelTokenHash: Buffer.from(label),
    };
    await pastTriggers(club, (tx) => tx.insert(walletWithdrawals).values(row));
    return label;
  };

  it('is added with the mailed code, cools down for a day, and is told of', async () => {
    const added = await mia.add({ iban: 'de89 3704 0044 0532 0130 00', name: ' Giro ' });
    const shown = {
      id: expect.any(Number),
      type: 'sepa',
      name: 'Giro',
      holder: 'Mia Sommer',
      iban: 'DE89370400440532013000',
      bic: null,
      bank_name: null,
      status: 'cooling_down',
      usable_at: '2026-11-21T09:00:00.000Z',
      is_default: true,
      last_used_at: null,
      masked: 'DE•• •••• 3000',
    };
    expect(added).toMatchObject({ status: 201, body: shown });
    const mails = await club.mails();
    expect(mails.at(-2)?.text).toContain('a new withdraw account (Mia Sommer, DE•• •••• 3000)');
    expect(mails.at(-1)?.text).toContain('DE•• •••• 3000');
    expect(mails.at(-1)?.text).not.toContain('DE89370400440532013000');
    const told = await club.db.select().from(notifications);
    expect(told.map(({ type, userId }) => [type, userId])).toEqual([['security.withdraw_account_added', mia.user.id]]);
    const [row] = await club.db.select().from(auditLog).where(eq(auditLog.action, 'withdraw_account.created'));
    expect([row?.userId, row?.detail]).toEqual([mia.user.id, { account: added.body.id }]);
    expect(await mia.list()).toEqual([shown]);
  });

  it('is active once it has cooled down', async () => {
    await mia.add();
    const [row] = await listWithdrawAccounts(club.db, mia.user.id);
    if (!row) throw new Error('There is no account');
    const statusAfter = (ms: number) => showWithdrawAccount(row, mia.user, new Date(start.getTime() + ms)).status;
    expect([statusAfter(24 * hourMs - 1), statusAfter(24 * hourMs)]).toEqual(['cooling_down', 'active']);
  });

  it('needs a code for this holder and this IBAN', async () => {
    const unproven = await mia.call('POST', path, giro);
    expect([unproven.status, unproven.body.code]).toEqual([403, 'step_up_required']);
    const code = await mia.proof('withdraw_account.create', verificationContext.withdrawAccount(giro));
    for (const other of [{ iban: ibanOf(7) }, { holder: 'Mia Lou Sommer' }]) {
      const answer = await mia.call('POST', path, { ...giro, ...other, ...code });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['verification_code']]);
    }
    expect((await mia.call('POST', path, { ...giro, iban: ` ${giro.iban} `, ...code })).status).toBe(201);
  });

  it.each([
    [{ iban: 'DE03120300000000202051' }, { iban: ['This IBAN has a typo: its check digits do not fit.'] }],
    [{ iban: 'TR330006100519786457841326' }, { iban: [expect.stringContaining('SEPA')] }],
    [{ iban: 'CH9300762011623852957' }, { bic: [expect.stringContaining('needs the BIC')] }],
    [{ bic: 'UBSWCHZH' }, { bic: [expect.stringContaining('another country')] }],
    [{ name: ' ' }, { name: [expect.any(String)] }],
    [{ name: 'x'.repeat(41) }, { name: [expect.any(String)] }],
    [{ name: 'Gi\nro' }, { name: [expect.any(String)] }],
    [{ holder: '- .' }, { holder: [expect.stringContaining('may hold letters')] }],
    [{ holder: 'Sommer & Co' }, { holder: [expect.stringContaining('may hold letters')] }],
    [{ holder: 'Mia <b>Sommer</b>' }, { holder: [expect.any(String)] }],
    [{ holder: 'x'.repeat(71) }, { holder: [expect.any(String)] }],
  ])('of %j is refused at its field before a code counts', async (wrong, errors) => {
    const answer = await mia.call('POST', path, { ...giro, ...wrong });
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
    expect(await mia.list()).toEqual([]);
  });

  it('needs a confirmed e-mail address, a filled one, and the permission', async () => {
    const set = (values: Partial<typeof users.$inferInsert>) =>
      club.db.update(users).set(values).where(eq(users.id, mia.user.id));
    await set({ addressIsFilled: false });
    expect(await mia.call('POST', path, giro)).toMatchObject({ status: 409, body: { code: 'address_missing' } });
    await set({ addressIsFilled: true, emailVerifiedAt: null });
    expect(await mia.call('POST', path, giro)).toMatchObject({ status: 403, body: { code: 'email_not_verified' } });
    await set({ permissions: ['wallet.view'] });
    expect(await mia.call('POST', path, giro)).toMatchObject({ status: 403, body: { code: 'missing_permission' } });
    expect(await mia.list()).toEqual([]);
    await set({ permissions: [] });
    expect(await mia.call('GET', path)).toMatchObject({ status: 403, body: { code: 'missing_permission' } });
  });

  it('of somebody else is disabled until staff enable it', async () => {
    const added = await mia.add({ holder: 'Karl Sommer' });
    expect(added.body).toMatchObject({ status: 'disabled', is_default: false });
    expect((await club.mails()).at(-1)?.text).toContain('it is disabled');
    const id = added.body.id;
    const refused = await mia.call('PUT', `${path}/${id}`, { is_default: true });
    expect([refused.status, refused.body.code]).toEqual([409, 'withdraw_account_disabled']);
    const listed = await withdrawAccountsList.run(club, {}, new Date(), aColleague);
    expect(listed.lines).toEqual([expect.stringContaining(`holder Karl Sommer; member Mia Sommer (${mia.user.id})`)]);
    const given = { id: String(id), reason: 'You sent us the contract of the joint account.' };
    await withdrawAccountsEnable.run(club, given, new Date(), aColleague);
    await expect(withdrawAccountsEnable.run(club, given, new Date(), aColleague)).rejects.toThrow(
      'no disabled withdraw account',
    );
    expect(await mia.list()).toMatchObject([{ id, status: 'cooling_down', is_default: true }]);
    const ofEnabling = eq(notifications.type, 'security.withdraw_account_enabled');
    const told = await club.db.select().from(notifications).where(ofEnabling);
    expect(told.map(({ description }) => description.en)).toEqual([expect.stringContaining('the joint account')]);
    const rows = await club.db.select().from(auditLog).where(eq(auditLog.action, 'withdraw_account.enabled'));
    expect(rows.map(({ detail }) => detail)).toEqual([{ account: id, by: 'command line' }]);
    expect((await withdrawAccountsList.run(club, {}, new Date(), aColleague)).lines).toEqual([
      'No withdraw account is disabled.',
    ]);
  });

  it('is disabled as long as the member has another name, and enabled by staff for one name alone', async () => {
    const { id } = (await mia.add()).body;
    const rename = (lastname: string) => club.db.update(users).set({ lastname }).where(eq(users.id, mia.user.id));
    await rename('Winter');
    expect(await mia.list()).toMatchObject([{ id, status: 'disabled', is_default: false }]);
    const listed = await withdrawAccountsList.run(club, {}, new Date(), aColleague);
    expect(listed.lines).toEqual([expect.stringContaining('holder Mia Sommer; member Mia Winter')]);
    const given = { id: String(id), reason: 'You sent us the certificate of your marriage.' };
    await withdrawAccountsEnable.run(club, given, new Date(), aColleague);
    expect(await mia.list()).toMatchObject([{ status: 'cooling_down', is_default: true }]);
    await rename('Herbst');
    expect(await mia.list()).toMatchObject([{ status: 'disabled' }]);
    await rename('Sommer');
    expect(await mia.list()).toMatchObject([{ status: 'cooling_down', is_default: true }]);
  });

  it('of a member without letters in their name is nobody’s', async () => {
    await club.db.update(users).set({ firstname: '-', lastname: '.' }).where(eq(users.id, mia.user.id));
    expect((await mia.add({ holder: 'Karl Schmidt' })).body).toMatchObject({ status: 'disabled' });
  });

  it('is there once, and again after it was deleted', async () => {
    const { id } = (await mia.add()).body;
    const again = await mia.call('POST', path, { ...giro, iban: `${giro.iban.slice(0, 9)} ${giro.iban.slice(9)}` });
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['iban']]);
    const anna = await openPayee(club, { email: 'anna@example.org' });
    expect((await anna.add()).status).toBe(201);
    expect((await mia.remove(id)).status).toBe(204);
    advance(61_000);
    expect((await mia.add()).status).toBe(201);
  });

  it('is the default, one at a time, and leaves that to another when it is deleted', async () => {
    const ids = [];
    for (const number of [1, 2, 3]) {
      ids.push((await mia.add({ iban: ibanOf(number), name: `Nr ${number}` })).body.id);
      advance(60_000);
    }
    const defaults = async () => (await mia.list()).filter((account) => account.is_default).map(({ name }) => name);
    expect(await defaults()).toEqual(['Nr 1']);
    const changed = await mia.call('PUT', `${path}/${ids[2]}`, { is_default: true, name: 'Sparbuch' });
    expect(changed.body).toMatchObject({ is_default: true, name: 'Sparbuch' });
    expect((await mia.list()).map(({ name }) => name)).toEqual(['Sparbuch', 'Nr 2', 'Nr 1']);
    expect((await mia.remove(ids[2] as number)).status).toBe(204);
    expect(await defaults()).toEqual(['Nr 1']);
    expect((await club.mails()).at(-1)?.subject).toBe('Withdraw account at Almende deleted');
    const ofDeletion = eq(notifications.type, 'security.withdraw_account_deleted');
    expect(await club.db.$count(notifications, ofDeletion)).toBe(1);
  });

  it('with a withdrawal under way stays; its drafts go with it', async () => {
    const { id } = (await mia.add()).body;
    const label = await addWithdrawal(id, 'pending');
    const refused = await mia.call('POST', `${path}/${id}/delete`, {});
    expect([refused.status, refused.body.code]).toEqual([409, 'withdraw_account_in_use']);
    await pastTriggers(club, (tx) =>
      tx.update(walletWithdrawals).set({ status: 'canceled' }).where(eq(walletWithdrawals.label, label)),
    );
    const draft = { id: uuidV7(start), userId: mia.user.id, withdrawAccountId: id, amount: 2000n, fee: 0n };
    await club.db.insert(walletWithdrawalDrafts).values({ ...draft, createdAt: start, expiresAt: start });
    expect((await mia.remove(id)).status).toBe(204);
    expect([await mia.list(), await club.db.$count(walletWithdrawalDrafts)]).toEqual([[], 0]);
  });

  it('of another member is as one that does not exist', async () => {
    const { id } = (await mia.add()).body;
    const anna = await openPayee(club, { email: 'anna@example.org' });
    for (const other of [id, 999_999]) {
      expect(await anna.call('PUT', `${path}/${other}`, { name: 'Mine' })).toMatchObject({ status: 404 });
      expect(await anna.call('POST', `${path}/${other}/delete`, {})).toMatchObject({ status: 404 });
    }
    expect((await mia.list())[0]?.name).toBe('Giro');
  });

  it('is one of ten at most', async () => {
    for (let number = 1; number <= 10; number++)
      await transaction(club.db, (tx) =>
        createWithdrawAccount(tx, club, mia.user.id, { ...giro, iban: ibanOf(number) }, caller()),
      );
    const refused = await mia.call('POST', path, { ...giro, iban: ibanOf(11) });
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_withdraw_accounts']);
    expect(refused.body.message).toContain('10 withdraw accounts');
  });
});

describeOnPostgres('withdraw accounts added at once', (open) => {
  it('are ten at most', async () => {
    const club = await openAccountsClub(open);
    const { user, list } = await openPayee(club);
    const add = (number: number) =>
      transaction(club.db, (tx) =>
        createWithdrawAccount(tx, club, user.id, { ...giro, iban: ibanOf(number) }, caller()),
      ).then(
        () => 'added',
        (problem: { body: { code: string } }) => problem.body.code,
      );
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, at) => add(at)));
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'too_many_withdraw_accounts')).toHaveLength(10);
    const accounts = await list();
    expect([accounts.length, accounts.filter(({ is_default }) => is_default).length]).toEqual([10, 1]);
  });

  it('are one where they are the same', async () => {
    const club = await openAccountsClub(open);
    const { list, proof, call } = await openPayee(club);
    const code = await proof('withdraw_account.create', verificationContext.withdrawAccount(giro));
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', path, { ...giro, ...code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(await list()).toHaveLength(1);
  });
});
