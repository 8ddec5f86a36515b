import { bigint, char, customType, text, timestamp } from 'drizzle-orm/pg-core';

/** ISO-8601 instants are kept to the millisecond. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
/** Minor units of the row's currency. */
export const minorUnits = () => bigint({ mode: 'bigint' });
export const currency = () => char({ length: 3 }).notNull().default('EUR');
export const label = () => text();
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
