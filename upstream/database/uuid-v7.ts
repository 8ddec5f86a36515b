import { randomBytes } from 'node:crypto';

/** Returns a UUIDv7 (RFC 9562, section 5.7). Ids sort by the millisecond of `now`, and not within a millisecond. */
export function uuidV7(now: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return written(bytes.toString('hex'));
}

/** Returns a UUIDv7 of `now` that sorts after `last`. If `last` is of this millisecond or later, it is of the next one. */
export function uuidV7After(last: string | null, now: Date): string {
  const id = uuidV7(now);
  return last === null || id > last ? id : uuidV7(new Date(instantOf(last) + 1));
}

/** Returns the UUID before which every UUIDv7 of an earlier time sorts. */
export const earliestUuidV7 = (at: Date): string =>
  written(`${at.getTime().toString(16).padStart(12, '0')}70008000000000000000`);

/** The millisecond of a UUIDv7. */
const instantOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

const written = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
