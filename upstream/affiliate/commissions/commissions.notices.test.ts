import { describe, expect, it } from 'vitest';
import { noticeOfPayment, noticeOfReversal } from './commissions.notices';
import type { CommissionRow } from './settle';

const now = new Date('2026-11-20T09:00:00Z');
const row = { id: 'CM-1', userId: 1, amount: 500n, currency: 'EUR', paidAt: now } as CommissionRow;

describe('a member is told', () => {
  it('what a commission brought, and never that nothing was credited as an amount of 0', () => {
    const told = (withheld: bigint) => noticeOfPayment(row, withheld, now).description;
    expect(told(0n)).toMatchObject({ en: 'We credited €5.00 to your balance.' });
    expect(told(380n)).toMatchObject({
      en: 'We credited €1.20 to your balance and set off €3.80 against reversed commissions.',
      de: expect.stringMatching(/1,20\s€ gutgeschrieben und 3,80\s€ mit/),
    });
    expect(told(500n)).toMatchObject({
      en: 'We set off the whole amount against reversed commissions, so your balance stays as it is.',
      de: expect.not.stringMatching(/\d/),
    });
  });

  it('what a reversal took, and what is still to be set off', () => {
    const told = (taken: bigint, owed: bigint) => noticeOfReversal(row, { taken, owed }, now).description;
    const refunded = 'The order was refunded.';
    expect(told(500n, 0n)).toMatchObject({ en: `${refunded} We took €5.00 from your balance.` });
    expect(told(120n, 380n)).toMatchObject({
      en: `${refunded} We took €1.20 from your balance and will set off €3.80 against your next commissions.`,
    });
    expect(told(0n, 500n)).toMatchObject({
      en: `${refunded} We will set off €5.00 against your next commissions.`,
      de: expect.not.stringContaining('0,00'),
    });
  });
});
