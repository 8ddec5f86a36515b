/** What the calls about withdrawals say, in the language of the request. */
import type { Language } from '../../http/env';

const en = {
  min: (amount: string) => `The smallest withdrawal is ${amount}.`,
  max: (amount: string) => `The largest withdrawal is ${amount}.`,
  available: (amount: string) => `You have ${amount} available.`,
  left: (amount: string) => `Of what 30 days allow, ${amount} are left.`,
  balanceTooLow: 'You no longer have that much available.',
  noAccount: 'Please choose one of your accounts.',
  coolingDown: 'This account is new and takes withdrawals after 24 hours.',
  disabled: 'This account cannot be used: its holder is not you. The support helps.',
  draftExpired: 'This page was open for too long. Please check the amount and continue again; nothing was withdrawn.',
  notPending: 'This withdrawal can no longer be canceled: we have approved it, or it is over.',
  canceledBefore: 'This withdrawal was canceled before.',
  to: (amount: string, payee: string, lastFour: string) => `${amount} to ${payee}, account …${lastFour}`,
};

const de: typeof en = {
  min: (amount) => `Die kleinste Auszahlung ist ${amount}.`,
  max: (amount) => `Die größte Auszahlung ist ${amount}.`,
  available: (amount) => `Verfügbar sind ${amount}.`,
  left: (amount) => `Von dem, was in 30 Tagen möglich ist, sind ${amount} übrig.`,
  balanceTooLow: 'So viel ist nicht mehr verfügbar.',
  noAccount: 'Bitte wähle eines deiner Konten.',
  coolingDown: 'Dieses Konto ist neu. Darauf wird erst nach 24 Stunden ausgezahlt.',
  disabled: 'Auf dieses Konto wird nicht ausgezahlt: Es gehört jemand anderem. Der Support hilft.',
  draftExpired:
    'Die Seite war zu lange offen. Bitte prüfe den Betrag und geh noch einmal weiter; ausgezahlt wurde nichts.',
  notPending: 'Diese Auszahlung lässt sich nicht mehr stornieren: Wir haben sie freigegeben, oder sie ist beendet.',
  canceledBefore: 'Diese Auszahlung wurde schon storniert.',
  to: (amount, payee, lastFour) => `${amount} an ${payee}, Konto …${lastFour}`,
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
