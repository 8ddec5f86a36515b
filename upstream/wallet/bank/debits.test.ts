import { expect, it } from 'vitest';
import { CommandFailed } from '../../club/command';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { aColleague } from '../../identity/staff/staff.testing';
import { newLabel } from '../labels';
import { refundOrder } from '../orders/refund';
import { aMember, now } from '../wallet.testing';
import { failWithdrawal } from '../withdrawals/settlement';
import { paymentsAssign } from './assign.club';
import { paymentsUnmatched } from './bank.club';
import {
  anOrder,
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
import { readStatements } from './camt';
import { importStatements } from './import';

const giveBack = (club: TestDatabase, label: string) =>
  transaction(club.db, (tx) => refundOrder(tx, club, { label, reason: 'You asked for it.', actorId: 1 }, now));

describeOnEachDatabase('a debit whose label the bank lost', (open) => {
  async function exported() {
    const club = await open();
    const assign = (id: number | undefined, to: string) =>
      paymentsAssign.run(club, { id, to, reason: 'It is on the letter of the bank.' }, now, aColleague);
    return { club, assign, ...(await twoPayouts(club)) };
  }

  it.each([
    ['has a cut remittance and no reference', (label: string) => ({ remittance: `Almende ${label.slice(0, 9)}` })],
    ['names two', (label: string) => ({ remittance: `${label} ${newLabel('WD')}` })],
    ['has one sign mistyped', (label: string) => ({ endToEndId: withTypo(label) })],
    ['has nothing at all', () => ({})],
  ])('waits for the staff, who complete its withdrawal: it %s', async (_, said) => {
    const { club, assign, userId, labels } = await exported();
    const [first] = labels;
    const { transfers } = await importEntries(club, entryOf({ amount: -9900n, ...said(first) }));
    expect(await listOutcomes(club)).toEqual(['credited', 'unmatched']);
    expect((await paymentsUnmatched.run(club, {}, now, aColleague)).data.unmatched).toMatchObject([
      { amount: '-99.00' },
    ]);
    await assign(transfers[0]?.id, first);
    expect(await findStatus(club, first)).toBe('completed');
    expect([await readBalance(club, 'club.payable'), await readBalance(club, 'club.adjustment')]).toEqual([0n, 0n]);
    expect(await readAvailable(club, userId)).toBe(10_000n);
    await expectAgreement(club);
  });

  it('waits where it is a file of which one payout was refused, whose others are given to it together', async () => {
    const { club, assign, labels, fileId } = await exported();
    const [first, refused] = labels;
    const batch = asBatchOf(fileId, statementOf([entryOf({ amount: -9900n })]));
    const { transfers } = await transaction(club.db, (tx) => importStatements(tx, club, batch, now));
    expect(await listOutcomes(club)).toEqual(['credited', 'unmatched']);
    await transaction(club.db, (tx) => failWithdrawal(tx, club, refused, { reason: 'AC04', now }));
    await assign(transfers[0]?.id, first);
    expect([await findStatus(club, first), await findStatus(club, refused)]).toEqual(['completed', 'failed']);
    expect(await readBalance(club, 'club.payable')).toBe(0n);
    await expectAgreement(club);
  });

  it('completes several withdrawals at once, and a difference to their sum is the club’s', async () => {
    const { club, assign, labels } = await exported();
    const { transfers } = await importEntries(club, entryOf({ amount: -19_835n }));
    const to = `${labels[0].toLowerCase()}, ${labels[1]},${labels[0]}`;
    const { data } = await assign(transfers[0]?.id, to);
    expect(data).toMatchObject({ outcome: 'payout', withdrawal_label: null });
    expect(await Promise.all(labels.map((label) => findStatus(club, label)))).toEqual(['completed', 'completed']);
    expect([await readBalance(club, 'club.payable'), await readBalance(club, 'club.adjustment')]).toEqual([0n, -35n]);
    await expectAgreement(club);
  });

  it('completes all of them or none', async () => {
    const { club, assign, labels } = await exported();
    const [first, second] = labels;
    const { transfers } = await importEntries(
      club,
      entryOf({ amount: -19_800n }),
      entryOf({ amount: -9900n, endToEndId: second }),
      entryOf({ amount: 19_800n }),
    );
    // The debit with a label is booked first.
    const [, both, income] = transfers.map(({ id }) => id);
    await expect(assign(both, `${first},${second}`)).rejects.toThrow(`${second} is completed; only one`);
    await expect(assign(both, `${first},${withTypo(second)}`)).rejects.toThrow('There is no withdrawal');
    await expect(assign(income, first)).rejects.toThrow('Money that came in');
    expect(await findStatus(club, first)).toBe('processing');
    expect((await listOutcomes(club)).sort()).toEqual(['credited', 'payout', 'unmatched', 'unmatched']);
    await expectAgreement(club);
  });

  it('is the refund of an order by word of the staff, once', async () => {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 10_000n);
    await importEntries(club, entryOf({ amount: 10_000n, remittance: label }));
    const { transfers } = await importEntries(club, entryOf({ amount: -10_020n }), entryOf({ amount: -10_000n }));
    const [id, again] = transfers.map((transfer) => transfer.id);
    await giveBack(club, label);
    await paymentsAssign.run(club, { id, to: label, reason: 'It is the refund.' }, now, aColleague);
    expect(await listOutcomes(club)).toEqual(['credited', 'other', 'unmatched']);
    await expect(paymentsAssign.run(club, { id: again, to: label, reason: 'x' }, now, aColleague)).rejects.toThrow(
      CommandFailed,
    );
    await paymentsAssign.run(club, { id: again, to: 'club', reason: 'It was transferred twice.' }, now, aColleague);
    expect([await readBalance(club, 'club.payable'), await readBalance(club, 'club.adjustment')]).toEqual([
      0n,
      -10_020n,
    ]);
    await expectAgreement(club);
  });
});

