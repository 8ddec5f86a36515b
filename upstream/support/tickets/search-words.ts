/** The words of tickets and messages, by which a member finds them again. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { tellingOf, wordsOf } from '../../wallet/wallet';

/** A word is compared by this many letters, because more of them say nothing new. */
const longest = 40;

/** The different words of a text, as they are stored: without capitals, accents and all that is not a letter or digit. */
export const storedWords = (text: string): string[] => [
  ...new Set(wordsOf(text).map((word) => [...word].slice(0, longest).join(''))),
];

/** The member's number begins each word, so that the index leads to the member's own alone. */
const listWords = (userId: number, text: string): string[] => storedWords(text).map((word) => `${userId}:${word}`);

/** The words of a text for a column. */
export const searchable = (userId: number, text: string): SQL => asSearchable(sql.param(listWords(userId, text)));

export const asSearchable = (words: SQLWrapper): SQL => sql`array_to_tsvector(${words}::text[])`;

/** Returns the words of a search that say the most: at most eight, the longest, and none with which another one begins. */
export const wordsToFind = (typed: string): string[] =>
  tellingOf(storedWords(typed), { length: (word) => word.length, implies: (one, other) => one.startsWith(other) });

/** Returns a query for each of these words. A text of the member meets it by a word that begins so. */
export const queriesFor = (userId: number, typed: string): SQL[] =>
  // A word has only letters and digits, so no quote ends it early.
  wordsToFind(typed).map((word) => sql`${`'${userId}:${word}':*`}::tsquery`);
