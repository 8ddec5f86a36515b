/** What a transaction was, where the staff wrote nothing, and what a list of them refuses. */
import type { TransactionType } from '../../contract/transactions';
import type { Language } from '../../http/env';

const en = {
  descriptions: {
    deposit: 'Deposit by bank transfer',
    withdrawal: 'Withdrawal to your bank account',
    withdrawal_fee: 'Fee for a withdrawal',
    withdrawal_refund: 'Withdrawal returned to your balance',
    plant_purchase: 'Purchase of plants',
    harvest_payout: 'Harvest payout for your plants',
    commission: 'Commission from your team',
    commission_reversal: 'Commission taken back',
    refund: 'Refund by the club',
    bonus: 'Bonus from the club',
    adjustment: 'Adjustment by the club',
    event_ticket: 'Ticket for an event',
  } satisfies Record<TransactionType, string>,
  toBeforeFrom: 'The last day has to be the first day or a later one.',
  maxBelowMin: 'The highest amount has to be the lowest amount or more.',
  cursor: 'This page of the list does not exist.',
};

const de: typeof en = {
  descriptions: {
    deposit: 'Einzahlung per Banküberweisung',
    withdrawal: 'Auszahlung auf dein Bankkonto',
    withdrawal_fee: 'Gebühr für eine Auszahlung',
    withdrawal_refund: 'Rückbuchung einer Auszahlung',
    plant_purchase: 'Kauf von Pflanzen',
    harvest_payout: 'Ernteauszahlung für deine Pflanzen',
    commission: 'Provision aus deinem Team',
    commission_reversal: 'Rückbuchung einer Provision',
    refund: 'Erstattung durch den Verein',
    bonus: 'Bonus vom Verein',
    adjustment: 'Korrektur durch den Verein',
    event_ticket: 'Karte für eine Veranstaltung',
  },
  toBeforeFrom: 'Der letzte Tag muss der erste Tag oder ein späterer sein.',
  maxBelowMin: 'Der höchste Betrag muss der niedrigste Betrag oder mehr sein.',
  cursor: 'Diese Seite der Liste gibt es nicht.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
