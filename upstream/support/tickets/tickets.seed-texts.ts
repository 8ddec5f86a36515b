/** What members of the demo club asked, and the answers. The first ticket of each list is the newest. */
import type { SupportCategory } from '../../contract/support-faq';
import type { TicketReference } from '../../contract/support-tickets';
import type { SeedFile } from '../attachments/attachments.seed';

interface SeedStep {
  /** `close`: the author closes it, without a message. */
  by: 'member' | 'staff' | 'time';
  /** Hours since the step before. A ticket with steps begins as the office opens. */
  after: number;
  text?: string;
  close?: true;
  keepOpen?: true;
}

export interface SeedTicket {
  category: SupportCategory;
  subject: string;
  text: string;
  hoursAgo: number;
  about?: TicketReference['kind'] | 'lost_plant';
  files?: SeedFile[];
  steps: SeedStep[];
  /** The member has not seen the last reply. */
  unread?: true;
  rating?: { good: boolean; comment?: string };
  /** It goes on from the ticket after this one in the list. */
  follows?: true;
  urgent?: true;
}

export const german: readonly SeedTicket[] = [
  {
    category: 'plants-harvest',
    subject: 'Wann wird diese Pflanze geerntet?',
    text: 'Guten Tag,\n\nauf der Seite meiner Pflanze steht ein erwarteter Termin. Wie genau ist der? Ich wäre bei der Ernte gern dabei.',
    hoursAgo: 3,
    about: 'plant',
    steps: [],
  },
  {
    category: 'app-technical',
    subject: 'Umlaute in der CSV-Datei',
    text: 'Wenn ich meine Buchungen als CSV lade und mit meiner Tabelle öffne, sind die Umlaute kaputt.',
    hoursAgo: 28,
    files: [
      {
        name: 'Buchungen, so sieht es aus.txt',
        text: 'Datum;Art;Betrag\n2.11.2026;AuszahlungsgebÃ¼hr;-1,00\n29.10.2026;ErnteerlÃ¶s H1;84,20\n',
      },
    ],
    steps: [
      {
        by: 'staff',
        after: 2,
        text: 'Hallo Anna,\n\ndie Datei ist in UTF-8. Mit welchem Programm öffnest du sie, und in welcher Version?',
      },
      { by: 'member', after: 3, text: 'LibreOffice 24.8, auf einem Mac.' },
    ],
  },
  {
    category: 'withdrawals',
    subject: 'Wie lange dauert diese Auszahlung?',
    text: 'Ich habe eine Auszahlung beantragt. Kommt sie noch vor dem Wochenende an?',
    hoursAgo: 52,
    about: 'withdrawal',
    steps: [
      {
        by: 'staff',
        after: 4,
        text: 'Hallo Anna,\n\nAuszahlungen geben wir an Bankarbeitstagen frei. Auf der Seite der Auszahlung siehst du, wann sie voraussichtlich auf deinem Konto ankommt. Genügt dir dieser Termin, oder sollen wir etwas prüfen?',
      },
    ],
    unread: true,
  },
  {
    category: 'deposits',
    subject: 'Überweisung ohne Verwendungszweck',
    text: 'Ich habe den Verwendungszweck vergessen. Findet ihr das Geld trotzdem?',
    hoursAgo: 24 * 11,
    about: 'order',
    urgent: true,
    steps: [
      {
        by: 'staff',
        after: 3,
        text: 'Hallo Anna,\n\nja. Nenne uns bitte den Betrag und den Tag der Überweisung, dann ordnen wir sie zu.',
      },
      { by: 'member', after: 1, text: 'Danke! Der Betrag ist der der Bestellung, überwiesen am Montag.' },
      { by: 'staff', after: 2, text: 'Gefunden und zugeordnet. Der Betrag ist in deinem Guthaben.' },
      { by: 'member', after: 1, close: true },
    ],
    rating: { good: true, comment: 'Schnell und freundlich.' },
  },
  {
    category: 'privacy',
    subject: 'Auskunft über meine Daten',
    text: 'Die Datei ist jetzt da. Was bedeutet die Spalte „version“ bei den Ernten?',
    hoursAgo: 24 * 20,
    follows: true,
    steps: [
      {
        by: 'staff',
        after: 5,
        text: 'Hallo Anna,\n\ndas ist die Fassung der Abrechnung. Wird eine Ernte berichtigt, kommt eine neue Fassung dazu, und die alte bleibt stehen.',
      },
      { by: 'staff', after: 2, close: true },
    ],
  },
  {
    category: 'privacy',
    subject: 'Auskunft über meine Daten',
    text: 'Wo sehe ich, welche Daten ihr von mir habt?',
    hoursAgo: 24 * 60,
    steps: [
      {
        by: 'staff',
        after: 6,
        text: 'Hallo Anna,\n\nin den Einstellungen unter „Privatsphäre“ kannst du eine Datei mit allen deinen Daten anfordern. Hat das geklappt?',
      },
      {
        by: 'time',
        after: 24 * 14,
      },
    ],
  },
];

