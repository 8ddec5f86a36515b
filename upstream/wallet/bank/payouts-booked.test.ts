import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { users } from '../../identity/identity.tables';
import { notifications } from '../../notifications/notifications.tables';
import { now } from '../wallet.testing';
import { walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { assignTransfer } from './assign';
import {
  asBatchOf,
  availableOf,
  balanceOf,
  entryOf,
  expectAgreement,
  importEntries,
  outcomesOf,
  statementOf,
  statusOf,
  twoPayouts,
  withTypo,
} from './bank.testing';
import { importStatements } from './import';

describeOnEachDatabase('a payout on the statement', (open) => {
  async function exported() {
    const club = await open();
    const payouts = await twoPayouts(club);
    return { club, ...payouts, first: payouts.labels[0] };
  }

  it('completes its withdrawal, and a return brings the money back', async () => {
    const { club, userId, first } = await exported();
    await importEntries(club, entryOf({ amount: -9900n, endToEndId: first }));
    expect(await statusOf(club, first)).toBe('completed');
    await importEntries(club, entryOf({ amount: 9900n, endToEndId: first, returnReason: 'AC04' }));
    expect(await statusOf(club, first)).toBe('returned');
    expect(await outcomesOf(club)).toEqual(['credited', 'payout', 'return']);
    expect(await availableOf(club, userId)).toBe(19_900n);
    await expectAgreement(club);
  });

  it('is booked in the order in which it happened, however the file has it', async () => {
    const { club, first } = await exported();
    await importEntries(
      club,
      entryOf({ amount: 9900n, remittance: `Retoure ${first}`, returnReason: 'AC04' }),
      entryOf({ amount: -9900n, endToEndId: first }),
    );
    expect(await statusOf(club, first)).toBe('returned');
    await expectAgreement(club);
  });

  it('fails where the return is seen before the debit, which then finds its match', async () => {
    const { club, userId, first } = await exported();
    await importEntries(club, entryOf({ amount: 9900n, endToEndId: first, returnReason: 'AC04' }));
    expect(await statusOf(club, first)).toBe('failed');
    expect(await availableOf(club, userId)).toBe(20_000n);
    await importEntries(club, entryOf({ amount: -9900n, endToEndId: first }));
    expect(await outcomesOf(club)).toEqual(['credited', 'return', 'payout']);
    expect(await balanceOf(club, 'club.payable')).toBe(0n);
    await expectAgreement(club);
  });

  it('is listed where the bank takes again what it has sent back', async () => {
    const { club, first } = await exported();
    await importEntries(club, entryOf({ amount: 9900n, endToEndId: first, returnReason: 'AC04' }));
    await importEntries(
      club,
      entryOf({ amount: -9900n, endToEndId: first }),
      entryOf({ amount: -9900n, endToEndId: first }),
    );
    expect(await outcomesOf(club)).toEqual(['credited', 'return', 'payout', 'unmatched']);
    expect(await balanceOf(club, 'club.payable')).toBe(-9900n);
    await expectAgreement(club);
  });

  it('is booked aside where the amount is another, the label unknown, or it was paid before', async () => {
    const { club, first } = await exported();
    await importEntries(
      club,
      entryOf({ amount: -10_000n, endToEndId: first }),
      entryOf({ amount: -9900n, endToEndId: withTypo(first) }),
      entryOf({ amount: -9900n, endToEndId: first }),
      entryOf({ amount: -9900n, endToEndId: first }),
    );
    expect((await outcomesOf(club)).sort()).toEqual(['credited', 'payout', 'unmatched', 'unmatched', 'unmatched']);
    await expectAgreement(club);
  });

  it('is settled by hand where the bank took a fee besides, which is the club’s matter', async () => {
    const { club, userId, first } = await exported();
    const { transfers } = await importEntries(club, entryOf({ amount: -9935n, endToEndId: first }));
    const [transfer] = transfers;
    expect(await statusOf(club, first)).toBe('processing');
    const assign = () =>
      transaction(club.db, (tx) => assignTransfer(tx, club, transfer?.id ?? 0, { withdrawals: [first] }, now));
    expect(await assign()).toMatchObject({ outcome: 'payout', withdrawalLabel: first });
    expect(await statusOf(club, first)).toBe('completed');
    expect(await availableOf(club, userId)).toBe(10_000n);
    expect([await balanceOf(club, 'club.payable'), await balanceOf(club, 'club.adjustment')]).toEqual([0n, -35n]);
    await expectAgreement(club);
    await expect(assign()).rejects.toThrow('payout already');
  });

  it('completes every withdrawal of a file that the bank booked in one sum', async () => {
    const { club, labels, fileId } = await exported();
    const batch = asBatchOf(fileId, statementOf([entryOf({ amount: -19_800n })]));
    await transaction(club.db, (tx) => importStatements(tx, club, batch, now));
    expect(await Promise.all(labels.map((label) => statusOf(club, label)))).toEqual(['completed', 'completed']);
    expect(await outcomesOf(club)).toEqual(['credited', 'payout']);
    await expectAgreement(club);
  });

  it('is known by its label in the remittance where the bank repeats it there alone', async () => {
    const { club, first } = await exported();
    await importEntries(club, entryOf({ amount: -9900n, remittance: `Almende ${first}` }));
    expect(await statusOf(club, first)).toBe('completed');
    expect(await outcomesOf(club)).toEqual(['credited', 'payout']);
    await expectAgreement(club);
  });

  it('waits for the staff where the bank takes back a whole file: it is the members’ money', async () => {
    const { club, fileId } = await exported();
    const batchOf = (amount: bigint, isReversal = false) =>
      transaction(club.db, (tx) =>
        importStatements(tx, club, asBatchOf(fileId, statementOf([entryOf({ amount, isReversal })])), now),
      );
    await batchOf(-19_800n);
    await batchOf(19_800n, true);
    expect(await outcomesOf(club)).toEqual(['credited', 'payout', 'unmatched']);
    expect([await balanceOf(club, 'club.payable'), await balanceOf(club, 'club.adjustment')]).toEqual([19_800n, 0n]);
    await expectAgreement(club);
  });

  it.each([{ returnReason: 'AC04' }, { isReversal: true }])(
    'waits for the staff where it comes back to a member who has left: %j',
    async (how) => {
      const { club, userId, first } = await exported();
      await importEntries(
        club,
        entryOf({ amount: -9900n, isCharge: true }),
        entryOf({ amount: -9900n, endToEndId: first }),
      );
      await club.db
        .update(users)
        .set({ deletedAt: now, emailVerifiedAt: null, email: `deleted-${userId}` })
        .where(eq(users.id, userId));
      await importEntries(club, entryOf({ amount: 9900n, endToEndId: first, ...how }));
      expect((await outcomesOf(club)).slice(1).sort()).toEqual(['other', 'payout', 'unmatched']);
      expect(await statusOf(club, first)).toBe('completed');
      expect(await availableOf(club, userId)).toBe(10_000n);
      await expectAgreement(club);
    },
  );

  it('comes back in the language of the member where the bank gives no reason', async () => {
    const { club, userId, first } = await exported();
    await club.db.update(users).set({ language: 'de' }).where(eq(users.id, userId));
    await importEntries(
      club,
      entryOf({ amount: -9900n, endToEndId: first }),
      entryOf({ amount: 9900n, endToEndId: first, isReversal: true }),
    );
    const [withdrawal] = await club.db.select().from(walletWithdrawals).where(eq(walletWithdrawals.label, first));
    expect([withdrawal?.status, withdrawal?.failureReason]).toEqual(['returned', null]);
    const [notice] = await club.db
      .select()
      .from(notifications)
      .where(eq(notifications.type, 'wallet.withdrawal_returned'));
    expect(JSON.stringify(notice)).not.toContain('The bank sent it back');
  });
});
