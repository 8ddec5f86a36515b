/** Values of options and positionals, for the schemas of commands. */
import { z } from 'zod';

/** A whole number within limits. */
export const wholeNumber = (from: number, to: number) =>
  z.coerce
    .string()
    .regex(/^\d{1,9}$/, 'is not a whole number')
    .transform(Number)
    .pipe(z.number().min(from, `is below ${from}`).max(to, `is above ${to}`));

/** A text that members read, typed as `German|English`. */
export const textInBothLanguages = (longest: number) =>
  z.string().transform((typed, context) => {
    const parts = typed.split('|').map((part) => part.trim());
    const [de, en] = parts;
    if (parts.length !== 2 || !de || !en) context.addIssue('is needed in both languages: "German|English"');
    else if (Math.max(de.length, en.length) > longest) context.addIssue(`has more than ${longest} characters`);
    else return { de, en };
    return z.NEVER;
  });

/** A moment: `now`, a date, which means its beginning in UTC, or a time with its zone. */
export const momentOption = z.string().transform((typed, context) => {
  const moment = typed === 'now' ? 'now' : parseInstant(typed);
  if (moment) return moment;
  context.addIssue(`is “now”, a date, or a time such as 2027-01-01T09:00+01:00, not “${typed}”`);
  return z.NEVER;
});

/** A date such as `2027-01-31`. */
export const dateOption = z.iso.date('is not a date such as 2027-01-31');

/** Returns the moment of a date (its beginning in UTC) or of a time with its zone, or null for any other text. */
export function parseInstant(text: string): Date | null {
  const isInstant = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const instant = new Date(text);
  if (!isInstant || Number.isNaN(instant.getTime())) return null;
  // JavaScript parses 30 February as 2 March.
  const day = text.slice(0, 10);
  return new Date(day).toISOString().slice(0, 10) === day ? instant : null;
}