describeOnEachDatabase('the refund of an order', (open) => {
  it('is what the club owed, and one that is transferred again waits for the staff', async () => {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 10_000n);
    await importEntries(club, entryOf({ amount: 10_000n, remittance: label }));
    await giveBack(club, label);
    const refund = () => entryOf({ amount: -10_000n, remittance: `Refund ${label}` });
    await importEntries(club, refund());
    expect([await listOutcomes(club), await readBalance(club, 'club.payable')]).toEqual([['credited', 'other'], 0n]);
    await importEntries(club, refund(), refund());
    expect(await listOutcomes(club)).toEqual(['credited', 'other', 'unmatched', 'unmatched']);
    expect((await paymentsUnmatched.run(club, {}, now, aColleague)).data.unmatched).toHaveLength(2);
    await expectAgreement(club);
  });
});

describeOnEachDatabase('a fee of the bank', (open) => {
  /** Returns a statement with the code of a charge, or another code, in the entry and in its detail. */
  const coded = (ofEntry: string, ofDetail = '') => {
    const code = (name: string) =>
      name && `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>${name}</SubFmlyCd></Fmly></Domn></BkTxCd>`;
    return statementOf([entryOf({ amount: -500n, remittance: 'Entgelt' })]).replace(
      /<NtryDtls>\s*<TxDtls>/,
      `${code(ofEntry)}<NtryDtls><TxDtls>${code(ofDetail)}`,
    );
  };

  it.each([
    ['CHRG', '', true],
    ['INTR', '', true],
    ['ESCT', 'COMM', true],
    ['ESCT', '', false],
    ['CHRG', 'ESCT', false],
    ['', '', false],
  ])('is what the bank calls so: entry %j, detail %j', (ofEntry, ofDetail, isCharge) => {
    const [statement] = readStatements(coded(ofEntry, ofDetail));
    expect(statement?.transfers.map((transfer) => transfer.isCharge)).toEqual([isCharge]);
  });

  it('is the club’s own, and a debit that only looks like one waits', async () => {
    const club = await open();
    for (const text of [coded('FEES'), coded('')])
      await transaction(club.db, (tx) => importStatements(tx, club, text, now));
    expect(await listOutcomes(club)).toEqual(['other', 'unmatched']);
    expect([await readBalance(club, 'club.payable'), await readBalance(club, 'club.adjustment')]).toEqual([
      -500n,
      -500n,
    ]);
    await expectAgreement(club);
  });
});
