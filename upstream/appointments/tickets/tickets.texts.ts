/** Texts of the calls about tickets, in the language of the request. */
import type { Language } from '../../http/env';
import type { Reason } from './tickets.tables';

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const leute = (count: number) => (count === 1 ? '1 Person' : `${count} Personen`);

const en = {
  ticketFor: (title: string) => `Ticket for ${title}`,
  notOpen: 'Registration has not opened yet. Nothing was changed.',
  closed: 'Registration is closed. Nothing was changed.',
  canceled: 'This appointment is cancelled. Nothing was changed.',
  hasTicket: 'You have a ticket for this appointment already. Nothing was changed.',
  tooLarge: (capacity: number) => `There is room for ${people(capacity)} in all. Nothing was changed.`,
  full: (free: number) =>
    free > 0
      ? `${free === 1 ? '1 place is' : `${free} places are`} free, but others are waiting, or there are too many of you. You can join the waiting list.`
      : 'All places are taken. You can join the waiting list.',
  listOver: 'All places are taken, and the waiting list is closed. Nothing was changed.',
  overlap: (title: string) => `You have a ticket for ${title} at the same time. Confirm that you want both.`,
  overPrice: 'No more than the price can be paid from your balance.',
  onlyBalance: 'The appointment has begun. Pay the whole price from your balance; a transfer would come too late.',
  freeOfCharge: 'This ticket costs nothing.',
  noOffer: 'No place is offered to you. Nothing was changed.',
  offerExpired: 'The offer has ended. Nothing was changed.',
  tooLate: 'It is too late to cancel. Write to us if you cannot come.',
  checkedIn: 'This ticket was checked in. It cannot be cancelled.',
  notValid: 'This ticket does not open the door, so there is no PDF of it.',
  yourTicket: (code: string, places: number) =>
    places === 1 ? `Your ticket is ${code}.` : `Your ticket is ${code}, for ${people(places)}.`,
  places: (title: string, places: number, amount: string) => `${title}, ${people(places)}, ${amount} from your balance`,
  refund: 'You cancelled your ticket.',
  clubCanceled: (title: string) => `The club cancelled ${title}.`,
  why: {
    declined: 'You left the place to others.',
    club: 'The club cancelled the appointment.',
    order: 'Its order ended unpaid.',
    refunded: 'The price was refunded.',
    closed: 'Registration closed before a place became free.',
    left: 'The account was deleted.',
    undone: 'The check-in was taken back.',
  } satisfies Record<Reason, string>,
};

const de: typeof en = {
  ticketFor: (title) => `Karte für ${title}`,
  notOpen: 'Die Anmeldung hat noch nicht begonnen. Es wurde nichts geändert.',
  closed: 'Die Anmeldung ist geschlossen. Es wurde nichts geändert.',
  canceled: 'Dieser Termin ist abgesagt. Es wurde nichts geändert.',
  hasTicket: 'Du hast schon eine Karte für diesen Termin. Es wurde nichts geändert.',
  tooLarge: (capacity) => `Insgesamt ist Platz für ${leute(capacity)}. Es wurde nichts geändert.`,
  full: (free) =>
    free > 0
      ? `${free === 1 ? '1 Platz ist' : `${free} Plätze sind`} frei, aber andere warten darauf, oder ihr seid mehr. Du kannst dich auf die Warteliste setzen.`
      : 'Alle Plätze sind vergeben. Du kannst dich auf die Warteliste setzen.',
  listOver: 'Alle Plätze sind vergeben, und die Warteliste ist geschlossen. Es wurde nichts geändert.',
  overlap: (title) => `Du hast zur selben Zeit eine Karte für ${title}. Bestätige, dass du beide willst.`,
  overPrice: 'Aus deinem Guthaben lässt sich nicht mehr als der Preis bezahlen.',
  onlyBalance: 'Der Termin hat begonnen. Bezahle den ganzen Preis aus deinem Guthaben; eine Überweisung käme zu spät.',
  freeOfCharge: 'Diese Karte kostet nichts.',
  noOffer: 'Dir ist kein Platz angeboten. Es wurde nichts geändert.',
  offerExpired: 'Das Angebot ist abgelaufen. Es wurde nichts geändert.',
  tooLate: 'Zum Absagen ist es zu spät. Schreib uns, wenn du nicht kommen kannst.',
  checkedIn: 'Diese Karte ist schon eingecheckt. Sie lässt sich nicht mehr absagen.',
  notValid: 'Diese Karte gilt nicht für den Einlass, deshalb gibt es sie nicht als PDF.',
  yourTicket: (code, places) =>
    places === 1 ? `Deine Karte ist ${code}.` : `Deine Karte ist ${code}, für ${leute(places)}.`,
  places: (title, places, amount) => `${title}, ${leute(places)}, ${amount} aus deinem Guthaben`,
  refund: 'Du hast deine Karte abgesagt.',
  clubCanceled: (title) => `Der Verein hat „${title}“ abgesagt.`,
  why: {
    declined: 'Du hast den Platz anderen überlassen.',
    club: 'Der Verein hat den Termin abgesagt.',
    order: 'Die Bestellung dazu endete unbezahlt.',
    refunded: 'Der Preis wurde erstattet.',
    closed: 'Die Anmeldung wurde geschlossen, bevor ein Platz frei wurde.',
    left: 'Das Konto wurde gelöscht.',
    undone: 'Der Einlass wurde zurückgenommen.',
  },
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
