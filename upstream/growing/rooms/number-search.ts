/** Reads what a member types to find a plant's number, as ranges of running numbers. */
import { highestNumber as highest } from '../plants/numbers';

/** Both ends belong to it. */
export type Range = [from: number, to: number];

/** The digits that a printed number has at least. */
const printed = 5;

/**
 * Returns the running numbers of the room whose printed number (`B2-00417`) or running number (`417`) is or begins with
 * what was typed, in their order. Null for all of them, and nothing if no number of the room fits.
 */
export function rangesOf(roomCode: string, typed: string): Range[] | null {
  const text = typed.trim().toUpperCase();
  if (roomCode.startsWith(text)) return null;
  const withRoom = text.startsWith(roomCode) ? text.slice(roomCode.length) : text;
  const [, digits] = /^[\s-]*(\d*)$/.exec(withRoom) ?? [];
  if (digits === undefined) return [];
  if (digits === '') return null;
  const value = Number(digits);
  const exact: Range[] = value >= 1 && value <= highest ? [[value, value]] : [];
  return digits.startsWith('0') ? [...exact, ...longerPrinted(digits)] : longerThan(value);
}

/** Of `004`: 400 to 499, which are printed as `00400` to `00499`. */
function longerPrinted(digits: string): Range[] {
  const size = 10 ** (printed - digits.length);
  const from = Number(digits) * size;
  return size > 1 ? [[Math.max(1, from), from + size - 1]] : [];
}

/** Of 417: 417, 4170 to 4179, 41700 to 41799 and 417000 to 417999. */
function longerThan(value: number): Range[] {
  const ranges: Range[] = [];
  for (let size = 1; value * size <= highest; size *= 10) ranges.push([value * size, (value + 1) * size - 1]);
  return ranges;
}
