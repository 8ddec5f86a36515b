import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { CommandFailed } from '../../club/command';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { aColleague, actorNumbered } from '../../identity/staff/staff.testing';
import { users } from '../../members/members.tables';
import { memberPermissions } from '../../members/permissions';
import { notifications } from '../../notifications/notifications.tables';
import { debtsList } from '../debts/debts.club';
import { getWalletState, withdrawalBlockOf } from '../limits/blocks';
import { getWallet } from '../overview/overview';
import { walletTransactions } from '../transactions/transactions.tables';
import { listBrokenPromises } from '../wallet.promises.testing';
import { aMember, now, pastTriggers } from '../wallet.testing';
import { failWithdrawal, markExported, returnWithdrawal, settleWithdrawal } from '../withdrawals/settlement';
import { withdrawalsApprove } from '../withdrawals/withdrawals.club';
import { walletPayoutFiles, walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { approve } from '../withdrawals/withdrawals.testing';
import { assignTransfer } from './assign';
import { entryOf, findStatus, importEntries } from './bank.testing';
import { exportPayouts } from './payouts';
import { expectKept, paid } from './reversals.testing';

describeOnEachDatabase('a claim', (open) => {
  it('ends a withdrawal that was not exported, whose money would be gone, and its member is told why', async () => {
    const club = await open();
    const { hold, reverse, standing, userId } = await paid(club, 10_000n, 20_000n);
    const label = await hold(30_000n);
    await approve(club, label, await aMember(club));
    const { claims, warnings } = await reverse();
    expect(claims).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining(`Withdrawal ${label} of member ${userId} was ended`)]);
    expect(await findStatus(club, label)).toBe('rejected');
    expect(await standing()).toEqual([20_000n, 0n, 0n]);
    const reason = 'The bank reversed a payment of yours, so we ended this withdrawal.';
    const [row] = await club.db.select().from(walletWithdrawals).where(eq(walletWithdrawals.label, label));
    expect(row?.failureReason).toContain(reason);
    const [notice] = await club.db
      .select()
      .from(notifications)
      .where(eq(notifications.type, 'wallet.withdrawal_rejected'));
    expect(JSON.stringify(notice)).toContain(reason);
    const { rows } = await club.db.$client.query(`select 1 from pgboss.job where data::text like '%${reason}%'`);
    expect(rows).toHaveLength(1);
    const staff = await aStaff(club);
    const { file } = await transaction(club.db, (tx) => exportPayouts(tx, staff, now));
    expect(file).toBe(null);
    await expectKept(club);
  });

  it('ends the newest withdrawals first, and no more than it takes', async () => {
    const club = await open();
    const { hold, reverse, standing } = await paid(club, 10_000n, 20_000n);
    const [first, second, third] = [await hold(6000n), await hold(7000n), await hold(8000n)];
    await reverse();
    expect([await findStatus(club, first), await findStatus(club, second), await findStatus(club, third)]).toEqual([
      ...['pending', 'rejected', 'rejected'],
    ]);
    expect(await standing()).toEqual([14_000n, 6000n, 0n]);
    await expectKept(club);
  });

  it('takes holds, then available money, and leaves a debt that each later credit repays first', async () => {
    const club = await open();
    const { userId, exported, hold, reverse, standing, pay } = await paid(club, 20_000n);
    await exported(12_000n);
    await hold(3000n);
    const { claims } = await reverse();
    expect(claims).toMatchObject([{ userId, amount: 12_000n }]);
    expect(await standing()).toEqual([0n, 12_000n, 12_000n]);
    await pay(5000n);
    expect(await standing()).toEqual([0n, 12_000n, 7000n]);
    const { transfers } = await importEntries(club, entryOf({ amount: 3000n }));
    await transaction(club.db, (tx) => assignTransfer(tx, club, transfers[0]?.id as number, { userId }, now));
    expect(await standing()).toEqual([0n, 12_000n, 4000n]);
    await pay(9000n);
    expect(await standing()).toEqual([5000n, 12_000n, 0n]);
    const repayments = await club.db
      .select()
      .from(walletTransactions)
      .where(eq(walletTransactions.referenceKind, 'debt'))
      .orderBy(asc(walletTransactions.position));
    expect(repayments.map(({ amount }) => amount)).toEqual([-5000n, -3000n, -4000n]);
    await expectKept(club);
  });

  it('is repaid by the hold of a payout that fails, and by one that comes back', async () => {
    const club = await open();
    const { exported, reverse, standing } = await paid(club, 10_000n);
    const [failed, returned] = [await exported(3000n), await exported(4000n)];
    await reverse();
    expect(await standing()).toEqual([0n, 7000n, 7000n]);
    await transaction(club.db, (tx) => failWithdrawal(tx, club, failed, { reason: null, now }));
    expect(await standing()).toEqual([0n, 4000n, 4000n]);
    const means = { reason: null, externalReference: 'B', now };
    await transaction(club.db, (tx) => settleWithdrawal(tx, club, returned, means));
    expect(await standing()).toEqual([0n, 0n, 4000n]);
    await transaction(club.db, (tx) => returnWithdrawal(tx, club, returned, means));
    expect(await standing()).toEqual([0n, 0n, 0n]);
    expect(await listBrokenPromises(club)).toEqual([]);
  });

  it('adds to an earlier one', async () => {
    const club = await open();
    const { exported, reverse, standing, pay } = await paid(club, 10_000n, 6000n);
    await exported(16_000n);
    await reverse(0);
    await reverse(1);
    expect(await standing()).toEqual([0n, 16_000n, 16_000n]);
    await pay(20_000n);
    expect(await standing()).toEqual([4000n, 16_000n, 0n]);
    await expectKept(club);
  });

  it('is shown to the member and to the staff until it is repaid, and blocks withdrawals', async () => {
    const club = await open();
    const { userId, exported, reverse, pay } = await paid(club, 10_000n);
    await exported(10_000n);
    expect((await debtsList.run(club, {}, now, aColleague)).lines).toEqual(['No member owes the club anything.']);
    await reverse();
    const [member] = await club.db.select().from(users).where(eq(users.id, userId));
    if (!member) throw new Error('The member is gone');
    const wallet = () => getWallet(club.db, member, { now, language: 'en' });
    expect((await wallet()).balances).toEqual([
      { currency: 'EUR', available: '0.00', pending: '100.00', total: '100.00', owed: '100.00' },
    ]);
    const state = await getWalletState(club.db, member.id, now);
    expect(withdrawalBlockOf(member, state, now, 'de')).toMatchObject({
      code: 'in_debt',
      message: expect.stringContaining('100,00'),
    });
    const { lines, data } = await debtsList.run(club, {}, now, aColleague);
    expect(lines).toEqual([`member ${userId}  Mira Maier  100.00 EUR`]);
    expect(data).toEqual({ debts: [{ user: userId, amount: '100.00', currency: 'EUR' }] });
    await pay(10_000n);
    expect((await wallet()).balances[0]?.owed).toBe(undefined);
    expect((await debtsList.run(club, {}, now, aColleague)).data).toEqual({ debts: [] });
  });

  it('lets nothing be approved or exported, should a hold stand beside a debt', async () => {
    const club = await open();
    const { userId, reverse, hold, pay } = await paid(club, 20_000n);
    const [waiting, approved] = [await hold(5000n), await hold(6000n)];
    await approve(club, approved, await aMember(club));
    const states = await club.db.select().from(walletWithdrawals).where(eq(walletWithdrawals.userId, userId));
    await reverse();
    await pay(11_000n);
    await plantDebt(club, userId);
    for (const { label, status } of states)
      await pastTriggers(club, (tx) =>
        tx.update(walletWithdrawals).set({ status }).where(eq(walletWithdrawals.label, label)),
      );
    const greta = await aStaff(club);
    await expect(withdrawalsApprove.run(club, { label: waiting }, now, actorNumbered(greta))).rejects.toThrow(
      new CommandFailed(`${waiting} cannot be approved: its member owes the club money.`),
    );
    const raw = club.db.$client.query(`update wallet_withdrawals set status = 'approved', approved_by = ${greta}
      where label = '${waiting}'`);
    await expect(raw).rejects.toMatchObject({ constraint: 'wallet_withdrawals_without_debt' });
    const { file } = await transaction(club.db, (tx) => exportPayouts(tx, greta, now));
    expect(file).toBe(null);
    await transaction(club.db, async (tx) => {
      const values = { id: 'F', createdAt: now, createdBy: greta, transfers: 1, total: 1n, xml: '<Document/>' };
      await tx.insert(walletPayoutFiles).values(values);
      const wanted = { labels: [approved], fileId: 'F', staffId: greta, now };
      await expect(markExported(tx, wanted)).rejects.toThrow('its member owes the club money');
    });
  });

  it('is refused by the database beside available money', async () => {
    const club = await open();
    const { userId } = await paid(club, 1000n);
    const { rows } = await club.db.$client.query(
      `insert into ledger_accounts (kind, user_id, currency, created_at) values ('member.debt', ${userId}, 'EUR', now()),
         ('club.adjustment', null, 'EUR', now()) returning id`,
    );
    const [debt, adjustment] = rows.map(({ id }) => id);
    const owe = club.db.$client.query(`do $$ declare booked bigint; begin
      insert into ledger_entries (kind, key, booked_at, salt, postings)
        values ('test', 'owe', now(), decode(repeat('00', 32), 'hex'), 2) returning id into booked;
      insert into ledger_postings (entry_id, account_id, amount) values (booked, ${debt}, -5), (booked, ${adjustment}, 5);
      end $$`);
    await expect(owe).rejects.toMatchObject({ constraint: 'ledger_accounts_debt_first' });
  });
});

async function aStaff(club: TestDatabase): Promise<number> {
  const id = await aMember(club);
  const permissions = [...memberPermissions, 'withdrawals.approve', 'payouts.export'] as typeof memberPermissions;
  await club.db.update(users).set({ permissions }).where(eq(users.id, id));
  return id;
}

/** Writes a debt that the rules do not allow. */
const plantDebt = (club: TestDatabase, userId: number) =>
  club.db.$client.query(`do $$ begin
    set local session_replication_role = replica;
    insert into ledger_accounts (kind, user_id, currency, balance, postings, created_at)
      values ('member.debt', ${userId}, 'EUR', -100, 1, now());
    end $$`);
