import { and, eq, like, or } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { listCommissionNotices, withPastCommissions } from '../affiliate/affiliate.seed';
import { affiliateCommissions } from '../affiliate/commissions/commissions.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import { createPastPlants, seedRooms } from '../growing/growing.seed';
import { listHarvestNotices } from '../growing/growing.seed-notices';
import { demoPassword, seedIdentity } from '../identity/identity.seed';
import { listAccountNotices } from '../identity/identity.seed-notices';
import { users } from '../members/members.tables';
import { seedNotifications } from '../notifications/notifications.seed';
import { notifications } from '../notifications/notifications.tables';
import { openTellingClub } from '../notifications/notifications.testing';
import { inWords } from '../wallet/amounts';
import { walletOrders } from '../wallet/orders/orders.tables';
import { walletTransactions } from '../wallet/transactions/transactions.tables';
import { seedWallets } from '../wallet/wallet.seed';
import { listWalletNotices } from '../wallet/wallet.seed-notices';
import { walletWithdrawals } from '../wallet/withdrawals/withdrawals.tables';

describeOnEachDatabase('the demo club', (open) => {
  async function openSeeded() {
    const club = await openTellingClub(open);
    const now = new Date();
    await seedIdentity(club, now);
    await seedRooms(club, now);
    await seedWallets(club, withPastCommissions(createPastPlants(now), now), now);
    const seed = () =>
      seedNotifications(club, [listAccountNotices, listWalletNotices, listCommissionNotices, listHarvestNotices], now);
    await seed();
    return { club, now, seed };
  }

  it('has told its members things, Anna more than a page of each kind, once and in both languages', async () => {
    const { club, now, seed } = await openSeeded();
    const first = await club.db.$count(notifications);
    await seed();
    expect(await club.db.$count(notifications)).toBe(first);
    const { body } = await club.post('/auth/login', { email: 'anna@example.org', password: demoPassword });
    const token = body.token.access_token;
    const list = async (kind: string, language: 'en' | 'de') =>
      (await club.call('GET', `/user/notifications/${kind}`, { token, language })).body as unknown as {
        total: number;
        data: { created_at: string; data: { title: string } }[];
      };
    for (const kind of ['unread', 'read']) {
      const [german, english] = [await list(kind, 'de'), await list(kind, 'en')];
      expect(german.total).toBeGreaterThan(15);
      expect(german.data.map(({ data }) => data.title)).not.toEqual(english.data.map(({ data }) => data.title));
      expect(german.data.every(({ created_at }) => new Date(created_at) < now)).toBe(true);
    }
  });

  it('has told them only of what they have, and pays commissions to Anna only after somebody joined through her link', async () => {
    const { club } = await openSeeded();
    const { db } = club;
    const told = await db
      .select()
      .from(notifications)
      .where(or(like(notifications.url, '/financial/%'), like(notifications.url, '/affiliate/%')))
      .orderBy(notifications.id);
    expect(told.length).toBeGreaterThan(30);
    for (const { userId, url, title, description } of told) {
      const [, , kind, label = ''] = (url ?? '').split('/');
      const amounts = await listAmounts(kind, label, userId);
      const words = `${title.en} ${description.en}`;
      expect(
        amounts.some((amount) => words.includes(inWords(amount, 'EUR', 'en'))),
        `${words} → ${url}`,
      ).toBe(true);
    }

    const [anna] = await db.select().from(users).where(eq(users.email, 'anna@example.org'));
    const line = await db
      .select()
      .from(users)
      .where(eq(users.referrerId, anna?.id ?? 0));
    const joined = Math.min(...line.map(({ createdAt }) => createdAt.getTime()));
    const commissions = await db.select().from(walletTransactions).where(eq(walletTransactions.type, 'commission'));
    expect(commissions.length).toBeGreaterThan(0);
    for (const { bookedAt } of commissions) expect(bookedAt.getTime()).toBeGreaterThan(joined);

    /** Returns the amounts that a page of the member's wallet shows; none if it is not the member's. */
    async function listAmounts(kind = '', label = '', userId = 0): Promise<bigint[]> {
      switch (kind) {
        case 'order': {
          const own = and(eq(walletOrders.label, label), eq(walletOrders.userId, userId));
          return (await db.select().from(walletOrders).where(own)).flatMap(({ amount, amountPaid }) => [
            amount,
            amountPaid,
          ]);
        }
        case 'withdraw': {
          const own = and(eq(walletWithdrawals.label, label), eq(walletWithdrawals.userId, userId));
          return (await db.select().from(walletWithdrawals).where(own)).map(({ amount, fee }) => amount - fee);
        }
        case 'commissions': {
          const own = and(eq(affiliateCommissions.id, label), eq(affiliateCommissions.userId, userId));
          return (await db.select().from(affiliateCommissions).where(own)).map(({ amount }) => amount);
        }
        default: {
          const own = and(eq(walletTransactions.label, label), eq(walletTransactions.userId, userId));
          return (await db.select().from(walletTransactions).where(own)).map(({ amount }) =>
            amount < 0n ? -amount : amount,
          );
        }
      }
    }
  });
});
