/** How a module declares the personal data that it keeps: what an export contains and what a deletion does. */
import type { AnyColumn, Column, Table } from 'drizzle-orm';
import type { Language } from '../http/env';
import type { Queryable, Tx } from './database';

/** Each `<module>.personal-data.ts` exports one; `upstream/personal-data.ts` lists them all. */
export interface PersonalData {
  /** Kinds of data. Each becomes two files of an export. */
  exports: ExportPart[];
  /** Tables whose rows of the member are deleted with the account. */
  deletes: OwnedTable[];
  /** Tables whose rows of the member stay, with the reason. */
  keeps?: { table: Table; because: string }[];
  /** Columns that no export contains, with the reason. A test finds columns that are neither here nor exported. */
  withholds?: WithheldColumns[];
  /**
   * Locks what the module's own transactions lock before they refer to the member, and in their order. A deletion calls
   * it before it locks the member, so that neither waits for the other.
   */
  lock?(tx: Tx, userId: number): Promise<void>;
  /** Further steps of a deletion, in its transaction: removes personal data from rows that stay. */
  anonymise?(tx: Tx, member: DepartingMember, now: Date): Promise<void>;
  /** Returns what the member has to settle before the account can be deleted, as texts; empty if nothing is open. */
  obstacles?(db: Queryable, userId: number, language: Language): Promise<string[]>;
}

/** The member as they were before the deletion. */
export interface DepartingMember {
  id: number;
  language: Language;
  refHash: string;
}

interface WithheldColumns {
  table: Table;
  columns: string[];
  because: string;
}

export const withhold = <T extends Table>(
  table: T,
  columns: (keyof T['_']['columns'] & string)[],
  because: string,
): WithheldColumns => ({ table, columns, because });

export type OwnedTable = Table & { userId: Column };

/** One kind of data: `NAME.json` and `NAME.csv`. No part contains secrets, their hashes or sealed values. */
export interface ExportPart {
  /** The file's name without its extension. */
  name: string;
  /** Description for the file that explains the others. */
  description: Record<Language, string>;
  /** The fields in order; they are the columns of the CSV. */
  fields: string[];
  /** The columns that the fields are made of. */
  columns: AnyColumn[];
  count(db: Queryable, userId: number): Promise<number>;
  /** Returns up to `limit` rows after the key `after`, sorted by key; from the start for null. */
  rows(db: Queryable, userId: number, after: Key | null, limit: number): Promise<KeyedRow[]>;
}

export type Key = string | number;

export interface KeyedRow {
  key: Key;
  row: Record<string, unknown>;
}
