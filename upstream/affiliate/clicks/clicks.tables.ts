/** What tells two clicks of one browser on one day. Nothing of it outlives the day, and nothing of it names anybody. */
import { date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes } from '../../database/columns';

/** The key of a day. Without it, nobody can find out what a mark was made of. */
export const affiliateClickKeys = pgTable('affiliate_click_keys', {
  day: date({ mode: 'string' }).primaryKey(),
  key: bytes().notNull(),
});

/** A link and a browser that followed it, as a keyed hash. */
export const affiliateClickMarks = pgTable(
  'affiliate_click_marks',
  {
    day: date({ mode: 'string' })
      .notNull()
      .references(() => affiliateClickKeys.day, { onDelete: 'cascade' }),
    mark: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.mark] })],
);
