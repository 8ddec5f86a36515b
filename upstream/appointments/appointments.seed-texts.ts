/** The appointments of the demo club. Days count from today, and times are those of the place. */
import type { AppointmentKind } from '../contract/appointment-facts';

type InBoth = { en: string; de: string };

/** A member with an account of the demo club, and the ticket. */
export interface NamedParty {
  email: 'anna@example.org' | 'ben@example.org';
  guests?: string[];
  notes?: string;
  /** `offered`: a place became free for them some hours ago. `no_show`: they did not come. */
  ends?: 'waitlisted' | 'offered' | 'no_show';
}

export interface DemoAppointment {
  /** Label and codes follow from it. */
  slug: string;
  kind: AppointmentKind;
  /** Negative for the past. Never today, so that nothing begins now. */
  days: number;
  from: string;
  /** Minutes. */
  lasts: number;
  zone: string;
  location?: string;
  onlineUrl?: string;
  capacity: number;
  /** Minor units, for one place. */
  price?: bigint;
  isFeatured?: true;
  /** Days from today. */
  opens: number;
  title: InBoth;
  description: InBoth;
  /** `at`: minutes after the start. */
  programme?: { at: number; title: InBoth; note?: InBoth }[];
  speakers?: { name: string; about: InBoth }[];
  named?: NamedParty[];
  /** Parties of other members who register. All places are taken if there is a waiting list. */
  parties: number;
  waiting?: number;
  canceled?: { daysAgo: number; reason: InBoth };
}

const barn = 'Scheune, Lindenhof 3, 29525 Uelzen';
const kitchen = 'Hofküche, Lindenhof 3, 29525 Uelzen';
const berlin = 'Europe/Berlin';

export const past: DemoAppointment[] = [
  {
    ...{ slug: 'tool-care', kind: 'onsite', days: -61, from: '14:00', lasts: 180, zone: berlin, location: barn },
    ...{ capacity: 24, opens: -90, parties: 11 },
    title: { en: 'Caring for tools', de: 'Werkzeugpflege' },
    description: {
      en: 'Bring your **secateurs and spades**. We clean, sharpen and oil them together.',
      de: 'Bring deine **Scheren und Spaten** mit. Wir reinigen, schärfen und ölen sie zusammen.',
    },
    named: [
      { email: 'anna@example.org', guests: ['Ruth Kessler'] },
      { email: 'ben@example.org', ends: 'no_show' },
    ],
  },
  {
    ...{ slug: 'soup-evening', kind: 'onsite', days: -33, from: '18:30', lasts: 180, zone: berlin, location: kitchen },
    ...{ capacity: 12, price: 1800n, opens: -60, parties: 4 },
    title: { en: 'Cooking soup together', de: 'Suppe kochen' },
    description: {
      en: 'Three soups of what the cellar has. The price covers ingredients and kitchen.',
      de: 'Drei Suppen aus dem, was der Keller hergibt. Der Preis deckt Zutaten und Küche.',
    },
  },
  {
    ...{ slug: 'lamps', kind: 'online', days: -16, from: '19:00', lasts: 75, zone: berlin, capacity: 200 },
    ...{ onlineUrl: 'https://meet.example.org/lamps', opens: -40, parties: 14 },
    title: { en: 'What the new lamps save', de: 'Was die neuen Lampen sparen' },
    description: {
      en: 'Half a year of readings from House 2, and time for questions.',
      de: 'Die Messwerte aus einem halben Jahr in Haus 2, und Zeit für Fragen.',
    },
    named: [{ email: 'ben@example.org' }, { email: 'anna@example.org' }],
  },
];

