/** What a member is told about a ticket, in both languages. Notification and mail say the same. */
import type { Language } from '../../http/env';
import { inWords } from '../../wallet/wallet';
import type { AppointmentRow } from '../appointment-times';
import { titleIn } from '../show-appointment';
import type { Change, MessageEvent } from './messages.tables';

export type TicketEvent = MessageEvent | 'registered' | 'waitlisted';

export interface Told {
  event: TicketEvent;
  appointment: AppointmentRow;
  places: number;
  /** Of an offer: until when. */
  until?: Date;
  /** What a cancellation pays back, in minor units. */
  refund?: bigint;
  change?: Change;
  /** The member has no place yet. */
  isWaiting?: boolean;
}

export interface Words {
  title: string;
  text: string;
}

/** Returns a time at the place, with its zone: `Saturday, 5 December 2026 at 18:00 CET`. */
export const timeAtPlace = (at: Date, timeZone: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZone, timeZoneName: 'short' },
  })
    .format(at)
    // German has no short name for London’s time.
    .replace(/GMT\+0$/, 'GMT');

const people = { en: (n: number) => `${n} people`, de: (n: number) => `${n} Personen` };

export function wordsOf(told: Told, language: Language): Words {
  const { appointment, event } = told;
  const title = titleIn(appointment, language);
  const at = (time: Date) => timeAtPlace(time, appointment.timezone, language);
  const party = told.places > 1 ? people[language](told.places) : null;
  const refund = told.refund ? inWords(told.refund, appointment.currency, language) : null;
  const reason = (language === 'de' ? appointment.canceledReasonDe : appointment.canceledReason) ?? '';
  const changes = told.change ? listChanges(told.change, language) : [];
  const facts: Facts = {
    ...{ title, starts: at(appointment.startsAt), party, refund, reason, changes },
    until: told.until ? at(told.until) : '',
    isPaid: appointment.price !== null,
    isWaiting: told.isWaiting ?? false,
  };
  return (language === 'de' ? german : english)[event](facts);
}

interface Facts {
  title: string;
  starts: string;
  until: string;
  party: string | null;
  refund: string | null;
  reason: string;
  changes: string[];
  isPaid: boolean;
  isWaiting: boolean;
}

/** Returns what changed, each with the old and the new value. */
function listChanges({ before, after }: Change, language: Language): string[] {
  const at = ({ timezone }: Change['before'], time: string) => timeAtPlace(new Date(time), timezone, language);
  const named = language === 'de' ? ['Beginn', 'Ende', 'Ort'] : ['Start', 'End', 'Place'];
  const values = [
    [at(before, before.startsAt), at(after, after.startsAt)],
    [at(before, before.endsAt), at(after, after.endsAt)],
    [before.location ?? 'online', after.location ?? 'online'],
  ];
  const line = (name: string, old: string, now: string) =>
    language === 'de' ? `${name}: ${now} (bisher ${old}).` : `${name}: ${now} (was ${old}).`;
  return values.flatMap(([old = '', now = ''], index) => (old === now ? [] : [line(named[index] ?? '', old, now)]));
}

const english: Record<TicketEvent, (facts: Facts) => Words> = {
  registered: ({ title, starts, party }) => ({
    title: `You are registered: ${title}`,
    text: `${starts}.${party ? ` Your ticket is for ${party}.` : ''} Your ticket and its code are in the members area.`,
  }),
  waitlisted: ({ title }) => ({
    title: `You are on the waiting list: ${title}`,
    text: 'We tell you as soon as a place is free for you. You can leave the list at any time.',
  }),
  offered: ({ title, until, party, isPaid }) => ({
    title: `A place is free for you: ${title}`,
    text: `${party ? `There is room for ${party}.` : 'It is yours if you want it.'} Take it by ${until}, or leave it to others.${isPaid ? ' You pay when you take it.' : ''}`,
  }),
  offer_expired: ({ title }) => ({
    title: `Your offer has ended: ${title}`,
    text: 'The place goes to others now. You can join the waiting list again.',
  }),
  list_ended: ({ title }) => ({
    title: `No place became free: ${title}`,
    text: 'Registration has closed, and so has the waiting list.',
  }),
  changed: ({ title, changes, isWaiting }) => ({
    title: `Changed: ${title}`,
    text: `${changes.join(' ')} Your ${isWaiting ? 'place on the waiting list' : 'ticket'} stays valid.`,
  }),
  canceled: ({ title, reason, refund }) => ({
    title: `Cancelled: ${title}`,
    text: `The club cancelled it. Reason: ${reason.replace(/\.$/, '')}.${refund ? ` ${refund} goes back to your balance.` : ''}`,
  }),
  reminder: ({ title, starts }) => ({ title: `Soon: ${title}`, text: `It begins on ${starts}.` }),
};

const german: typeof english = {
  registered: ({ title, starts, party }) => ({
    title: `Du bist angemeldet: ${title}`,
    text: `${starts}.${party ? ` Deine Karte gilt für ${party}.` : ''} Deine Karte mit dem Code findest du im Mitgliederbereich.`,
  }),
  waitlisted: ({ title }) => ({
    title: `Du stehst auf der Warteliste: ${title}`,
    text: 'Wir melden uns, sobald ein Platz für dich frei ist. Du kannst die Liste jederzeit verlassen.',
  }),
  offered: ({ title, until, party, isPaid }) => ({
    title: `Ein Platz ist für dich frei: ${title}`,
    text: `${party ? `Es ist Platz für ${party}.` : 'Er gehört dir, wenn du willst.'} Nimm ihn bis ${until}, oder überlass ihn anderen.${isPaid ? ' Du bezahlst, wenn du ihn nimmst.' : ''}`,
  }),
  offer_expired: ({ title }) => ({
    title: `Dein Angebot ist abgelaufen: ${title}`,
    text: 'Der Platz geht jetzt an andere. Du kannst dich wieder auf die Warteliste setzen.',
  }),
  list_ended: ({ title }) => ({
    title: `Es wurde kein Platz frei: ${title}`,
    text: 'Die Anmeldung ist geschlossen, und damit endet die Warteliste.',
  }),
  changed: ({ title, changes, isWaiting }) => ({
    title: `Geändert: ${title}`,
    text: `${changes.join(' ')} ${isWaiting ? 'Dein Platz auf der Warteliste' : 'Deine Karte'} bleibt gültig.`,
  }),
  canceled: ({ title, reason, refund }) => ({
    title: `Abgesagt: ${title}`,
    text: `Der Verein hat den Termin abgesagt. Grund: ${reason.replace(/\.$/, '')}.${refund ? ` ${refund} gehen in dein Guthaben zurück.` : ''}`,
  }),
  reminder: ({ title, starts }) => ({ title: `Bald: ${title}`, text: `Beginn: ${starts}.` }),
};
