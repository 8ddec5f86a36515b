import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { berlin, callerFor, openAccountClub } from '../../account/account.testing';
import { describeOnEachDatabase, describeOnPostgres, type TestDatabase } from '../../database/database.testing';
import { holding, untilWaiting } from '../../database/locks.testing';
import { transaction } from '../../database/transaction';
import { users } from '../../members/members.tables';
import { renameMember } from '../../members/profile';
import { findUser } from '../../members/users';
import { aMember, giveMoney, now, pastTriggers } from '../wallet.testing';
import { failWithdrawal, markExported, settleWithdrawal } from './settlement';
import { walletPayoutFiles, walletWithdrawals } from './withdrawals.tables';
import { anAccount, approve, aWithdrawal, exportAlone } from './withdrawals.testing';

const inUse = 'users_identity_in_use';

/** An approved withdrawal, and the staff member who may export it. */
async function anApproved(deps: TestDatabase, userId: number) {
  await giveMoney(deps, userId, 500_000n);
  const withdrawAccountId = await anAccount(deps, userId);
  const [greta, otto] = [await aMember(deps), await aMember(deps)];
  const label = await aWithdrawal(deps, { userId, withdrawAccountId, amount: 100_000n });
  await approve(deps, label, greta);
  return { label, otto };
}

const statusOf = async ({ db }: TestDatabase, label: string) =>
  (await db.select().from(walletWithdrawals).where(eq(walletWithdrawals.label, label)))[0]?.status;

describeOnEachDatabase('while a withdrawal is at the bank', (open) => {
  it('the database itself keeps names and country, and nothing else', async () => {
    const deps = await open();
    const userId = await aMember(deps);
    const { label, otto } = await anApproved(deps, userId);
    const change = (set: string) => deps.db.$client.query(`update users set ${set} where id = ${userId}`);
    await change(`lastname = 'Winter', country = 'DE'`);
    await exportAlone(deps, label, otto);
    for (const set of [`firstname = 'Mona'`, `lastname = 'Maier'`, `country = 'AT'`, 'country = null'])
      await expect(change(set), set).rejects.toMatchObject({ code: '23514', constraint: inUse });
    await change(`firstname = 'Mira', lastname = 'Winter', country = 'DE', timezone = 'Europe/Vienna'`);
    await change('first_withdrawal_at = now()');
    await expect(change(`country = 'AT'`)).rejects.toMatchObject({ constraint: 'users_identity_locked' });
  });

  it('staff who unlock them change nothing of that', async () => {
    const deps = await open();
    const userId = await aMember(deps);
    const { label, otto } = await anApproved(deps, userId);
    await exportAlone(deps, label, otto);
    const unlocked = { firstWithdrawalAt: now, identityUnlockedUntil: new Date(now.getTime() + 1000) };
    await pastTriggers(deps, (tx) => tx.update(users).set(unlocked).where(eq(users.id, userId)));
    const rename = deps.db.update(users).set({ lastname: 'Winter', updatedAt: now }).where(eq(users.id, userId));
    await expect(rename).rejects.toMatchObject({ cause: { constraint: inUse } });
  });

  it('a withdrawal that the bank refuses gives them back', async () => {
    const deps = await open();
    const userId = await aMember(deps);
    const { label, otto } = await anApproved(deps, userId);
    await exportAlone(deps, label, otto);
    const rename = () => transaction(deps.db, (tx) => renameMember(tx, userId, { firstname: 'A', lastname: 'B' }, now));
    await expect(rename()).rejects.toMatchObject({ cause: { constraint: inUse } });
    await transaction(deps.db, (tx) => failWithdrawal(tx, deps, label, { reason: null, now }));
    await rename();
    expect(await findUser(deps.db, userId)).toMatchObject({ firstname: 'A', firstWithdrawalAt: null });
  });

  it('locks what was paid to', async () => {
    const deps = await open();
    const userId = await aMember(deps);
    const { label, otto } = await anApproved(deps, userId);
    await exportAlone(deps, label, otto);
    await transaction(deps.db, (tx) => settleWithdrawal(tx, deps, label, { externalReference: 'B1', now }));
    expect(await findUser(deps.db, userId)).toMatchObject({ lastname: 'Maier', firstWithdrawalAt: now });
  });
});

