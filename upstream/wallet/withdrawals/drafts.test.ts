import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { getBalances } from '../../ledger/ledger';
import { users } from '../../members/members.tables';
import { walletConfig } from '../wallet.config';
import { giveMoney } from '../wallet.testing';
import type { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { walletWithdrawalDrafts } from './withdrawals.tables';
import { openWithdrawing, type WithdrawalClub } from './withdrawing.testing';

const start = new Date('2026-11-20T09:00:00Z');
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describeOnEachDatabase('the draft of a withdrawal', (open) => {
  let club: WithdrawalClub;
  beforeEach(async () => {
    club = await openWithdrawing(open);
  });
  const balances = () => getBalances(club.db, club.member.id, 'EUR');

  it('is shown as a draft first, which holds nothing', async () => {
    const { status, body } = await club.draft('250.00');
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        amount: '250.00',
        fee: '0.00',
        net_amount: '250.00',
        currency: 'EUR',
        withdraw_account_id: club.withdrawAccountId,
        withdraw_account: { type: 'sepa', masked: 'DE•• •••• 6199', holder: 'Mira Maier' },
        estimated_at: '2026-11-24',
        expires_at: '2026-11-20T09:15:00.000Z',
        withdraw_label: null,
      },
    ]);
    expect(await balances()).toEqual({ available: 500_000n, held: 0n });
    expect((await club.get(`/wallet/withdrawals/drafts/${body.id}`)).body).toEqual(body);
  });

  it.each([
    ['19.99', 'amount', 'The smallest withdrawal is €20.00.'],
    ['10000.01', 'amount', 'The largest withdrawal is €10,000.00.'],
    ['5000.01', 'amount', 'You have €5,000.00 available.'],
    ['0.00', 'amount', null],
    ['-20.00', 'amount', null],
    ['20', 'amount', null],
    ['20.000', 'amount', null],
    ['1e3', 'amount', null],
  ])('of %s is refused at its field', async (amount, field, words) => {
    const { status, body } = await club.draft(amount);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    if (words) expect(body.errors[field]).toEqual([words]);
  });

  it('goes to an account of the member’s own that is active', async () => {
    let count = 0;
    const refused = async (change: Partial<typeof walletWithdrawAccounts.$inferInsert>) => {
      const another = await club.addAccount({ iban: `FR142004101005050001300000${++count}`, ...change });
      const { status, body } = await club.draft('20.00', another);
      return [status, Object.keys(body.errors)];
    };
    const other = await club.addMember({ email: 'ida@example.org' });
    const atAccount = [422, ['withdraw_account_id']];
    expect(await refused({ usableAt: new Date(start.getTime() + 1000) })).toEqual(atAccount);
    expect(await refused({ isDisabled: true })).toEqual(atAccount);
    expect(await refused({ deletedAt: start })).toEqual(atAccount);
    expect(await refused({ userId: other.id })).toEqual(atAccount);
    expect((await club.draft('20.00', 999_999)).status).toBe(422);
  });

  it('tells of the configured waiting time of a new account', async () => {
    vi.spyOn(walletConfig.withdraw_account, 'cool_down_hours', 'get').mockReturnValue(48);
    const another = await club.addAccount({
      iban: 'FR1420041010050500013000001',
      usableAt: new Date(start.getTime() + 1000),
    });
    const { body } = await club.draft('20.00', another);
    expect(body.errors.withdraw_account_id).toEqual([expect.stringContaining('48\u00a0hours')]);
  });

  it('is refused as a whole where the wallet is blocked', async () => {
    await club.db.update(users).set({ addressIsFilled: false });
    const { status, body } = await club.draft('20.00');
    expect([status, body.code]).toEqual([409, 'address_missing']);
  });

  it('is forgotten a day after it expired', async () => {
    await giveMoney(club, club.member.id, 100n, start);
    await club.draft('20.00');
    pass(24 * 60 + 15);
    await club.tidy();
    expect(await club.db.$count(walletWithdrawalDrafts)).toBe(1);
    pass(1);
    await club.tidy();
    expect(await club.db.$count(walletWithdrawalDrafts)).toBe(0);
  });
});
