import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { users } from '../../members/members.tables';
import { authSessions } from '../../members/sessions.tables';
import { walletOrders } from '../orders/orders.tables';
import { aMember, giveMoney, now } from '../wallet.testing';
import { walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { anAccount, aWithdrawal } from '../withdrawals/withdrawals.testing';
import { walletBankTransfers } from './bank.tables';
import { anOrder, readAvailable } from './bank.testing';
import { actAsBank } from './demo-bank';

const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

/** Adds a member with a session, because the demo bank serves only members who have signed in. */
async function aPerson(club: TestDatabase): Promise<number> {
  const userId = await aMember(club);
  const times = { createdAt: now, lastSeenAt: now, expiresAt: after(3600) };
  await club.db.insert(authSessions).values({ id: randomUUID(), userId, deviceName: 'Firefox', ...times });
  return userId;
}

async function withClerk(club: TestDatabase): Promise<string> {
  const [clerk] = await club.db
    .select()
    .from(users)
    .where(eq(users.id, await aMember(club)));
  return clerk?.email as string;
}

describeOnEachDatabase('the bank of the demo club', (open) => {
  it('pays an order after a little while, once and in full', async () => {
    const club = await open();
    const staff = await withClerk(club);
    const userId = await aPerson(club);
    await anOrder(club, userId, 12_345n);
    await actAsBank(club, staff, after(29));
    expect(await club.db.$count(walletBankTransfers)).toBe(0);
    for (const seconds of [30, 35, 120]) await actAsBank(club, staff, after(seconds));
    expect(await club.db.$count(walletBankTransfers)).toBe(1);
    expect(await readAvailable(club, userId)).toBe(12_345n);
    expect((await club.db.select().from(walletOrders))[0]?.status).toBe('completed');
  });

  it('takes a small withdrawal step by step to its end, and leaves a large one to two people', async () => {
    const club = await open();
    const staff = await withClerk(club);
    const userId = await aPerson(club);
    await giveMoney(club, userId, 300_000n);
    const withdrawAccountId = await anAccount(club, userId);
    const small = await aWithdrawal(club, { userId, withdrawAccountId, amount: 5000n });
    const large = await aWithdrawal(club, { userId, withdrawAccountId, amount: 100_000n });
    const states = async () =>
      Object.fromEntries((await club.db.select().from(walletWithdrawals)).map(({ label, status }) => [label, status]));
    const seen: unknown[] = [];
    for (let seconds = 0; seconds <= 120; seconds += 30) {
      await actAsBank(club, staff, after(seconds));
      seen.push((await states())[small]);
    }
    expect(seen).toEqual(['pending', 'approved', 'processing', 'completed', 'completed']);
    expect((await states())[large]).toBe('pending');
  });

  it('leaves what the demo club began with as it is, to be looked at', async () => {
    const club = await open();
    const staff = await withClerk(club);
    const userId = await aMember(club);
    await giveMoney(club, userId, 10_000n);
    await anOrder(club, userId, 12_345n);
    await aWithdrawal(club, { userId, withdrawAccountId: await anAccount(club, userId), amount: 5000n });
    for (let seconds = 0; seconds <= 120; seconds += 30) await actAsBank(club, staff, after(seconds));
    expect((await club.db.select().from(walletOrders))[0]?.status).toBe('awaiting_payment');
    expect((await club.db.select().from(walletWithdrawals))[0]?.status).toBe('pending');
  });
});
