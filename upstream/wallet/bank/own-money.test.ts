/**
 * A colleague decides about money of staff: about what a statement would give them, and what they would say about it.
 */
import { asc } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Actor } from '../../club/command';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { walletConfig } from '../wallet.config';
import { aMember, giveMoney, now } from '../wallet.testing';
import { anExportedWithdrawal } from '../withdrawals/withdrawals.testing';
import { paymentsAssign } from './assign.club';
import { paymentsImport } from './bank.club';
import { walletBankLines } from './bank.tables';
import {
  anOrder,
  entryOf,
  expectAgreement,
  findStatus,
  importEntries,
  listOutcomes,
  readAvailable,
  statementOf,
} from './bank.testing';
import { type Entry, plainStyle, writeAs } from './bank-days.testing';
import { importStatements } from './import';
import { paymentsOverrule } from './overrule.club';
import { payoutsFail } from './payouts.club';

const reason = 'The bank said so.';

describeOnEachDatabase('an import by somebody of the staff', (open) => {
  it('leaves a payment for their own order to a colleague, and books that of a member', async () => {
    const club = await open();
    const [greta, otto, userId] = [await aStaffMember(club), await aStaffMember(club, 'Otto'), await aMember(club)];
    const [own, other] = [await anOrder(club, greta.id, 10_000n), await anOrder(club, userId, 10_000n)];
    const entries = [own, other].map((remittance) => entryOf({ amount: 10_000n, remittance }));
    const { data, lines } = await paymentsImport.run(club, { file: statementOf(entries) }, now, greta);
    expect(await listOutcomes(club)).toEqual(['unmatched', 'credited']);
    expect([await findStatus(club, own), await readAvailable(club, userId)]).toEqual(['awaiting_payment', 10_000n]);
    expect(lines[1]).toContain(`It names what is member ${greta.id}’s, who imported it: a colleague assigns it.`);
    const [{ id } = { id: 0 }] = data.unmatched as { id: number }[];
    const assign = (by: Actor) => paymentsAssign.run(club, { id, to: own, reason }, now, by);
    await expect(assign(greta)).rejects.toThrow('own');
    await assign(otto);
    expect([await findStatus(club, own), await readAvailable(club, greta.id)]).toEqual(['completed', 10_000n]);
    await expectAgreement(club);
  });

  it('leaves the return of their own withdrawal to a colleague', async () => {
    const club = await open();
    const greta = await aStaffMember(club);
    await giveMoney(club, greta.id, 10_000n);
    const endToEndId = await anExportedWithdrawal(club, greta.id, 10_000n);
    const debit = entryOf({ amount: -10_000n, endToEndId });
    const back = entryOf({ amount: 10_000n, endToEndId, returnReason: 'AC04' });
    await paymentsImport.run(club, { file: statementOf([debit, back]) }, now, greta);
    expect(await listOutcomes(club)).toEqual(['payout', 'unmatched']);
    expect([await findStatus(club, endToEndId), await readAvailable(club, greta.id)]).toEqual(['completed', 0n]);
  });
});

describeOnEachDatabase('payments assign', (open) => {
  it('of the reversal of one’s own money, or of one’s own payment, is refused, whoever shall have it', async () => {
    const club = await open();
    const [greta, otto, userId] = [await aStaffMember(club), await aStaffMember(club, 'Otto'), await aMember(club)];
    await giveMoney(club, userId, 10_000n);
    const own = await anOrder(club, greta.id, 10_000n);
    await importEntries(club, entryOf({ amount: 10_000n, remittance: own }));
    const { transfers } = await importEntries(club, entryOf({ amount: -10_000n, remittance: own }));
    expect(await listOutcomes(club)).toEqual(['credited', 'unmatched']);
    const id = Number(transfers[0]?.id);
    const assign = (to: string, by: Actor) => paymentsAssign.run(club, { id, to, reason }, now, by);
    for (const to of ['club', String(userId), own]) await expect(assign(to, greta)).rejects.toThrow('own');
    await assign(own, otto);
    expect([await readAvailable(club, greta.id), await readAvailable(club, userId)]).toEqual([0n, 10_000n]);
  });
});

