/** Texts of the calls about orders, in the language of the request. */
import type { Language } from '../../http/env';

const en = {
  deposit: 'Deposit into your balance',
  fileName: 'bank-details',
  tooLittle: (min: string) => `The smallest deposit is ${min}.`,
  tooMuch: (max: string) => `The largest deposit is ${max}.`,
  notCancelable: 'This order can no longer be cancelled.',
  nothingDue: 'You do not have to transfer anything for this order.',
  pdf: {
    title: (label: string) => `Bank details of order ${label}`,
    holder: 'Payee',
    bank: 'Bank',
    reference: 'Reference',
    amount: 'Amount',
    check: 'Your bank checks the name of the payee: please copy it exactly as it is.',
    app: 'With your banking app',
    qr: 'QR code of the transfer with payee, IBAN, amount and reference',
    scan: 'Scan the code with your banking app. Check amount and payee before you confirm.',
  },
  notes: {
    held: (amount: string) => `${amount} of your balance is held for this order.`,
    part: (amount: string) => `${amount} arrived and is in your balance. The rest is still due.`,
    rest: (amount: string) => `The remaining ${amount} arrived.`,
    surplus: (amount: string) => `${amount} more than due arrived. It is in your balance, too.`,
    late: (amount: string) => `${amount} arrived later and is in your balance.`,
    reversed: (amount: string) => `The bank reversed ${amount}.`,
  },
};

const de: typeof en = {
  deposit: 'Einzahlung auf dein Guthaben',
  fileName: 'bankverbindung',
  tooLittle: (min) => `Die kleinste Einzahlung ist ${min}.`,
  tooMuch: (max) => `Die größte Einzahlung ist ${max}.`,
  notCancelable: 'Diese Bestellung lässt sich nicht mehr stornieren.',
  nothingDue: 'Für diese Bestellung musst du nichts überweisen.',
  pdf: {
    title: (label) => `Bankverbindung zur Bestellung ${label}`,
    holder: 'Empfänger',
    bank: 'Bank',
    reference: 'Verwendungszweck',
    amount: 'Betrag',
    check: 'Deine Bank prüft den Namen des Empfängers: Bitte übernimm ihn genau so.',
    app: 'Mit der Banking-App',
    qr: 'QR-Code der Überweisung mit Empfänger, IBAN, Betrag und Verwendungszweck',
    scan: 'Scanne den Code mit deiner Banking-App. Prüfe vor der Freigabe Betrag und Empfänger.',
  },
  notes: {
    held: (amount) => `${amount} deines Guthabens sind für diese Bestellung vorgemerkt.`,
    part: (amount) => `${amount} sind angekommen und in deinem Guthaben. Der Rest ist noch offen.`,
    rest: (amount) => `Die restlichen ${amount} sind angekommen.`,
    surplus: (amount) => `${amount} mehr als nötig sind angekommen. Auch sie sind in deinem Guthaben.`,
    late: (amount) => `${amount} sind später angekommen und in deinem Guthaben.`,
    reversed: (amount) => `Die Bank hat ${amount} zurückgebucht.`,
  },
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
