/**
 * The words of messages, by which members find them again (docs/product/chat.md#search). A stored word is
 * `<member>:<days>:<word>`. So the index leads to the member's own messages alone, and a search reads it from the newest
 * days on and stops when it has enough.
 */
import { type SQL, sql } from 'drizzle-orm';
import { storedWords } from '../support/support';
import { chatMessages } from './chat.tables';

/** An id begins with its time. This many digits of it change every 2^28 ms, which is 3.1 days. */
const digits = 5;

/** Returns the words of a message for each member who may find it. */
export function listWords(userIds: readonly number[], messageId: string, text: string): string[] {
  const words = storedWords(text);
  return userIds.flatMap((userId) => words.map((word) => `${userId}:${messageId.slice(0, digits)}:${word}`));
}

/** A number for the days of a message; those before have the number before. */
export const daysOf = (messageId: SQL): SQL =>
  sql`('x' || lpad(left(${messageId}::text, ${sql.raw(`${digits}`)}), 8, '0'))::bit(32)::int`;

/** Whether a message of these days has every word, or a longer word that begins so. */
export const hasAll = (userId: number, days: SQL, words: readonly string[]): SQL =>
  // A word has only letters and digits, so no quote ends it early.
  sql`${chatMessages.search} @@ (
    select string_agg(format('''%s:%s:%s'':*', ${userId}::int, lpad(to_hex(${days}), ${sql.raw(`${digits}`)}, '0'), word), ' & ')
    from unnest(${sql.param([...words])}::text[]) as word)::tsquery`;
