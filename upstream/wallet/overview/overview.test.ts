import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenItems } from '../../contract/wallet-open';
import { describeOnEachDatabase, type Open } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { getToken, openClub } from '../../identity/identity.testing';
import { users } from '../../members/members.tables';
import { newLabel } from '../labels';
import { walletOrders } from '../orders/orders.tables';
import { giveMoney, now } from '../wallet.testing';
import { holdAmount } from '../withdrawals/money-moves';
import { mountOverview } from './overview.api';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

async function openWallet(open: Open) {
  const club = await openClub(open, {}, (api, deps) => {
    mountOverview(api, deps);
    return {};
  });
  const member = await club.addMember();
  const token = await getToken(club);
  return {
    club,
    member,
    call: (path: string, language: 'en' | 'de' = 'en') => club.call('GET', path, { token, language }),
  };
}

describeOnEachDatabase('the wallet', (open) => {
  it('of a member without bookings has EUR 0.00, and says what the limits are', async () => {
    const { call } = await openWallet(open);
    const { status, body } = await call('/wallet');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      balances: [{ currency: 'EUR', available: '0.00', pending: '0.00', total: '0.00' }],
      deposit: {
        min: '50.00',
        max: '50000.00',
        expires_after_days: 14,
        open_orders: 0,
        max_open_orders: 5,
        blocked: null,
      },
      withdrawal: {
        min: '20.00',
        max: '10000.00',
        fee: '0.00',
        max_in_30_days: '25000.00',
        left_in_30_days: '25000.00',
      },
    });
  });

  it('has what is available and what is held', async () => {
    const { club, member, call } = await openWallet(open);
    await giveMoney(club, member.id, 12_345n);
    const held = { label: newLabel('WD'), userId: member.id, amount: 345n, fee: 0n, currency: 'EUR' };
    await transaction(club.db, (tx) => holdAmount(tx, held, now));
    expect((await call('/wallet')).body).toMatchObject({
      balances: [{ available: '120.00', pending: '3.45', total: '123.45' }],
    });
  });

  it('says in the member’s language why nothing can be withdrawn', async () => {
    const { call } = await openWallet(open);
    const blocked = async (language: 'en' | 'de') =>
      (
        (await call('/wallet', language)).body as unknown as {
          withdrawal: { blocked: { code: string; message: string } };
        }
      ).withdrawal.blocked;
    const [english, german] = [await blocked('en'), await blocked('de')];
    expect(english.code).toBe(german.code);
    expect(english.message).not.toBe(german.message);
  });

  it('has a history of as many days as are asked for, and of no more than a year', async () => {
    const { call } = await openWallet(open);
    const points = async (query: string) =>
      ((await call(`/wallet/balance-history${query}`)).body as unknown as { points: { on: string }[] }).points;
    expect(await points('')).toHaveLength(90);
    expect((await points('?days=366')).at(-1)?.on).toBe('2026-11-20');
    for (const days of ['6', '367', '1.5', 'x']) {
      expect((await call(`/wallet/balance-history?days=${days}`)).status, days).toBe(422);
    }
  });

  it('is closed to members without the permission', async () => {
    const { club, member, call } = await openWallet(open);
    const permissions = member.permissions.filter((name) => name !== 'wallet.view');
    await club.db.update(users).set({ permissions }).where(eq(users.id, member.id));
    for (const path of ['/wallet', '/wallet/balance-history']) {
      const { status, body } = await call(path);
      expect([status, body.code]).toEqual([403, 'missing_permission']);
    }
  });

  it('lists the newest open orders and withdrawals together, with how many there are', async () => {
    const { club, member, call } = await openWallet(open);
    const nobody = { data: [], total: 0 };
    expect((await call('/wallet/open')).body).toEqual({ orders: nobody, withdrawals: nobody });
    const other = await club.addMember({ email: 'noa@example.org' });
    const labels = ['OR-000000001', 'OR-000000002', 'OR-000000003', 'OR-000000004'];
    const order = { type: 'deposit' as const, status: 'awaiting_payment' as const, amount: 5000n };
    const times = { expiresAt: new Date(now.getTime() + 86_400_000), paymentMethod: 'bank_transfer' as const };
    await club.db
      .insert(walletOrders)
      .values([
        ...labels.map((label, age) => ({ label, userId: member.id, ...order, ...times, createdAt: before(age) })),
        { label: newLabel('OR'), userId: other.id, ...order, ...times, createdAt: now },
      ]);
    const { status, body } = await call('/wallet/open?most=3');
    expect([status, club.problems]).toEqual([200, []]);
    const { orders, withdrawals } = body as unknown as OpenItems;
    expect([orders.data.map(({ order_label }) => order_label), orders.total]).toEqual([labels.slice(0, 3), 4]);
    expect(withdrawals).toEqual(nobody);
  });
});

const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
