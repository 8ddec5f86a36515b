/** Texts of the calls about withdrawals, in the language of the request. */
import type { Language } from '../../http/env';

const en = {
  min: (amount: string) => `The smallest withdrawal is ${amount}.`,
  max: (amount: string) => `The largest withdrawal is ${amount}.`,
  available: (amount: string) => `You have ${amount} available.`,
  left: (amount: string) => `Within 30\u00a0days you can still withdraw ${amount}.`,
  balanceTooLow: 'You no longer have that much available.',
  noAccount: 'Please choose one of your withdraw accounts.',
  coolingDown: (hours: number) =>
    `This withdraw account is new. You can withdraw to it only after ${hours}\u00a0hours.`,
  disabled:
    'This withdraw account is disabled: the holder differs from the name in your address. Write to us, and we will help you.',
  draftExpired: 'This page was open for too long. Nothing was withdrawn. Please check the amount and try again.',
  notPending: 'This withdrawal can no longer be cancelled: we have approved it, or it is over.',
  canceledBefore: 'This withdrawal is already cancelled.',
  endedForClaim:
    'The bank reversed a payment of yours, so we ended this withdrawal. We take the reversed amount from your balance. The rest stays there.',
  to: (amount: string, payee: string, lastFour: string) => `${amount} to ${payee}, account …${lastFour}`,
};

const de: typeof en = {
  min: (amount) => `Die kleinste Auszahlung ist ${amount}.`,
  max: (amount) => `Die größte Auszahlung ist ${amount}.`,
  available: (amount) => `Verfügbar sind ${amount}.`,
  left: (amount) => `Innerhalb von 30\u00a0Tagen kannst du noch ${amount} auszahlen.`,
  balanceTooLow: 'So viel ist nicht mehr verfügbar.',
  noAccount: 'Bitte wähle eines deiner Auszahlungskonten.',
  coolingDown: (hours) =>
    `Dieses Auszahlungskonto ist neu. Du kannst erst nach ${hours}\u00a0Stunden dorthin auszahlen.`,
  disabled:
    'Dieses Auszahlungskonto ist nicht freigegeben: Kontoinhaber und Name in deiner Adresse stimmen nicht überein. Schreib uns, dann helfen wir dir.',
  draftExpired:
    'Die Seite war zu lange offen. Ausgezahlt wurde nichts. Bitte prüfe den Betrag und versuch es noch einmal.',
  notPending: 'Diese Auszahlung lässt sich nicht mehr stornieren: Wir haben sie freigegeben, oder sie ist beendet.',
  canceledBefore: 'Diese Auszahlung ist schon storniert.',
  endedForClaim:
    'Die Bank hat eine Zahlung von dir zurückgebucht, darum haben wir diese Auszahlung beendet. Wir ziehen den zurückgebuchten Betrag von deinem Guthaben ab. Der Rest bleibt dort.',
  to: (amount, payee, lastFour) => `${amount} an ${payee}, Konto …${lastFour}`,
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
