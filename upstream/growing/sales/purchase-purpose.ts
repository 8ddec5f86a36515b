import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { mostPlants } from '../../contract/growing';
import { Amount } from '../../contract/wallet';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import { inWords, minorUnitsOf } from '../../wallet/wallet';
import { growingRooms } from '../rooms/rooms.tables';
import { growingSales } from './sales.tables';
import { textsIn } from './sales.texts';

/** Sale, quantity, and the amount from the balance, as `verificationContext.plants` of the contract writes them. */
const Context = z.tuple([z.string(), z.int().min(1).max(mostPlants), Amount]);

/** Returns what a code for an order of plants confirms, for its mail. Returns null if it is no sale. */
export async function describePurchase(
  db: Queryable,
  _userId: number,
  context: string,
  language: Language,
): Promise<string | null> {
  const read = Context.safeParse(parse(context));
  if (!read.success) return null;
  const [label, quantity, fromBalance] = read.data;
  const [found] = await db
    .select({ name: growingRooms.name, nameDe: growingRooms.nameDe, currency: growingSales.currency })
    .from(growingSales)
    .innerJoin(growingRooms, eq(growingRooms.code, growingSales.roomCode))
    .where(eq(growingSales.label, label));
  if (!found) return null;
  const amount = inWords(minorUnitsOf(fromBalance), found.currency, language);
  return textsIn(language).plants(quantity, language === 'de' ? found.nameDe : found.name, amount);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
