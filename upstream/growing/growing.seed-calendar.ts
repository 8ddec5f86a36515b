/** When each cycle of the demo club's rooms began, and its stages. */
import type { Stage } from '../contract/growing';

const dayMs = 24 * 60 * 60_000;
export const days = (at: Date, count: number) => new Date(at.getTime() + count * dayMs);

/** The length of a cycle, and the day of it on which each stage begins. */
export const cycleDays = 98;
export const beginsOn: Record<Stage, number> = {
  seedling: 0,
  vegetative: 16,
  flowering: 37,
  harvest: 75,
  drying: 77,
  resting: 88,
};

export interface DemoRoom {
  code: string;
  number: number;
  city: string;
  strain: string;
  places: number;
  /** The running cycle, and for how many days it has run. 0 for a house that has not begun. */
  cycle: number;
  day: number;
}

export const rooms: DemoRoom[] = [
  { code: 'H1', number: 1, city: 'Uelzen', strain: 'Alte Linde', places: 420, cycle: 8, day: 82 },
  { code: 'H2', number: 2, city: 'Uelzen', strain: 'Morgentau', places: 480, cycle: 8, day: 52 },
  { code: 'H3', number: 3, city: 'Bad Bevensen', strain: 'Harzer Gold', places: 360, cycle: 8, day: 9 },
  { code: 'H4', number: 4, city: 'Bleckede', strain: 'Elbmarsch', places: 480, cycle: 0, day: 0 },
];

export const beginOf = ({ cycle, day }: DemoRoom, wanted: number, now: Date) =>
  days(now, -day - (cycle - wanted) * cycleDays);
