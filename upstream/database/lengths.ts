/** Lengths of columns, as the contract has them. A change there needs a migration. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';

interface Lengths {
  minLength: number | null;
  maxLength: number | null;
}

type Text = Lengths | z.ZodOptional<z.ZodString>;

/** Returns the maximum length of a contract field, as a number for a check constraint. */
export function longest(field: Text): SQL {
  const { maxLength } = lengthsOf(field);
  if (maxLength === null) throw new Error('the field has no greatest length');
  return literal(maxLength);
}

/** Condition that a column has a length of the contract field. It is never empty, even if the field may be. */
export const fits = (column: AnyColumn, field: Text): SQL =>
  sql`char_length(${column}) between ${literal(lengthsOf(field).minLength ?? 1)} and ${longest(field)}`;

const lengthsOf = (field: Text): Lengths => (field instanceof z.ZodOptional ? field.unwrap() : field);

/** Writes a number into a check constraint, where a parameter cannot be. */
export const literal = (value: number): SQL => sql.raw(String(value));
