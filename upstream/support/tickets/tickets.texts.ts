/** Texts of the calls about tickets, in the language of the request. */
import type { Language } from '../../http/env';

const en = {
  foreignReference: 'You have no such order, withdrawal, transaction or plant.',
  closedMeanwhile:
    'We have closed this ticket meanwhile. Your text is still here: send it once more, and the ticket is open again.',
  tooLate:
    'This ticket has been closed for more than 14 days. Write a reply: it begins a new ticket that refers to this one.',
  notClosed: 'You can rate a ticket once it is closed.',
};

const de: typeof en = {
  foreignReference: 'Diese Bestellung, Auszahlung, Buchung oder Pflanze gibt es bei dir nicht.',
  closedMeanwhile:
    'Wir haben diese Anfrage inzwischen geschlossen. Dein Text ist noch da: Sende ihn noch einmal, dann ist die Anfrage wieder offen.',
  tooLate:
    'Diese Anfrage ist seit mehr als 14 Tagen geschlossen. Schreib eine Antwort: Sie beginnt eine neue Anfrage, die auf diese verweist.',
  notClosed: 'Du kannst eine Anfrage bewerten, sobald sie geschlossen ist.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
