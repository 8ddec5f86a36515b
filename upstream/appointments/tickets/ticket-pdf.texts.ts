/** Texts of the ticket as a PDF. They are those of the page. */
import type { Language } from '../../http/env';

const en = {
  file: 'Ticket',
  starts: 'Start',
  ends: 'End',
  place: 'Place',
  online: 'Online. The link appears on the page of your ticket an hour before the start.',
  name: 'Name',
  guests: 'Guests',
  nobody: 'nobody',
  places: 'Places',
  notes: 'Notes',
  price: 'Price',
  paid: (amount: string, order: string) => `${amount}, paid with ${order}`,
  appointment: 'Appointment',
  code: 'For the door',
  qr: 'QR code of the ticket',
  typed: 'Code',
  once: 'At the door the code is enough. It is valid once, for everybody on this ticket.',
};

const de: typeof en = {
  file: 'Karte',
  starts: 'Beginn',
  ends: 'Ende',
  place: 'Ort',
  online: 'Online. Der Link erscheint eine Stunde vor dem Beginn auf der Seite deiner Karte.',
  name: 'Name',
  guests: 'Begleitung',
  nobody: 'niemand',
  places: 'Plätze',
  notes: 'Anmerkungen',
  price: 'Preis',
  paid: (amount, order) => `${amount}, bezahlt mit ${order}`,
  appointment: 'Termin',
  code: 'Für den Eingang',
  qr: 'QR-Code der Karte',
  typed: 'Code',
  once: 'Am Eingang reicht der Code. Er gilt einmal, für alle auf dieser Karte.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