export const coming: DemoAppointment[] = [
  {
    ...{ slug: 'office-hour', kind: 'online', days: 6, from: '19:00', lasts: 60, zone: berlin, capacity: 200 },
    ...{ onlineUrl: 'https://meet.example.org/office-hour', opens: -20, parties: 12 },
    title: { en: 'Open office hour', de: 'Offene Sprechstunde' },
    description: {
      en: 'The office answers questions about plants, orders and payouts. Come and go as you like.',
      de: 'Das Büro beantwortet Fragen zu Pflanzen, Bestellungen und Auszahlungen. Komm und geh, wann du willst.',
    },
    named: [{ email: 'ben@example.org' }],
  },
  {
    ...{ slug: 'tour-house-2', kind: 'onsite', days: 9, from: '10:00', lasts: 90, zone: berlin },
    ...{ location: 'Haus 2, Lindenhof 3, 29525 Uelzen', capacity: 16, opens: -25, parties: 30, waiting: 4 },
    title: { en: 'Tour of House 2', de: 'Führung durch Haus 2' },
    description: {
      en: 'The gardeners show the drying room and the irrigation.\n\n- Wear closed shoes.\n- No photos of other people, please.',
      de: 'Die Gärtner zeigen den Trockenraum und die Bewässerung.\n\n- Trag geschlossene Schuhe.\n- Bitte keine Fotos von anderen.',
    },
    named: [{ email: 'ben@example.org', guests: ['Grace Archer'], ends: 'waitlisted' }],
  },
  {
    ...{ slug: 'fermenting', kind: 'onsite', days: 13, from: '15:00', lasts: 210, zone: berlin, location: kitchen },
    ...{ capacity: 14, price: 2500n, opens: -30, parties: 5 },
    title: { en: 'Workshop: fermenting vegetables', de: 'Workshop: Gemüse fermentieren' },
    description: {
      en: 'You take **three jars** home. Jars, salt and vegetables are in the price.',
      de: 'Du nimmst **drei Gläser** mit nach Hause. Gläser, Salz und Gemüse sind im Preis enthalten.',
    },
    speakers: [
      {
        name: 'Katrin Ohlsen',
        about: { en: 'runs the kitchen of the club', de: 'leitet die Küche des Vereins' },
      },
    ],
    named: [{ email: 'anna@example.org', notes: 'Keine Walnüsse, bitte.' }],
  },
  {
    ...{ slug: 'grafting', kind: 'onsite', days: 16, from: '11:00', lasts: 150, zone: berlin, location: barn },
    ...{ capacity: 10, opens: -21, parties: 20, waiting: 2 },
    title: { en: 'Grafting fruit trees', de: 'Obstbäume veredeln' },
    description: {
      en: 'Two apple varieties on one tree: we show how, then everybody tries it.',
      de: 'Zwei Apfelsorten auf einem Baum: Wir zeigen, wie es geht, dann probieren es alle.',
    },
    named: [{ email: 'anna@example.org', ends: 'offered' }],
  },
  {
    ...{ slug: 'winter-feast', kind: 'onsite', days: 20, from: '16:00', lasts: 360, zone: berlin, location: barn },
    ...{ capacity: 120, isFeatured: true, opens: -35, parties: 38 },
    title: { en: 'Feast of the members', de: 'Fest der Mitglieder' },
    description: {
      en: 'The year of the club, a meal at long tables, and music. Guests are welcome.\n\n## Good to know\n\n- The barn is heated.\n- A bus leaves from Uelzen station at 15:20 and goes back at 22:15.\n- Tell us in the notes what you do not eat.',
      de: 'Das Jahr des Vereins, ein Essen an langen Tischen und Musik. Gäste sind willkommen.\n\n## Gut zu wissen\n\n- Die Scheune ist geheizt.\n- Ein Bus fährt um 15:20 Uhr am Bahnhof Uelzen ab und um 22:15 Uhr zurück.\n- Schreib in die Anmerkungen, was du nicht isst.',
    },
    programme: [
      { at: 0, title: { en: 'Doors open', de: 'Einlass' }, note: { en: 'with hot juice', de: 'mit heißem Saft' } },
      { at: 45, title: { en: 'The year in figures', de: 'Das Jahr in Zahlen' } },
      { at: 90, title: { en: 'Meal', de: 'Essen' }, note: { en: 'vegetarian', de: 'vegetarisch' } },
      { at: 210, title: { en: 'Music', de: 'Musik' } },
      { at: 360, title: { en: 'End', de: 'Ende' } },
    ],
    speakers: [
      { name: 'Greta Holm', about: { en: 'board of the club', de: 'Vorstand des Vereins' } },
      { name: 'Trio Elbsand', about: { en: 'two violins and a double bass', de: 'zwei Geigen und ein Kontrabass' } },
    ],
    named: [{ email: 'anna@example.org', guests: ['Ruth Kessler', 'Emil Kessler'], notes: 'Einmal vegan.' }],
  },
  {
    ...{ slug: 'london', kind: 'onsite', days: 24, from: '18:30', lasts: 150, zone: 'Europe/London' },
    ...{ location: 'Garden Room, 14 Mill Lane, London', capacity: 20, opens: -14, parties: 6 },
    title: { en: 'Members in London meet', de: 'Treffen der Mitglieder in London' },
    description: {
      en: 'A quiet table and something to eat. Everybody pays for themselves.',
      de: 'Ein ruhiger Tisch und etwas zu essen. Alle zahlen für sich selbst.',
    },
    named: [{ email: 'ben@example.org' }],
  },
  {
    ...{ slug: 'night', kind: 'onsite', days: 31, from: '21:30', lasts: 240, zone: berlin },
    ...{ location: 'Haus 1, Lindenhof 3, 29525 Uelzen', capacity: 30, opens: -7, parties: 7 },
    title: { en: 'A night in the greenhouse', de: 'Eine Nacht im Gewächshaus' },
    description: {
      en: 'What plants do in the dark. It goes on until half past one.',
      de: 'Was Pflanzen im Dunkeln tun. Es geht bis halb zwei.',
    },
  },
  {
    ...{ slug: 'cargo-bikes', kind: 'onsite', days: 11, from: '13:00', lasts: 120, zone: berlin, location: barn },
    ...{ capacity: 15, opens: -28, parties: 5 },
    title: { en: 'Try a cargo bike', de: 'Lastenrad ausprobieren' },
    description: {
      en: 'Three bikes, two hours, one hill.',
      de: 'Drei Räder, zwei Stunden, ein Berg.',
    },
    named: [{ email: 'anna@example.org' }],
    canceled: {
      daysAgo: 4,
      reason: {
        en: 'The bikes are still at the workshop.',
        de: 'Die Räder sind noch in der Werkstatt.',
      },
    },
  },
  {
    ...{ slug: 'assembly', kind: 'onsite', days: 58, from: '18:00', lasts: 150, zone: berlin, location: barn },
    ...{ capacity: 150, opens: 12, parties: 0 },
    title: { en: 'General assembly', de: 'Mitgliederversammlung' },
    description: {
      en: 'Report of the board, budget, election of two auditors. Registration opens four weeks after the invitation.',
      de: 'Bericht des Vorstands, Haushalt, Wahl von zwei Prüfern. Die Anmeldung öffnet vier Wochen nach der Einladung.',
    },
    programme: [
      { at: 0, title: { en: 'Report of the board', de: 'Bericht des Vorstands' } },
      { at: 50, title: { en: 'Budget', de: 'Haushalt' } },
      { at: 95, title: { en: 'Election', de: 'Wahl' } },
    ],
  },
];