describeOnEachDatabase('payouts fail', (open) => {
  it('is refused for a payout of one’s own', async () => {
    const club = await open();
    const [greta, otto] = [await aStaffMember(club), await aStaffMember(club, 'Otto')];
    await giveMoney(club, greta.id, 10_000n);
    const label = await anExportedWithdrawal(club, greta.id, 10_000n);
    const fail = (by: Actor) => payoutsFail.run(club, { label, reason }, now, by);
    await expect(fail(greta)).rejects.toThrow(`${label} is Greta Holm’s own.`);
    expect([await findStatus(club, label), await readAvailable(club, greta.id)]).toEqual(['processing', 0n]);
    await fail(otto);
    expect([await findStatus(club, label), await readAvailable(club, greta.id)]).toEqual(['failed', 10_000n]);
  });
});

describeOnEachDatabase('payments overrule', (open) => {
  const day = '2026-11-20';
  const pay = (label: string, amount = 50_000n, name = 'Ida Roth'): Entry => ({
    day,
    parts: [{ amount, name, remittance: label }],
    reference: 'R',
  });
  const book = (club: TestDatabase, entry: Entry, style: object = {}) =>
    transaction(club.db, (tx) =>
      importStatements(tx, club, writeAs({ ...plainStyle, ...style }, walletConfig.bank.iban, [entry], 0n), now),
    );

  /** Greta has an order; Otto and Ines have none. */
  async function withThree() {
    const club = await open();
    const [greta, otto, ines] = [await aStaffMember(club), await aStaffMember(club), await aStaffMember(club)];
    const label = await anOrder(club, greta.id, 100_000n);
    const say = (what: string, as: string, by: Actor) =>
      paymentsOverrule.run(club, { what, as, reason }, now, by).then(({ data }) => data);
    return { club, greta, otto, ines, label, say };
  }

  it('of a line that would be the money of who says so is refused, at the proposal and at its confirmation', async () => {
    const { club, greta, otto, ines, label, say } = await withThree();
    for (const name of ['S1', 'S2'])
      await book(club, { ...pay(label), reference: undefined }, { withBalances: false, name });
    const lines = await club.db.select().from(walletBankLines).orderBy(asc(walletBankLines.id));
    const what = `line:${lines.find(({ isDoubtful }) => isDoubtful)?.id}`;
    await expect(say(what, 'own', greta)).rejects.toThrow('Greta Holm cannot decide about their own money');
    expect(await say(what, 'own', otto)).toMatchObject({ done: false });
    await expect(say(what, 'own', greta)).rejects.toThrow('their own money');
    expect(await readAvailable(club, greta.id)).toBe(50_000n);
    expect(await say(what, 'own', ines)).toMatchObject({ outcome: 'credited' });
  });

  it('of a transfer takes equal amounts, and nobody whose money one of both is', async () => {
    const { club, greta, otto, ines, label, say } = await withThree();
    await book(club, pay(label), { name: 'S1', withBalances: false });
    const { transfers: other } = await book(club, pay(label, 50_100n), { name: 'S2', withBalances: false });
    const { transfers: same } = await book(club, pay('', 50_000n, 'I. Roth'), { name: 'S3', withBalances: false });
    const known = String(Number(other[0]?.id) - 1);
    await expect(say(`transfer:${other[0]?.id}`, known, otto)).rejects.toThrow(
      `Transfer ${other[0]?.id} is of 501.00 EUR, and transfer ${known} of 500.00 EUR: they are two.`,
    );
    const what = `transfer:${same[0]?.id}`;
    await expect(say(what, known, greta)).rejects.toThrow('their own money');
    await say(what, known, otto);
    await expect(say(what, known, greta)).rejects.toThrow('their own money');
    expect(await say(what, known, ines)).toMatchObject({ outcome: 'duplicate' });
    await expectAgreement(club);
  });
});
