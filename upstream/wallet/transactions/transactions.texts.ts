/** Descriptions of transactions without a note of the staff, their purposes, and refusals of the list. */
import type { TransactionType } from '../../contract/transactions';
import type { Language } from '../../http/env';

type Purposes = Record<'order' | 'withdrawal' | 'debt' | 'harvest' | 'team' | 'commission', (label: string) => string>;

const en = {
  descriptions: {
    deposit: 'Deposit by bank transfer',
    withdrawal: 'Withdrawal to your bank account',
    withdrawal_fee: 'Fee for a withdrawal',
    withdrawal_refund: 'Withdrawal back in your balance',
    plant_purchase: 'Purchase of plants',
    harvest_payout: 'Proceeds of your harvest',
    commission: 'Commission from your team',
    commission_reversal: 'Commission reversed',
    refund: 'Refund by the club',
    bonus: 'Bonus from the club',
    adjustment: 'Adjustment by the club',
    event_ticket: 'Ticket for an event',
  } satisfies Record<TransactionType, string>,
  repayment: 'Repayment of what you owe the club',
  purposes: {
    order: (label) => `Order ${label}`,
    withdrawal: (label) => `Withdrawal ${label}`,
    debt: (label) => `Transaction ${label}`,
    harvest: (label) => `Harvest ${label}`,
    commission: (label) => `Commission ${label}`,
    team: (label) => `Level ${label} of your team`,
  } satisfies Purposes,
  toBeforeFrom: '“To” must not be before “From”.',
  maxBelowMin: 'The highest amount must not be less than the lowest one.',
  cursor: 'This page of the list does not exist.',
};

const de: typeof en = {
  descriptions: {
    deposit: 'Einzahlung per Banküberweisung',
    withdrawal: 'Auszahlung auf dein Bankkonto',
    withdrawal_fee: 'Gebühr für eine Auszahlung',
    withdrawal_refund: 'Auszahlung zurück in dein Guthaben',
    plant_purchase: 'Kauf von Pflanzen',
    harvest_payout: 'Erlös aus deiner Ernte',
    commission: 'Provision aus deinem Team',
    commission_reversal: 'Rückbuchung einer Provision',
    refund: 'Erstattung durch den Verein',
    bonus: 'Bonus vom Verein',
    adjustment: 'Korrektur durch den Verein',
    event_ticket: 'Eintrittskarte für eine Veranstaltung',
  },
  repayment: 'Rückzahlung dessen, was du dem Verein schuldest',
  purposes: {
    order: (label) => `Bestellung ${label}`,
    withdrawal: (label) => `Auszahlung ${label}`,
    debt: (label) => `Buchung ${label}`,
    harvest: (label) => `Ernte ${label}`,
    commission: (label) => `Provision ${label}`,
    team: (label) => `Ebene ${label} deines Teams`,
  },
  toBeforeFrom: '„Bis“ darf nicht vor „Von“ liegen.',
  maxBelowMin: 'Der höchste Betrag darf nicht unter dem niedrigsten liegen.',
  cursor: 'Diese Seite der Liste gibt es nicht.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);

/** Returns what a reference says in words. The label of an unknown kind says it itself. */
export function purposeIn(language: Language, kind: string, label: string): string {
  const [, words] = Object.entries(textsIn(language).purposes).find(([name]) => name === kind) ?? [];
  return words?.(label) ?? label;
}
