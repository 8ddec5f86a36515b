import { desc } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { CommandFailed } from '../../club/command';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres, type TestDatabase } from '../../database/database.testing';
import { holding, untilWaiting } from '../../database/locks.testing';
import { transaction } from '../../database/transaction';
import { aColleague, actorNumbered, aStaffMember } from '../../identity/staff/staff.testing';
import { users } from '../../members/members.tables';
import { allPermissions } from '../../members/permissions';
import { lockUser } from '../../members/users';
import { aMember, giveMoney, now } from '../wallet.testing';
import { releaseAmount } from '../withdrawals/money-moves';
import { takeStep } from '../withdrawals/steps';
import { walletPayoutFiles, walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { anAccount, anExportedWithdrawal, approve, aWithdrawal } from '../withdrawals/withdrawals.testing';
import { paymentsAssign } from './assign.club';
import { paymentsImport, paymentsUnmatched } from './bank.club';
import {
  anOrder,
  entryOf,
  expectAgreement,
  importEntries,
  readAvailable,
  readBalance,
  statementOf,
} from './bank.testing';
import { faultsOf } from './pain.testing';
import { exportPayouts } from './payouts';
import { payoutsExport, payoutsFail, payoutsList, payoutsShow } from './payouts.club';

const newestAudit = async ({ db }: TestDatabase) =>
  (await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

describeOnEachDatabase('payments', (open) => {
  it('import says what was booked and what is left to the staff', async () => {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 10_000n);
    const paid = entryOf({ amount: 10_000n, remittance: label });
    const file = statementOf([paid, entryOf({ amount: 700n, remittance: 'For Ida', party: { name: 'Ida Roth' } })]);
    const { lines, data } = await paymentsImport.run(club, { file }, now, aColleague);
    expect(lines).toEqual([
      'Booked 2 transfers (1 credited, 1 unmatched); 0 were known.',
      expect.stringMatching(/^Unmatched: \d+ {2}2026-11-20 {2}7\.00 EUR {2}Ida Roth {2}"For Ida"$/),
    ]);
    expect(data).toMatchObject({ known: 0, unmatched: [{ amount: '7.00' }], claims: [], warnings: [] });
    expect(await newestAudit(club)).toMatchObject({
      action: 'payments.imported',
      detail: { credited: 1, unmatched: 1, known: 0, by: 'command line' },
    });
    await anExportedWithdrawal(club, userId, 4000n);
    const back = statementOf([{ ...paid, amount: -10_000n, isReversal: true }]);
    expect((await paymentsImport.run(club, { file: back }, now, aColleague)).lines[1]).toContain(
      '40.00 EUR that member',
    );
    const left = await paymentsUnmatched.run(club, {}, now, aColleague);
    expect(left.data).toMatchObject({ unmatched: [{ party_name: 'Ida Roth' }], claims: [{ claim: '40.00' }] });
  });

  it('import refuses a file in words', async () => {
    const club = await open();
    const work = paymentsImport.run(club, { file: 'Buchungstag;Betrag' }, now, aColleague);
    await expect(work).rejects.toThrow(new CommandFailed('The file is no ISO 20022 document. Nothing was booked.'));
    expect(await club.db.$count(auditLog)).toBe(0);
  });

  it('assign gives a transfer to an order, a member or the club, once and with a reason', async () => {
    const club = await open();
    const userId = await aMember(club);
    const label = await anOrder(club, userId, 10_000n);
    const entries = [10_000n, 2000n, 300n].map((amount) => entryOf({ amount }));
    const { transfers } = await importEntries(club, ...entries);
    const [forOrder, forMember, forClub] = transfers.map(({ id }) => id);
    const assign = (id: unknown, to: string) =>
      paymentsAssign.run(club, { id, to, reason: 'They called.' }, now, aColleague);
    expect((await assign(forOrder, label.toLowerCase())).lines[0]).toContain(`is assigned: ${label}`);
    await assign(String(forMember), String(userId));
    expect(await newestAudit(club)).toMatchObject({
      action: 'payment.assigned',
      userId,
      detail: { transfer: forMember, reason: 'They called.' },
    });
    expect((await assign(forClub, 'club')).data).toMatchObject({ outcome: 'other' });
    expect(await readAvailable(club, userId)).toBe(12_000n);
    expect(await readBalance(club, 'club.payable')).toBe(0n);
    expect(await readBalance(club, 'club.adjustment')).toBe(300n);
    expect((await paymentsUnmatched.run(club, {}, now, aColleague)).lines).toEqual(['Every transfer has its owner.']);
    for (const [id, to, words] of [
      [forOrder, 'club', 'is assigned already'],
      [99_999, 'club', 'There is no transfer'],
    ] as const) {
      await expect(assign(id, to)).rejects.toThrow(words);
    }
    await expectAgreement(club);
  });

  it('assign takes two people for a large transfer, and never those whom it is about', async () => {
    const club = await open();
    const userId = await aMember(club);
    const [greta, otto] = [(await aStaffMember(club)).id, (await aStaffMember(club)).id];
    const { transfers } = await importEntries(club, entryOf({ amount: 100_000n }), entryOf({ amount: 99_999n }));
    const [large, small] = transfers.map(({ id }) => id);
    const assign = (by: number, id: unknown, to: unknown) =>
      paymentsAssign.run(club, { id, to: String(to), reason: 'They called.' }, now, actorNumbered(by));
    const { data } = await assign(greta, large, userId);
    expect([data.done, await readAvailable(club, userId)]).toEqual([false, 0n]);
    await expect(assign(greta, large, userId)).rejects.toThrow('a colleague has to confirm it');
    await expect(assign(otto, large, otto)).rejects.toThrow('own');
    await expect(assign(otto, large, 'club')).rejects.toThrow('says something else');
    await assign(otto, large, userId);
    expect(await readAvailable(club, userId)).toBe(100_000n);
    await expect(assign(userId, small, userId)).rejects.toThrow('own');
    await assign(greta, small, userId);
    expect(await readAvailable(club, userId)).toBe(199_999n);
    expect(await newestAudit(club)).toMatchObject({ action: 'payment.assigned', actorId: greta });
    await expectAgreement(club);
  });

  it('assign leaves alone what does not fit', async () => {
    const club = await open();
    const userId = await aMember(club);
    const { transfers } = await importEntries(
      club,
      entryOf({ amount: 500n }),
      entryOf({ amount: -500n, endToEndId: 'WD-00000000G' }),
    );
    const unmatched = (await paymentsUnmatched.run(club, {}, now, aColleague)).data.unmatched as { id: number }[];
    for (const { id } of transfers) {
      for (const to of ['OR-00000000F', '99999', 'nobody@example.org']) {
        await expect(paymentsAssign.run(club, { id, to, reason: 'x' }, now, aColleague), to).rejects.toThrow(
          CommandFailed,
        );
      }
    }
    expect((await paymentsUnmatched.run(club, {}, now, aColleague)).data.unmatched).toEqual(unmatched);
    expect(await readAvailable(club, userId)).toBe(0n);
    await expectAgreement(club);
  });
});

describeOnEachDatabase('payouts', (open) => {
  async function withStaff() {
    const club = await open();
    const [userId, greta, otto] = [await aMember(club), await aMember(club), await aMember(club)];
    await club.db.update(users).set({ permissions: ['payouts.export', 'withdrawals.approve'] });
    await giveMoney(club, userId, 500_000n);
    const withdrawAccountId = await anAccount(club, userId);
    const approved = async (amount: bigint) => {
      const label = await aWithdrawal(club, { userId, withdrawAccountId, amount });
      await approve(club, label, greta);
      return label;
    };
    const exportBy = (staff: number, permissions = allPermissions) =>
      payoutsExport.run(club, { file: 'payouts.xml' }, now, actorNumbered(staff, permissions));
    return { club, userId, greta, otto, approved, exportBy };
  }
  const statuses = async ({ db }: TestDatabase) =>
    Object.fromEntries((await db.select().from(walletWithdrawals)).map(({ label, status }) => [label, status]));

  it('export writes one file that a bank takes, and never the same withdrawal twice', async () => {
    const { club, otto, approved, exportBy } = await withStaff();
    const labels = [await approved(5000n), await approved(250_000n)];
    const { file = '', data, lines } = await exportBy(otto);
    expect(faultsOf(file)).toEqual([]);
    for (const label of labels) expect(file).toContain(`<EndToEndId>${label}</EndToEndId>`);
    expect(file).toContain('<Dt>2026-11-23</Dt>');
    expect(data).toMatchObject({ transfers: 2, total: '2550.00', left: [] });
    expect(lines[0]).toBe(`Exported 2 payouts of 2550.00 EUR as ${data.id}.`);
    expect(Object.values(await statuses(club))).toEqual(['processing', 'processing']);
    await expect(exportBy(otto)).rejects.toThrow('There is nothing to export.');
    const later = await approved(7000n);
    expect((await exportBy(otto)).data).toMatchObject({ labels: [later] });
    const files = (await payoutsList.run(club, {}, now, aColleague)).data.files as { id: string; labels: string[] }[];
    expect(files).toHaveLength(2);
    expect(files.find(({ id }) => id === data.id)?.labels).toEqual([...labels].sort());
    const refusal = await exportBy(otto).catch((error: Error) => error.message);
    expect(refusal).toContain(`${data.id} holds ${[...labels].sort().join(', ')}: payouts show ${data.id} --output`);
    const again = await payoutsShow.run(club, { id: data.id, output: 'again.xml' }, now, aColleague);
    expect(again.file).toBe(file);
    const shown = await payoutsShow.run(club, { id: data.id }, now, aColleague);
    expect(`${shown.lines[0]}\n`).toBe(file.trimEnd().concat('\n'));
    await expect(payoutsShow.run(club, { id: 'PO-1' }, now, aColleague)).rejects.toThrow('There is no file PO-1.');
  });

  it('export leaves to a colleague what the same person approved, and names it', async () => {
    const { club, greta, otto, approved, exportBy } = await withStaff();
    const large = await approved(250_000n);
    await expect(exportBy(greta)).rejects.toThrow(`${large} needs another member of the staff to export it.`);
    const small = await approved(5000n);
    const { lines, data } = await exportBy(greta);
    expect(data).toMatchObject({ labels: [small], left: [large] });
    expect(lines[1]).toContain(large);
    expect((await exportBy(otto)).data).toMatchObject({ labels: [large] });
    expect(await club.db.$count(walletPayoutFiles)).toBe(2);
  });

  it('export needs the permission, and changes nothing without', async () => {
    const { club, otto, approved, exportBy } = await withStaff();
    const label = await approved(5000n);
    await expect(exportBy(otto, [])).rejects.toThrow('has no permission payouts.export');
    expect(await statuses(club)).toEqual({ [label]: 'approved' });
    expect(await club.db.$count(walletPayoutFiles)).toBe(0);
  });

  it('fail gives the money back, once', async () => {
    const { club, userId, otto, approved, exportBy } = await withStaff();
    const label = await approved(5000n);
    const fail = () =>
      payoutsFail.run(club, { label, reason: 'The bank knows no such account.' }, now, actorNumbered(otto));
    await expect(fail()).rejects.toThrow('is not processing');
    await exportBy(otto);
    await fail();
    expect(await statuses(club)).toEqual({ [label]: 'failed' });
    expect(await readAvailable(club, userId)).toBe(500_000n);
    await expect(fail()).rejects.toThrow('is not processing');
    await expect(payoutsFail.run(club, { label: 'WD-1', reason: 'x' }, now, aColleague)).rejects.toThrow(
      'There is no withdrawal WD-1.',
    );
  });
});

describeOnPostgres('an export', (open) => {
  it('waits for whoever rejects a withdrawal, without a deadlock, and leaves that one out', async () => {
    const club = await open();
    const [userId, greta] = [await aMember(club), await aMember(club)];
    await giveMoney(club, userId, 500_000n);
    const withdrawAccountId = await anAccount(club, userId);
    const [kept, rejected] = [
      await aWithdrawal(club, { userId, withdrawAccountId, amount: 5000n }),
      await aWithdrawal(club, { userId, withdrawAccountId, amount: 7000n }),
    ];
    for (const label of [kept, rejected]) await approve(club, label, greta);
    let attempts = 0;
    const step = { from: ['approved' as const], to: 'rejected' as const, set: { failureReason: 'No.' }, now };
    const reject = await holding(
      club.db,
      (tx) => lockUser(tx, userId),
      (tx) => {
        attempts++;
        return takeStep(tx, rejected, step, async (row) => void (await releaseAmount(tx, row, 'reversed', now)));
      },
    );
    const exporting = transaction(club.db, (tx) => {
      attempts++;
      return exportPayouts(tx, greta, now);
    });
    await untilWaiting(club.db, 1);
    expect(await reject()).toBe('done');
    expect(await exporting).toMatchObject({ payouts: [{ label: kept }], left: [] });
    expect(attempts).toBe(2);
  });
});
