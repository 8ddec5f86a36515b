/** Searches plants by their number or its beginning, however it is typed. */
import { and, between, eq, or, type SQL, sql } from 'drizzle-orm';
import { growingPlants } from './plants.tables';

const { roomCode, position } = growingPlants;

/**
 * Returns the condition for `B2-00417`, `b2 417`, `B2-004`, `B2` or `417`. Text that begins no number finds nothing.
 * A number without a dash may be a part of the room's code.
 */
export function numberBegins(typed: string): SQL | undefined {
  const [found, room = '', dash = '', digits = ''] =
    /^([A-Za-z][A-Za-z0-9]{0,5})?([\s-]*)(\d{0,6})$/.exec(typed.trim()) ?? [];
  if (found === undefined) return sql`false`;
  const code = room.toUpperCase();
  const inRoom = dash === '' ? sql`starts_with(${roomCode}, ${code})` : eq(roomCode, code);
  return and(room === '' ? undefined : inRoom, digits === '' ? undefined : positionBegins(digits));
}

/** Running numbers have five digits with zeros in front, or six. */
function positionBegins(digits: string): SQL | undefined {
  const first = (width: number) => Number(digits.padEnd(width, '0'));
  const last = (width: number) => Number(digits.padEnd(width, '9'));
  return or(
    eq(position, Number(digits)),
    digits.length <= 5 ? between(position, first(5), last(5)) : undefined,
    digits.startsWith('0') ? undefined : between(position, first(6), last(6)),
  );
}
