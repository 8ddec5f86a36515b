/** What members of the demo club wrote to each other and to the club. The first message of each list is the oldest. */

interface SeedMessage {
  /** `own`: the member whose list it is. */
  by: 'own' | 'other';
  /** Minutes since the message before. */
  after: number;
  text: string;
}

export interface SeedTalk {
  /** A contact of the club, the sponsor, or somebody of the first line by their place in it. */
  with: string | 'sponsor' | number;
  hoursAgo: number;
  messages: readonly SeedMessage[];
  /** How many of the newest messages of the other side the member has not read. */
  unread?: number;
  /** The member has opened the list since. */
  noticed?: true;
}

const own = (after: number, text: string): SeedMessage => ({ by: 'own', after, text });
const other = (after: number, text: string): SeedMessage => ({ by: 'other', after, text });

export const german: readonly SeedTalk[] = [
  {
    with: 'garden',
    hoursAgo: 240,
    messages: [
      own(0, 'Moin! Darf man sich die Häuser auch mal ansehen, oder geht das wegen der Hygiene nicht?'),
      other(
        95,
        'Moin Anna, doch, das geht. Straßenschuhe bleiben draußen, Kittel haben wir. Am besten unter der Woche vor zehn, dann ist es noch nicht so warm.',
      ),
      own(12, 'Prima, dann melde ich mich, sobald ich weiß, wann ich in Uelzen bin. Danke!'),
    ],
  },
  {
    with: 'sponsor',
    hoursAgo: 75,
    messages: [
      own(0, 'Hallo Holger, hast du den neuen Aushang an der Scheune gesehen? Da steht was von einem Hoffest.'),
      other(22, 'Ja, der Termin ist aber noch nicht sicher. Sobald er steht, kommt eine Nachricht an alle.'),
      own(3, 'Gut, dann warte ich mit der Zugfahrt noch.'),
      other(4, 'Mach das. Und bring diesmal deine Schwester mit, die wollte doch schon letztes Jahr kommen 🙂'),
      own(16, 'Ich frag sie!'),
    ],
  },
  {
    with: 0,
    hoursAgo: 30,
    messages: [
      other(0, 'Hallo Anna, kurze Frage: Wo finde ich die Bankverbindung für meine Bestellung noch mal?'),
      own(
        41,
        'Unter „Guthaben“ die Bestellung öffnen, dann „Bankverbindung ansehen“. Der Verwendungszweck ist wichtig, den musst du genau so übernehmen.',
      ),
      other(9, 'Ah, gefunden. https://de.wikipedia.org/wiki/SEPA sagt, es dauert einen Bankarbeitstag, stimmt das?'),
      other(1, 'Danke dir jedenfalls!'),
    ],
    unread: 2,
    noticed: true,
  },
  {
    with: 'office',
    hoursAgo: 5,
    messages: [
      own(0, 'Guten Tag, meine Anschrift hat sich geändert. Reicht es, wenn ich sie in den Einstellungen ändere?'),
      other(33, 'Hallo Anna, ja, das reicht. Straße und Ort kannst du jederzeit ändern.'),
      own(6, 'Und mein Name? Ich heirate im Mai.'),
      other(
        48,
        'Herzlichen Glückwunsch! Der Name steht nach der ersten Auszahlung fest. Schick uns dann bitte eine Anfrage mit der Urkunde, wir schalten ihn für dich frei.',
      ),
    ],
    unread: 1,
  },
];

export const english: readonly SeedTalk[] = [
  {
    with: 'office',
    hoursAgo: 50,
    messages: [
      own(0, 'Hello, is the office open on the day after the public holiday?'),
      other(70, 'Hello Ben, yes, from nine to five as usual.'),
      own(8, 'Great, thank you.'),
    ],
  },
];

/** A talk that has gone on for months, of which these are said again and again. */
export const longTalk = {
  with: 1,
  messages: 400,
  lines: [
    'Guten Morgen!',
    'Moin! Na, wie sieht es bei dir aus?',
    'Gut, nur zu viel Arbeit. Hast du die neuen Fotos aus Haus 2 gesehen?',
    'Ja, die sind ganz schön gewachsen.',
    'Finde ich auch. Vor zwei Wochen waren die noch halb so hoch.',
    'Hast du dir die Abrechnung der letzten Ernte angesehen? Da steht jetzt jeder Posten einzeln.',
    'Noch nicht, mache ich heute Abend.',
    'Sag Bescheid, wenn dir was auffällt.',
    'Mache ich. Bis später!',
    'Bis dann 👋',
  ],
} as const;
