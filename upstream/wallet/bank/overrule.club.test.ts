import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { aMember, now } from '../wallet.testing';
import { anAccount, aProcessedWithdrawal } from '../withdrawals/withdrawals.testing';
import { walletBankTransfers } from './bank.tables';
import { anOrder, day, expectAgreement, importAs, readAvailable } from './bank.testing';
import type { Entry } from './bank-days.testing';
import { paymentsOverrule, paymentsReconcile } from './overrule.club';

describeOnEachDatabase('payments overrule', (open) => {
  it('names what the member owes after a reversal that was taken for a known one', async () => {
    const club = await open();
    const [greta, otto, userId] = [await aStaffMember(club), await aStaffMember(club, 'Otto'), await aMember(club)];
    const pay = (remittance: string): Entry => ({
      day,
      parts: [{ amount: 10_000n, name: 'Ida Roth', endToEndId: 'IDA-1', remittance }],
    });
    const reversal: Entry = {
      day,
      parts: [{ amount: -10_000n, name: 'Ida Roth', endToEndId: 'IDA-1', isReversal: true }],
    };
    const [one, other] = [await anOrder(club, userId, 10_000n), await anOrder(club, userId, 10_000n)];
    await importAs(club, [pay(one), pay(other)]);
    await aProcessedWithdrawal(club, { userId, withdrawAccountId: await anAccount(club, userId), amount: 20_000n });
    for (const name of ['S2', 'S3']) await importAs(club, [reversal], 0n, { name, withBalances: false });
    const { doubtful } = (await paymentsReconcile.run(club, {}, now, greta)).data;
    const [{ line }] = doubtful as [{ line: number }];

    const overrule = { what: `line:${line}`, as: 'own', reason: 'The bank said so.' };
    await paymentsOverrule.run(club, overrule, now, greta);
    const { lines, data } = await paymentsOverrule.run(club, overrule, now, otto);
    expect(lines).toEqual([
      `Transfer ${data.transfer} of -100.00 EUR is reversal.`,
      `Claim: transfer ${data.transfer} reversed 100.00 EUR that member ${userId} no longer has.`,
    ]);
    expect(data.claims).toEqual([{ transfer: data.transfer, user: userId, amount: '100.00' }]);
    await expectAgreement(club);
  });

  it('lets a reversal that waited for the payment end with it', async () => {
    const club = await open();
    const [greta, otto, userId] = [await aStaffMember(club), await aStaffMember(club, 'Otto'), await aMember(club)];
    const label = await anOrder(club, userId, 10_000n);
    const entry = (amount: bigint, more: object): Entry => ({
      day,
      parts: [{ amount, name: 'Ida Roth', endToEndId: 'IDA-1', ...more }],
    });
    const payment = entry(10_000n, { remittance: label });
    const reversal = entry(-10_000n, { isReversal: true });
    for (const name of ['S1', 'S2']) await importAs(club, [payment], 0n, { name, withBalances: false });
    await importAs(club, [reversal, reversal], 0n, { name: 'S3', withBalances: false });
    const { doubtful } = (await paymentsReconcile.run(club, {}, now, greta)).data;
    const [{ line }] = doubtful as [{ line: number }];

    const overrule = { what: `line:${line}`, as: 'own', reason: 'The bank said so.' };
    await paymentsOverrule.run(club, overrule, now, greta);
    const { data } = await paymentsOverrule.run(club, overrule, now, otto);
    expect(data).toMatchObject({ outcome: 'reversal', claims: [] });
    const transfers = await club.db.select().from(walletBankTransfers);
    expect(transfers.map(({ outcome }) => outcome)).toEqual(['reversal', 'reversal', 'reversal', 'reversal']);
    expect(await readAvailable(club, userId)).toBe(0n);
    await expectAgreement(club);
  });
});
