import { bigint, char, customType, text, timestamp } from 'drizzle-orm/pg-core';

/** A timestamp with the precision of ISO 8601 instants, one millisecond. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
/** An amount in minor units of the row's currency. */
export const minorUnits = () => bigint({ mode: 'bigint' });
export const currency = () => char({ length: 3 }).notNull().default('EUR');
export const label = () => text();
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
