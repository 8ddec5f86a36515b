/** Texts of the statement of a harvest as PDF, in both languages. */
import type { Language } from '../../http/env';

const en = {
  title: (id: string) => `Statement of harvest ${id}`,
  harvest: 'Harvest',
  place: (room: string, cycle: number, strain: string, city: string) => `${room}, cycle ${cycle}: ${strain}, ${city}`,
  member: 'For',
  version: 'Version',
  replaced: (version: number, newest: number) => `${version}, later corrected by version ${newest}`,
  corrected: (version: number) => `${version}, a correction`,
  grown: 'Harvested, weighed',
  recorded: 'Drawn up, approved',
  by: (day: string, name: string) => `${day} by ${name}`,
  paid: 'Paid out',
  running: 'still running',
  amount: 'Amount',
  toSurplus: 'From revenue to surplus',
  revenue: 'Revenue',
  weight: (grams: string, plants: number) => `${grams} from ${plants} ${plants === 1 ? 'plant' : 'plants'}`,
  perGram: (price: string) => `, ${price} per gram on average`,
  surplus: 'Surplus',
  toPool: 'From surplus to the members’ pool',
  share: (kept: string) => `Members’ share; ${kept} stays with the club`,
  fraction: 'Fraction of a cent; the pool is rounded down',
  loss: 'The club bears a loss alone; members pay nothing',
  noPlants: 'No plant was harvested, so nobody has a share',
  pool: 'Pool',
  toPlant: 'From the pool to one plant',
  toYou: 'From the pool to you',
  plants: (planted: number, lost: number) => `Harvested plants: ${planted} planted, ${lost} lost`,
  perPlant: 'For each plant; four decimals are shown, the whole fraction is used',
  own: 'Your plants',
  more: 'and more',
  rounding: (exact: string) => `Fraction of a cent; ${exact} before it is rounded down`,
  cent: 'One of the cents that were left',
  payout: 'Your payout',
  left: (cents: number, members: number) =>
    `When the shares of all ${members} members were rounded down, ${cents} ${cents === 1 ? 'cent was' : 'cents were'} left. One each goes to the members with the largest remainder; if remainders are equal, the smaller plant number decides.`,
  noneLeft: 'When all shares were rounded down, no cent was left.',
  remainders: (mine: string, smallest: string) =>
    `Your remainder: ${mine} cents. The smallest that got a cent: ${smallest} cents.`,
  difference: 'Difference from the version before',
  withheld: 'Deducted, because an earlier harvest had paid too much',
  transaction: 'Transaction',
  notBooked: 'not booked yet',
  noTransaction: 'none',
  reason: (version: number, day: string, reason: string) => `Correction, version ${version}, ${day}: ${reason}`,
  promise:
    'An approved statement never changes. A mistake is put right by a correction, which names its reason. Past harvests say nothing about future ones.',
};

const de: typeof en = {
  title: (id) => `Abrechnung der Ernte ${id}`,
  harvest: 'Ernte',
  place: (room, cycle, strain, city) => `${room}, Zyklus ${cycle}: ${strain}, ${city}`,
  member: 'Für',
  version: 'Fassung',
  replaced: (version, newest) => `${version}, später durch Fassung ${newest} berichtigt`,
  corrected: (version) => `${version}, eine Berichtigung`,
  grown: 'Geerntet, gewogen',
  recorded: 'Aufgestellt, freigegeben',
  by: (day, name) => `${day} von ${name}`,
  paid: 'Ausgezahlt',
  running: 'läuft noch',
  amount: 'Betrag',
  toSurplus: 'Vom Erlös zum Überschuss',
  revenue: 'Erlös',
  weight: (grams, plants) => `${grams} aus ${plants} ${plants === 1 ? 'Pflanze' : 'Pflanzen'}`,
  perGram: (price) => `, im Mittel ${price} je Gramm`,
  surplus: 'Überschuss',
  toPool: 'Vom Überschuss zum Topf der Mitglieder',
  share: (kept) => `Anteil der Mitglieder; ${kept} bleiben im Verein`,
  fraction: 'Bruchteil eines Cents; der Topf wird abgerundet',
  loss: 'Einen Verlust trägt der Verein allein; Mitglieder zahlen nichts',
  noPlants: 'Keine Pflanze wurde geerntet, darum hat niemand einen Anteil',
  pool: 'Topf',
  toPlant: 'Vom Topf zu einer Pflanze',
  toYou: 'Vom Topf zu dir',
  plants: (planted, lost) => `Geerntete Pflanzen: ${planted} gepflanzt, ${lost} verloren`,
  perPlant: 'Je Pflanze; mit vier Nachkommastellen, gerechnet wird mit dem ganzen Bruch',
  own: 'Deine Pflanzen',
  more: 'und weitere',
  rounding: (exact) => `Bruchteil eines Cents; ${exact} vor dem Abrunden`,
  cent: 'Einer der Cent, die übrig blieben',
  payout: 'Deine Auszahlung',
  left: (cents, members) =>
    `Beim Abrunden der Anteile aller ${members} Mitglieder ${cents === 1 ? 'blieb 1 Cent' : `blieben ${cents} Cent`} übrig. Je einer geht an die Mitglieder mit dem größten Rest; bei gleichem Rest entscheidet die kleinere Pflanzennummer.`,
  noneLeft: 'Beim Abrunden aller Anteile blieb kein Cent übrig.',
  remainders: (mine, smallest) => `Dein Rest: ${mine} Cent. Der kleinste, der einen Cent bekam: ${smallest} Cent.`,
  difference: 'Unterschied zur Fassung davor',
  withheld: 'Abgezogen, weil eine frühere Ernte zu viel ausgezahlt hatte',
  transaction: 'Buchung',
  notBooked: 'noch nicht gebucht',
  noTransaction: 'keine',
  reason: (version, day, reason) => `Berichtigung, Fassung ${version}, ${day}: ${reason}`,
  promise:
    'Eine freigegebene Abrechnung wird nie geändert. Einen Fehler behebt eine Berichtigung, die ihren Grund nennt. Vergangene Ernten sagen nichts über künftige.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);

const localeOf = (language: Language) => (language === 'de' ? 'de-DE' : 'en-GB');

/** Formats an amount of the wire with all its decimals: `103.2004` becomes `103,2004 €`. */
export const moneyIn = (language: Language, currency: string) => (amount: string) => {
  const decimals = amount.length - amount.indexOf('.') - 1;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency, ...digits });
  return format.format(amount as Intl.StringNumericLiteral).replace('-', '−');
};

/** Formats a decimal of the wire without zeros at its end. */
export const figureIn = (language: Language, value: string): string =>
  new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 2 }).format(value as Intl.StringNumericLiteral);

/** Formats grams; above 1000 they are kilograms. */
export const gramsIn = (language: Language, grams: number): string =>
  new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: grams > 1000 ? 'kilogram' : 'gram',
    maximumFractionDigits: 3,
  }).format(grams > 1000 ? grams / 1000 : grams);