export const english: readonly SeedTicket[] = [
  {
    category: 'account-security',
    subject: 'A sign-in that I do not know',
    text: 'My list of devices has a browser that may be mine, from my old phone. Can you see more about it than I do?',
    hoursAgo: 5,
    steps: [],
  },
  {
    category: 'plants-harvest',
    subject: 'Why is one plant marked as lost?',
    text: 'One of my plants is marked as lost. Do I have to do anything, and does it cost me a cycle?',
    hoursAgo: 30,
    about: 'lost_plant',
    steps: [
      {
        by: 'staff',
        after: 3,
        text: 'Hello Ben,\n\nYou do not need to do anything. A lost plant is replanted with the next cycle at the club’s cost, and none of its cycles is used up. We are asking the growers what happened and will write again.',
        keepOpen: true,
      },
    ],
  },
  {
    category: 'deposits',
    subject: 'Transfer from a British bank',
    text: 'My bank asks for a SWIFT fee if I deposit in pounds. Is there a cheaper way?',
    hoursAgo: 50,
    steps: [
      {
        by: 'staff',
        after: 5,
        text: 'Hello Ben,\n\nYes: pay in euro by SEPA. Many banks and payment apps in Britain offer that without a fee. Does yours show SEPA as a choice?',
      },
    ],
    unread: true,
  },
  {
    category: 'app-technical',
    subject: 'The pages are slow on my old tablet',
    text: 'The pages take long on an old tablet. Is there something I can switch off?',
    hoursAgo: 24 * 9,
    steps: [
      {
        by: 'staff',
        after: 4,
        text: 'Hello Ben,\n\nAt the bottom of each page is the light version: the same pages without script.',
      },
      { by: 'member', after: 2, text: 'That is much better, thank you.', close: true },
    ],
    rating: { good: true },
  },
  {
    category: 'other',
    subject: 'Visiting the farm',
    text: 'May I bring a friend who is not a member to the farm?',
    hoursAgo: 24 * 25,
    steps: [
      { by: 'staff', after: 4, text: 'Hello Ben,\n\nGladly, on any open day. Just come by with your friend.' },
      { by: 'staff', after: 3, close: true },
    ],
    rating: { good: false, comment: 'I would have liked a date.' },
  },
];

/** Of somebody who is a new member. */
export const ofNewcomer: readonly SeedTicket[] = [
  {
    category: 'account-security',
    subject: 'Die Mail zum Bestätigen kommt nicht an',
    text: 'Hallo,\n\nich habe mich angemeldet, aber die Mail zum Bestätigen meiner Adresse finde ich nicht. Im Spam ist sie auch nicht.',
    hoursAgo: 20,
    steps: [
      {
        by: 'staff',
        after: 1,
        text: 'Hallo Clara,\n\nwir haben sie gerade noch einmal gesendet. Auf der Übersicht kannst du sie auch selbst anfordern. Ist sie jetzt da?',
      },
    ],
    unread: true,
  },
  {
    category: 'plants-harvest',
    subject: 'Wie viele Pflanzen braucht man am Anfang?',
    text: 'Gibt es eine kleinste Zahl von Pflanzen, mit der man beginnen muss?',
    hoursAgo: 28,
    steps: [
      { by: 'staff', after: 1, text: 'Hallo Clara,\n\nnein. Du kannst mit einer einzigen beginnen.' },
      { by: 'member', after: 1, text: 'Danke, das war schon alles.', close: true },
    ],
  },
];
