/** The filters of plants in an address. */
import { PlantStage } from '../../upstream/contract/growing-plants';

export interface TypedFilters {
  room: string;
  stage: PlantStage | '';
  /** A plant's number or its beginning. */
  q: string;
  /** The label of an order. */
  order: string;
}

/** The most that the call takes. */
export const longestNumber = 20;

/** Reads the filters as typed. Values that no form sends are left out. */
export function filtersIn(search: URLSearchParams): TypedFilters {
  const text = (name: string) => (search.get(name) ?? '').trim();
  return {
    room: /^[A-Z][A-Z0-9]{0,5}$/.test(text('room')) ? text('room') : '',
    stage: PlantStage.options.find((stage) => stage === text('stage')) ?? '',
    q: text('q'),
    order: /^OR-\w{1,12}$/.test(text('order')) ? text('order') : '',
  };
}

/** Returns the address of a list with these filters. Unset filters are left out. */
export function filtersPath(path: string, filters: Partial<TypedFilters>, page = 1): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The filters that are set, as the call takes them. */
export const queryOf = ({ room, stage, q, order }: TypedFilters) => ({
  ...(room && { room }),
  ...(stage && { stage }),
  ...(q && { q }),
  ...(order && { order }),
});
