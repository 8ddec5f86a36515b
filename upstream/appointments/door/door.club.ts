/** The staff command of the door (docs/product/appointments-door.md#check-in). */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CommandFailed, defineCommand } from '../../club/command';
import { type CheckIn, ScannedCode } from '../../contract/appointments-door';
import { InvalidFields, NotFound } from '../../http/problems';
import { labelTyped } from '../staff/refused';
import { checkIn } from './check-in';

/** `appointment check-in LABEL CODE` */
export const appointmentCheckIn = defineCommand({
  name: 'appointment check-in',
  summary: 'Check a ticket in by its code or the text of its QR code; each ticket counts once',
  positionals: ['label', 'code'],
  proof: 'required',
  permission: 'event.check_in',
  options: {},
  given: z.strictObject({ label: z.string(), code: ScannedCode }),
  run: async (deps, { label: typed, code }, now, { id: staffId }) => {
    const by = { staffId, ip: null, requestId: randomUUID(), language: 'en' as const, now };
    const outcome = await checkIn(deps, { label: labelTyped(typed), text: code }, by).catch(inWords);
    return { lines: [lineOf(outcome)], data: outcome };
  },
});

function inWords(error: unknown): never {
  if (error instanceof NotFound) throw new CommandFailed('There is no such appointment.');
  if (error instanceof InvalidFields) throw new CommandFailed(error.errors.code?.[0] ?? error.message);
  throw error;
}

function lineOf({ outcome, code, name, guests, places, since, other }: CheckIn): string {
  const who = `${[name, ...guests.map((guest) => guest.name)].join(', ')} (${code})`;
  const sinceThen = since ? ` since ${since}` : '';
  const lines: Record<CheckIn['outcome'], string> = {
    admitted: `Come in: ${who}, ${places} ${places === 1 ? 'place' : 'places'}.`,
    duplicate: `Already here${sinceThen}: ${who}.`,
    canceled: `Not valid${sinceThen}: ${who}.`,
    other: `For another appointment, ${other?.label} ${other?.title}: ${who}.`,
    unknown: `Unknown: ${code}. The club has not issued this code.`,
    undone: `Taken back: ${who}.`,
  };
  return lines[outcome];
}
