import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { OrderStatus } from '../../contract/orders';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { uuidV7 } from '../../database/uuid-v7';
import { securityChanges } from '../../identity/security-changes';
import { users } from '../../members/members.tables';
import { memberPermissions } from '../../members/permissions';
import { findUser, type UserRow } from '../../members/users';
import { newLabel } from '../labels';
import { walletOrders } from '../orders/orders.tables';
import { aMember, giveMoney, now, pastTriggers } from '../wallet.testing';
import { walletWithdrawAccounts } from '../withdraw-accounts/withdraw-accounts.tables';
import { walletPayoutFiles, walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { depositBlockOf, getWalletState, withdrawalBlockOf } from './blocks';
import { getLimits } from './limits';

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
const ago = (ms: number) => new Date(now.getTime() - ms);

describeOnEachDatabase('the wallet says why', (open) => {
  let club: TestDatabase;
  let userId: number;
  let withdrawAccountId: number;
  beforeEach(async () => {
    club = await open();
    userId = await aMember(club);
    await setUser({ permissions: memberPermissions });
    withdrawAccountId = await addAccount({});
    await giveMoney(club, userId, 100_000n);
  });

  const setUser = (values: Partial<typeof users.$inferInsert>) =>
    club.db.update(users).set(values).where(eq(users.id, userId));
  const setAccount = (values: Partial<typeof walletWithdrawAccounts.$inferInsert>) =>
    pastTriggers(club, (tx) =>
      tx.update(walletWithdrawAccounts).set(values).where(eq(walletWithdrawAccounts.id, withdrawAccountId)),
    );
  const addAccount = async (values: Partial<typeof walletWithdrawAccounts.$inferInsert>) => {
    const row = {
      userId,
      name: 'Giro',
      holder: 'Mira Maier',
      iban: 'DE02120300000000202051',
      usableAt: now,
      createdAt: ago(dayMs),
      ...values,
    };
    const [added] = await club.db.insert(walletWithdrawAccounts).values(row).returning();
    return added?.id as number;
  };
  const addWithdrawal = async (amount: bigint, status: string, requestedAt: Date) => {
    const label = newLabel('WD');
    const wasApproved = !['pending', 'canceled', 'rejected'].includes(status);
    const approvedBy = wasApproved ? await aMember(club) : null;
    const payoutFileId = wasApproved && status !== 'approved' ? label : null;
    if (payoutFileId) {
      const file = { createdAt: now, createdBy: await aMember(club), transfers: 1, total: amount, xml: '<Document/>' };
      await club.db.insert(walletPayoutFiles).values({ id: payoutFileId, ...file });
    }
    const row = {
      label,
      userId,
      draftId: uuidV7(now),
      withdrawAccountId,
      amount,
      fee: 0n,
      status,
      transactionLabel: newLabel('TX'),
      requestedAt,
      estimatedOn: '2026-11-24',
      cancelTokenHash: Buffer.from(label),
      fourEyesFrom: 100_000n,
      approvedBy,
      payoutFileId,
    };
    await pastTriggers(club, (tx) => tx.insert(walletWithdrawals).values(row));
  };
  const addOrder = (status: OrderStatus) =>
    pastTriggers(club, (tx) =>
      tx.insert(walletOrders).values({
        label: newLabel('OR'),
        userId,
        type: 'deposit',
        status,
        amount: 5000n,
        amountPaid: status === 'completed' ? 5000n : 0n,
        paymentMethod: 'bank_transfer',
        createdAt: now,
        expiresAt: new Date(now.getTime() + dayMs),
      }),
    );
  const audit = (action: string, at: Date) => club.db.insert(auditLog).values({ at, userId, actorId: userId, action });
  const me = async () => (await findUser(club.db, userId)) as UserRow;
  const findBlock = async (at: Date, language: 'en' | 'de' = 'en') =>
    withdrawalBlockOf(await me(), await getWalletState(club.db, userId, at), at, language);
  const withdrawal = async (at = now) => {
    const block = await findBlock(at);
    return block && [block.code, block.until];
  };
  const deposit = async () => depositBlockOf(await me(), await getLimits(club.db, userId, now), 'en')?.code ?? null;

  it('nothing where nothing stands in the way', async () => {
    expect([await withdrawal(), await deposit()]).toEqual([null, null]);
  });

  it('what the member can mend before what passes', async () => {
    await setAccount({ deletedAt: now });
    await audit('password.changed', ago(hourMs));
    const closing = { deletionRequestedAt: now, deletionDueAt: new Date(now.getTime() + dayMs) };
    await setUser({ permissions: [], emailVerifiedAt: null, addressIsFilled: false, ...closing });
    expect([await withdrawal(), await deposit()]).toEqual([['missing_permission', null], 'missing_permission']);
    await setUser({ permissions: memberPermissions });
    expect([await withdrawal(), await deposit()]).toEqual([['account_closing', null], 'account_closing']);
    await setUser({ deletionRequestedAt: null, deletionDueAt: null });
    expect([await withdrawal(), await deposit()]).toEqual([['email_not_verified', null], null]);
    await setUser({ emailVerifiedAt: now });
    expect(await withdrawal()).toEqual(['address_missing', null]);
    await setUser({ addressIsFilled: true });
    expect(await withdrawal()).toEqual(['no_withdraw_account', null]);
    await setAccount({ deletedAt: null, isDisabled: true });
    expect(await withdrawal()).toEqual(['no_withdraw_account', null]);
    await setAccount({ isDisabled: false });
    expect(await withdrawal()).toEqual(['paused', '2026-11-21T09:00:00.000Z']);
  });

  it('why no account takes money: there is none, none is in their name, or none is checked yet', async () => {
    const said = async () => {
      const [en, de] = [await findBlock(now), await findBlock(now, 'de')];
      expect([en?.code, de?.code]).toEqual(['no_withdraw_account', 'no_withdraw_account']);
      return [en?.message, de?.message];
    };
    await setAccount({ deletedAt: now });
    expect(await said()).toEqual([
      expect.stringContaining('add a withdraw account first'),
      expect.stringContaining('Füge zuerst ein Auszahlungskonto hinzu'),
    ]);
    await setAccount({ deletedAt: null, isDisabled: true, holder: 'Somebody Else' });
    expect(await said()).toEqual([
      expect.stringContaining('None of your withdraw accounts is in your name.'),
      expect.stringContaining('Keines deiner Auszahlungskonten läuft auf deinen Namen.'),
    ]);
    await setAccount({ holder: 'Mira Maier' });
    expect(await said()).toEqual([
      expect.stringContaining('in your name now but still disabled'),
      expect.stringContaining('noch nicht freigegeben'),
    ]);
  });

  it.each(securityChanges)('that withdrawals pause for a day after %s', async (action) => {
    await audit(action, ago(dayMs - 1000));
    expect(await withdrawal()).toEqual(['paused', '2026-11-20T10:00:01.000Z']);
    expect(await withdrawal(new Date(now.getTime() + 1000))).toBeNull();
    expect(await deposit()).toBeNull();
  });

  it('nothing of a sign-in, a wrong password, or what somebody else changed', async () => {
    for (const action of ['login', 'password.change_failed', 'two_factor.begin', 'email.change_requested'])
      await audit(action, ago(hourMs));
    const other = await aMember(club);
    await club.db.insert(auditLog).values({ at: now, userId: other, actorId: other, action: 'password.changed' });
    expect(await withdrawal()).toBeNull();
  });

  it('when the first account has cooled down', async () => {
    await setAccount({ usableAt: new Date(now.getTime() + dayMs) });
    expect(await withdrawal()).toEqual(['no_withdraw_account', '2026-11-21T10:00:00.000Z']);
    expect((await findBlock(now, 'de'))?.message).toContain('erst nach 24\u00a0Stunden');
    await addAccount({ iban: 'FR1420041010050500013M02606' });
    expect(await withdrawal()).toBeNull();
  });

  it('that too much is open', async () => {
    for (const status of ['pending', 'approved', 'processing']) await addWithdrawal(2000n, status, now);
    for (const status of ['pending', 'awaiting_payment', 'awaiting_payment', 'partially_paid'] as const)
      await addOrder(status);
    await addOrder('completed');
    expect([await withdrawal(), await deposit()]).toEqual([['too_many_open', null], null]);
    await addOrder('awaiting_payment');
    expect(await deposit()).toBe('too_many_open');
  });

  it('when 30 days have room for the smallest withdrawal again', async () => {
    for (const status of ['canceled', 'rejected', 'failed']) await addWithdrawal(2_500_000n, status, now);
    await addWithdrawal(2_500_000n, 'completed', ago(30 * dayMs));
    await addWithdrawal(1000n, 'completed', ago(20 * dayMs));
    await addWithdrawal(499_001n, 'returned', ago(10 * dayMs));
    await addWithdrawal(1_999_998n, 'pending', ago(dayMs));
    expect(await getLimits(club.db, userId, now)).toMatchObject({
      leftIn30Days: 1n,
      openWithdrawals: 1,
      openOrders: 0,
    });
    expect(await withdrawal()).toEqual(['limit_reached', '2026-12-10T10:00:00.000Z']);
    expect(await withdrawal(ago(-20 * dayMs))).toBeNull();
  });

  it('that less is there than the smallest withdrawal', async () => {
    userId = await aMember(club);
    await setUser({ permissions: memberPermissions });
    await addAccount({});
    await giveMoney(club, userId, 1999n);
    const german = await findBlock(now, 'de');
    expect([german?.code, german?.message.replace(/\s/g, ' ')]).toEqual([
      'balance_too_low',
      'Die kleinste Auszahlung ist 20,00 €; so viel ist nicht verfügbar.',
    ]);
    await giveMoney(club, userId, 1n);
    expect(await withdrawal()).toBeNull();
  });
});
