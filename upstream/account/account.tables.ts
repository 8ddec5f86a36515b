import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { addressLines, placeFields, telephones } from '../contract/address';
import { fits } from '../database/lengths';
import { users } from '../members/members.tables';
import { columnOf } from './address-row';

const { company, ...lines } = addressLines;
/** In the order of the check in the database. */
const texts = { company, ...lines, region: placeFields.region };
const keysOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T & string)[];

/**
 * A member's address, one row for each member who has filled it in. Names, country and birthdate identify the member
 * and are in `users` since the registration.
 */
export const addresses = pgTable(
  'addresses',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    company: text('company'),
    street: text('street').notNull(),
    streetNumber: text('street_number').notNull(),
    addressLine2: text('address_line2'),
    /** Null in countries without postcodes. */
    postcode: text('postcode'),
    city: text('city').notNull(),
    /** Short code of a region of the member's country, or its name if it has no code. */
    region: text('region'),
    phone: text('phone'),
    updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
  },
  (t) => [
    check(
      'addresses_lengths',
      sql.join(
        keysOf(texts).map((name) => fits(t[columnOf(name)], texts[name])),
        sql.raw('\n        and '),
      ),
    ),
    ...keysOf(telephones).map((name) =>
      check(`addresses_${name}`, sql`${t[columnOf(name)]} ~ '^\\+[1-9][0-9]{1,14}$'`),
    ),
  ],
);
