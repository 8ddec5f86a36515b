/** The fields of an address as columns of its table: `street_number` of the wire is `streetNumber` there. */
import { placeFields } from '../contract/address';
import type { addresses } from './account.tables';

type FieldName = keyof typeof placeFields;
type ColumnOf<N extends string> = N extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<ColumnOf<Tail>>}` : N;

export type Place = Record<FieldName, string | null>;
/** Does not compile while a field has no column. */
type PlaceRow = Pick<typeof addresses.$inferSelect, ColumnOf<FieldName>>;

const names = Object.keys(placeFields) as FieldName[];

export const columnOf = <N extends string>(name: N) =>
  name.replace(/_./g, ([, letter = '']) => letter.toUpperCase()) as ColumnOf<N>;

/** What is not given is null. */
export const toRow = (place: Partial<Place>): PlaceRow =>
  Object.fromEntries(names.map((name) => [columnOf(name), place[name] ?? null])) as PlaceRow;

export const toPlace = (row: PlaceRow | undefined): Place =>
  Object.fromEntries(names.map((name) => [name, row?.[columnOf(name)] ?? null])) as Place;
