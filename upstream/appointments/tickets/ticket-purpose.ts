import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { mostGuests } from '../../contract/appointment-facts';
import { Amount } from '../../contract/wallet';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import { inWords, minorUnitsOf } from '../../wallet/wallet';
import { appointments } from '../appointments.tables';
import { titleIn } from '../show-appointment';
import { textsIn } from './tickets.texts';

/** Label, places, and the amount from the balance, as `verificationContext.ticket` of the contract writes them. */
const Context = z.tuple([
  z.string(),
  z
    .int()
    .min(1)
    .max(1 + mostGuests),
  Amount,
]);

/** Returns what a code for a ticket confirms, for its mail. Returns null if it is no appointment. */
export async function describeTicket(
  db: Queryable,
  _userId: number,
  context: string,
  language: Language,
): Promise<string | null> {
  const read = Context.safeParse(parse(context));
  if (!read.success) return null;
  const [label, places, fromBalance] = read.data;
  const [found] = await db.select().from(appointments).where(eq(appointments.label, label));
  if (!found) return null;
  const amount = inWords(minorUnitsOf(fromBalance), found.currency, language);
  return textsIn(language).places(titleIn(found, language), places, amount);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
