/** Texts of calendar files. */
import type { TicketStatus } from '../../contract/appointments';
import type { Language } from '../../http/env';

const en = {
  title: (club: string) => `Appointments of ${club}`,
  online: 'Online',
  ticket: (url: string) => `Your ticket: ${url}`,
  canceled: (reason: string) => `The club cancelled it. Reason: ${reason}`,
  /** What a place depends on that is not certain. */
  uncertain: {
    waitlisted: 'You are on the waiting list. You have no place yet.',
    offered: 'A place is offered to you. Take it in time.',
    reserved: 'Your place is held until its order is paid.',
  } satisfies Partial<Record<TicketStatus, string>>,
};

const de: typeof en = {
  title: (club) => `Termine von ${club}`,
  online: 'Online',
  ticket: (url) => `Deine Karte: ${url}`,
  canceled: (reason) => `Der Verein hat den Termin abgesagt. Grund: ${reason}`,
  uncertain: {
    waitlisted: 'Du stehst auf der Warteliste. Noch hast du keinen Platz.',
    offered: 'Dir ist ein Platz angeboten. Nimm ihn rechtzeitig.',
    reserved: 'Dein Platz ist reserviert, bis die Bestellung bezahlt ist.',
  },
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
