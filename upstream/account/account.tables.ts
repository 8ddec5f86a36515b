import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../identity/identity.tables';

/**
 * Where a member lives, one row for each who has filled it in. Names, country and birthdate are part of who they are and
 * stand in `users` since the registration.
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
    /** Short code of a region of the member's country; its name where it has none. */
    region: text('region'),
    phone: text('phone'),
    updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
  },
  (t) => [
    check(
      'addresses_lengths',
      sql`char_length(${t.company}) between 1 and 120
        and char_length(${t.street}) between 1 and 120
        and char_length(${t.streetNumber}) between 1 and 20
        and char_length(${t.addressLine2}) between 1 and 120
        and char_length(${t.postcode}) between 1 and 20
        and char_length(${t.city}) between 1 and 100
        and char_length(${t.region}) between 1 and 60`,
    ),
    check('addresses_phone', sql`${t.phone} ~ '^\\+[1-9][0-9]{1,14}$'`),
  ],
);
