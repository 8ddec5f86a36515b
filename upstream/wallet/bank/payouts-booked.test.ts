import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { users } from '../../members/members.tables';
import { notifications } from '../../notifications/notifications.tables';
import { now } from '../wallet.testing';
import { walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { assignTransfer } from './assign';
import {
  asBatchOf,
  entryOf,
  expectAgreement,
  findStatus,
  importEntries,
  listOutcomes,
  readAvailable,
  readBalance,
  statementOf,
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
    expect(await findStatus(club, first)).toBe('completed');
    await importEntries(club, entryOf({ amount: 9900n, endToEndId: first, returnReason: 'AC04' }));
    expect(await findStatus(club, first)).toBe('returned');
    expect(await listOutcomes(club)).toEqual(['credited', 'payout', 'return']);
    expect(await readAvailable(club, userId)).toBe(19_900n);
    await expectAgreement(club);
  });

  it('is booked in the order in which it happened, however the file has it', async () => {
    const { club, first } = await exported();
    await importEntries(
      club,
      entryOf({ amount: 9900n, remittance: `Retoure ${first}`, returnReason: 'AC04' }),
      entryOf({ amount: -9900n, endToEndId: first }),
    );
    expect(await findStatus(club, first)).toBe('returned');
    await expectAgreement(club);
  });

  it('fails where the return is seen before the debit, which then finds its match', async () => {
    const { club, userId, first } = await exported();
    await importEntries(club, entryOf({ amount: 9900n, endToEndId: first, returnReason: 'AC04' }));
    expect(await findStatus(club, first)).toBe('failed');
    expect(await readAvailable(club, userId)).toBe(20_000n);
    await importEntries(club, entryOf({ amount: -9900n, endToEndId: first }));
    expect(await listOutcomes(club)).toEqual(['credited', 'return', 'payout']);
    expect(await readBalance(club, 'club.payable')).toBe(0n);
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
    expect(await listOutcomes(club)).toEqual(['credited', 'return', 'payout', 'unmatched']);
    expect(await readBalance(club, 'club.payable')).toBe(-9900n);
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
    expect((await listOutcomes(club)).sort()).toEqual(['credited', 'payout', 'unmatched', 'unmatched', 'unmatched']);
    await expectAgreement(club);
  });

  it('is settled by hand where the bank took a fee besides, which is the club’s matter', async () => {
    const { club, userId, first } = await exported();
    const { transfers } = await importEntries(club, entryOf({ amount: -9935n, endToEndId: first }));
    const [transfer] = transfers;
    expect(await findStatus(club, first)).toBe('processing');
    const assign = () =>
      transaction(club.db, (tx) => assignTransfer(tx, club, transfer?.id ?? 0, { withdrawals: [first] }, now));
    expect(await assign()).toMatchObject({ outcome: 'payout', withdrawalLabel: first });
    expect(await findStatus(club, first)).toBe('completed');
    expect(await readAvailable(club, userId)).toBe(10_000n);
    expect([await readBalance(club, 'club.payable'), await readBalance(club, 'club.adjustment')]).toEqual([0n, -35n]);
    await expectAgreement(club);
    await expect(assign()).rejects.toThrow('payout already');
  });

  it('completes every withdrawal of a file that the bank booked in one sum', async () => {
    const { club, labels, fileId } = await exported();
    const batch = asBatchOf(fileId, statementOf([entryOf({ amount: -19_800n })]));
    await transaction(club.db, (tx) => importStatements(tx, club, batch, now));
    expect(await Promise.all(labels.map((label) => findStatus(club, label)))).toEqual(['completed', 'completed']);
    expect(await listOutcomes(club)).toEqual(['credited', 'payout']);
    await expectAgreement(club);
  });

  it('is known by its label in the remittance where the bank repeats it there alone', async () => {
    const { club, first } = await exported();
    await importEntries(club, entryOf({ amount: -9900n, remittance: `Almende ${first}` }));
    expect(await findStatus(club, first)).toBe('completed');
    expect(await listOutcomes(club)).toEqual(['credited', 'payout']);
    await expectAgreement(club);
  });

  it('waits for the staff where the bank sends back a whole file: it is the members’ money', async () => {
    const { club, fileId } = await exported();
    const importBatch = (amount: bigint, isReversal = false) =>
      transaction(club.db, (tx) =>
        importStatements(tx, club, asBatchOf(fileId, statementOf([entryOf({ amount, isReversal })])), now),
      );
    await importBatch(-19_800n);
    await importBatch(19_800n, true);
    expect(await listOutcomes(club)).toEqual(['credited', 'payout', 'unmatched']);
    expect([await readBalance(club, 'club.payable'), await readBalance(club, 'club.adjustment')]).toEqual([
      19_800n,
      0n,
    ]);
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
      expect((await listOutcomes(club)).slice(1).sort()).toEqual(['other', 'payout', 'unmatched']);
      expect(await findStatus(club, first)).toBe('completed');
      expect(await readAvailable(club, userId)).toBe(10_000n);
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