describeOnEachDatabase('the address while a withdrawal is at the bank', (open) => {
  let call: Awaited<ReturnType<typeof callerFor>>;
  beforeEach(async () => {
    const club = await openAccountClub(open);
    const { id } = await club.addMember();
    call = await callerFor(club, 'mia@example.org');
    await call('PUT', '/user/address', berlin);
    const { label, otto } = await anApproved(club, id);
    await exportAlone(club, label, otto);
  });

  it.each([
    [{ lastname: 'Winter' }, ['lastname']],
    [{ country: 'AT', region: '9', postcode: '1010' }, ['country']],
    [{ firstname: 'Mona', country: 'AT', region: '9', postcode: '1010' }, ['firstname', 'country']],
  ])('refuses %j at its fields and asks for no code', async (changed, fields) => {
    const { status, body } = await call('PUT', '/user/address', { ...berlin, ...changed });
    expect([status, body.code, Object.keys(body.errors)]).toEqual([409, 'identity_in_use', fields]);
    const german = await call('PUT', '/user/address', { ...berlin, ...changed }, { language: 'de' });
    expect(german.body.message).toContain('Sobald die Bank die Auszahlung ausgeführt hat');
    expect((await call('GET', '/user/address')).body).toMatchObject(berlin);
  });

  it('is saved where they stay', async () => {
    const moved = { ...berlin, city: 'Potsdam', region: 'BB', postcode: '14467' };
    expect(await call('PUT', '/user/address', moved)).toMatchObject({ status: 200, body: moved });
  });
});

describeOnPostgres('an export and another name at once', (open) => {
  const winter = { firstname: 'Mira', lastname: 'Winter' };
  const exportLate = (deps: TestDatabase, label: string, staffId: number) =>
    holding(deps.db, async (tx) => {
      const fileId = `FILE-${label}`;
      const file = { id: fileId, createdAt: now, createdBy: staffId, transfers: 1, total: 1n, xml: '<Document/>' };
      await tx.insert(walletPayoutFiles).values(file);
      await markExported(tx, { labels: [label], fileId, staffId, now });
    });

  it('leave the name of the export, where the export is first', async () => {
    const deps = await open();
    const userId = await aMember(deps);
    const { label, otto } = await anApproved(deps, userId);
    const commit = await exportLate(deps, label, otto);
    const refused = expect(transaction(deps.db, (tx) => renameMember(tx, userId, winter, now))).rejects.toMatchObject({
      cause: { constraint: inUse },
    });
    await untilWaiting(deps.db, 1);
    await commit();
    await refused;
    expect(await findUser(deps.db, userId)).toMatchObject({ lastname: 'Maier' });
  });

  it('follow each other where the name is first, also where nobody but the database locks the member', async () => {
    const deps = await open();
    const userId = await aMember(deps);
    const { label, otto } = await anApproved(deps, userId);
    const commit = await holding(deps.db, (tx) => renameMember(tx, userId, winter, now));
    await deps.db.$client.query(`insert into wallet_payout_files values ('F', now(), ${otto}, 1, 1, '<Document/>')`);
    const exported = deps.db.$client.query(
      `update wallet_withdrawals set status = 'processing', payout_file_id = 'F' where label = '${label}'`,
    );
    await untilWaiting(deps.db, 1);
    expect(await statusOf(deps, label)).toBe('approved');
    await commit();
    await exported;
    expect([await statusOf(deps, label), (await findUser(deps.db, userId))?.lastname]).toEqual([
      'processing',
      'Winter',
    ]);
  });
});
