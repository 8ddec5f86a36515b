/** Texts of the calls about sales, in the language of the request. */
import type { Order } from '../../contract/orders';
import type { Language } from '../../http/env';

type PlantRange = NonNullable<Order['plants']>[number];

const isOne = ([first, ...others]: PlantRange[]) => first?.count === 1 && others.length === 0;

const inRanges = (ranges: PlantRange[], to: string, and: string) =>
  ranges
    .map(({ first, last, count }) => (count === 1 ? first : `${first} ${count === 2 ? and : to} ${last}`))
    .join(', ');

const en = {
  plantIn: (room: string, cycle: number) => `Plant in ${room}, from cycle ${cycle}`,
  soldOut:
    'All plants of this sale are sold or reserved. Reserved plants come back if an order is not paid in time. Nothing was ordered.',
  tooFew: (left: number) =>
    left === 1 ? 'Only 1 plant is left. Nothing was ordered.' : `Only ${left} plants are left. Nothing was ordered.`,
  tooMany: (most: number) =>
    most > 0
      ? `You may buy ${most} more of this sale. Nothing was ordered.`
      : 'You have as many plants of this sale as one member may buy. Nothing was ordered.',
  notOpen: 'This sale is not open yet. Nothing was ordered.',
  closed: 'This sale is closed. Nothing was ordered.',
  openOrder: 'You have an unpaid order of this sale. Pay or cancel it first. Nothing was ordered.',
  overPrice: 'Your balance cannot pay more than the price.',
  yourPlants: (ranges: PlantRange[]) =>
    isOne(ranges)
      ? `Your plant is ${inRanges(ranges, 'to', 'and')}.`
      : `Your plants are ${inRanges(ranges, 'to', 'and')}.`,
  plants: (count: number, room: string, amount: string) =>
    `${count} ${count === 1 ? 'plant' : 'plants'} in ${room}, ${amount} from your balance`,
};

const de: typeof en = {
  plantIn: (room, cycle) => `Pflanze in ${room}, ab Zyklus ${cycle}`,
  soldOut:
    'Alle Pflanzen dieses Verkaufs sind verkauft oder reserviert. Reservierte Pflanzen werden wieder frei, wenn eine Bestellung nicht rechtzeitig bezahlt wird. Es wurde nichts bestellt.',
  tooFew: (left) =>
    left === 1
      ? 'Nur noch 1 Pflanze ist frei. Es wurde nichts bestellt.'
      : `Nur noch ${left} Pflanzen sind frei. Es wurde nichts bestellt.`,
  tooMany: (most) =>
    most > 0
      ? `Von diesem Verkauf kannst du noch ${most} kaufen. Es wurde nichts bestellt.`
      : 'Du hast schon so viele Pflanzen dieses Verkaufs, wie ein Mitglied kaufen kann. Es wurde nichts bestellt.',
  notOpen: 'Dieser Verkauf hat noch nicht begonnen. Es wurde nichts bestellt.',
  closed: 'Dieser Verkauf ist beendet. Es wurde nichts bestellt.',
  openOrder:
    'Du hast eine unbezahlte Bestellung aus diesem Verkauf. Bezahle oder storniere sie zuerst. Es wurde nichts bestellt.',
  overPrice: 'Dein Guthaben kann nicht mehr als den Preis bezahlen.',
  yourPlants: (ranges) =>
    isOne(ranges)
      ? `Deine Pflanze ist ${inRanges(ranges, 'bis', 'und')}.`
      : `Deine Pflanzen sind ${inRanges(ranges, 'bis', 'und')}.`,
  plants: (count, room, amount) =>
    `${count} ${count === 1 ? 'Pflanze' : 'Pflanzen'} in ${room}, ${amount} aus deinem Guthaben`,
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
