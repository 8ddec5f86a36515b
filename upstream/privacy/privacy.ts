/** How a module says what it keeps of a member: what an export holds of it, and what a deletion does to it. */
import type { Column, Table } from 'drizzle-orm';
import type { Queryable, Tx } from '../database/database';
import type { Language } from '../http/env';
import type { users } from '../identity/identity.tables';

export { tablePart } from './export-parts';

/** A module's `<module>.personal-data.ts` has one; `upstream/personal-data.ts` lists them all. */
export interface PersonalData {
  /** Kinds of data, each two files of an export. */
  exports: ExportPart[];
  /** Tables whose rows of the member go with the account. */
  deletes: OwnedTable[];
  /** Tables whose rows of the member stay, and why. */
  keeps?: { table: Table; because: string }[];
  /** What a deletion does beside that, in its transaction: takes personal data out of rows that stay. */
  anonymise?(tx: Tx, user: typeof users.$inferSelect, now: Date): Promise<void>;
  /** What the member has to settle before the account can be deleted, in words; empty where nothing stands open. */
  obstacles?(db: Queryable, userId: number, language: Language): Promise<string[]>;
}

export type OwnedTable = Table & { userId: Column };

/** One kind of data: `NAME.json` and `NAME.csv`. Secrets, their hashes and sealed values are no part of any. */
export interface ExportPart {
  /** The file's name without its ending. */
  name: string;
  /** What it holds, for the file that explains the others. */
  description: Record<Language, string>;
  /** The fields in their order, which are the columns of the CSV. */
  fields: string[];
  count(db: Queryable, userId: number): Promise<number>;
  /** Up to `limit` rows behind the one with the key `after`, in the order of their keys; from the start for null. */
  rows(db: Queryable, userId: number, after: Key | null, limit: number): Promise<KeyedRow[]>;
}

export type Key = string | number;

export interface KeyedRow {
  key: Key;
  row: Record<string, unknown>;
}
