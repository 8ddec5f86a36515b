import { asc, eq, isNotNull, min } from 'drizzle-orm';
import { isValidIBAN } from 'ibantools';
import { expect, it } from 'vitest';
import { withPastCommissions } from '../affiliate/affiliate.seed';
import { affiliateCommissions } from '../affiliate/commissions/commissions.tables';
import { listCommissionFaults } from '../affiliate/commissions/verify-commissions';
import { describeOnEachDatabase } from '../database/database.testing';
import { createPastPlants, seedRooms } from '../growing/growing.seed';
import { seedIdentity } from '../identity/identity.seed';
import { getBalances } from '../ledger/ledger';
import { verifyLedger } from '../ledger/verify';
import { users } from '../members/members.tables';
import { notifications } from '../notifications/notifications.tables';
import { walletOrders } from './orders/orders.tables';
import { walletTransactions } from './transactions/transactions.tables';
import { listWalletFaults } from './verify-wallet';
import { seedWallets } from './wallet.seed';
import { walletWithdrawAccounts } from './withdraw-accounts/withdraw-accounts.tables';
import { walletWithdrawals } from './withdrawals/withdrawals.tables';

describeOnEachDatabase('the demo club', (open) => {
  it('has wallets with a past that the ledger verifies, once, and nobody is told', async () => {
    const deps = await open();
    const now = new Date();
    await seedIdentity(deps, now);
    await seedRooms(deps, now);
    await seedWallets(deps, withPastCommissions(createPastPlants(now), now), now);
    const first = await deps.db.$count(walletTransactions);
    await seedWallets(deps, withPastCommissions(createPastPlants(now), now), now);
    expect(await deps.db.$count(walletTransactions)).toBe(first);
    expect((await verifyLedger(deps, [listWalletFaults, listCommissionFaults])).faults).toEqual([]);
    expect(await deps.db.$count(notifications)).toBe(0);

    const getId = async (name: string) => {
      const [found] = await deps.db
        .select({ id: users.id })
        .from(users)
        .where(eq(users.email, `${name}@example.org`));
      return found?.id as number;
    };
    const [anna, ben, clara] = [await getId('anna'), await getId('ben'), await getId('clara')];
    const past = await deps.db
      .select()
      .from(walletTransactions)
      .where(eq(walletTransactions.userId, anna))
      .orderBy(asc(walletTransactions.position));
    expect(past.length).toBeGreaterThan(120);
    expect(past.every(({ bookedAt }, index) => index === 0 || bookedAt >= (past[index - 1]?.bookedAt ?? now))).toBe(
      true,
    );
    expect(past.every(({ bookedAt }) => bookedAt < now)).toBe(true);
    expect(new Set(past.map(({ type }) => type))).toEqual(
      new Set([
        ...['deposit', 'withdrawal', 'withdrawal_refund', 'plant_purchase', 'harvest_payout', 'commission'],
        ...['commission_reversal', 'refund', 'bonus'],
      ]),
    );
    const given = past.filter(({ type }) => ['harvest_payout', 'commission', 'commission_reversal'].includes(type));
    expect(given.filter(({ referenceLabel }) => referenceLabel === null)).toEqual([]);
    const own = await deps.db.select().from(affiliateCommissions).where(eq(affiliateCommissions.userId, anna));
    expect(new Set(own.map(({ status, paidAt }) => `${status}${paidAt ? ' after the payment' : ''}`))).toEqual(
      new Set(['pending', 'paid after the payment', 'reversed', 'reversed after the payment']),
    );
    expect(new Set(own.map(({ level }) => level))).toEqual(new Set([1, 2, 3]));
    expect(await getBalances(deps.db, anna, 'EUR')).toMatchObject({ held: 35_000n });
    expect((await getBalances(deps.db, ben, 'EUR')).available).toBeGreaterThan(0n);
    expect(await getBalances(deps.db, clara, 'EUR')).toEqual({ available: 0n, held: 0n });

    const listStates = async (table: typeof walletOrders | typeof walletWithdrawals) =>
      new Set((await deps.db.select({ status: table.status }).from(table)).map(({ status }) => status));
    expect(await listStates(walletOrders)).toEqual(
      new Set(['completed', 'refunded', 'awaiting_payment', 'partially_paid']),
    );
    expect(await listStates(walletWithdrawals)).toEqual(new Set(['completed', 'returned', 'pending']));
    // As for every member, the first completed withdrawal fixes the name and the country.
    const firsts = await deps.db
      .select({ userId: walletWithdrawals.userId, firstWithdrawalAt: min(walletWithdrawals.completedAt) })
      .from(walletWithdrawals)
      .groupBy(walletWithdrawals.userId);
    const fixed = await deps.db
      .select({ userId: users.id, firstWithdrawalAt: users.firstWithdrawalAt })
      .from(users)
      .where(isNotNull(users.firstWithdrawalAt));
    expect(fixed).toHaveLength(2);
    expect(fixed).toEqual(expect.arrayContaining(firsts));
    const accounts = await deps.db.select().from(walletWithdrawAccounts);
    expect(accounts.map(({ iban }) => isValidIBAN(iban))).toEqual([true, true, true]);
    expect(accounts.filter(({ usableAt }) => usableAt > now)).toHaveLength(1);
  });
});
