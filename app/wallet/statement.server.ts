import { typedDate } from '../platform/form/typed-date';

/** The key of an error text, by field. */
type Fault = 'no_day' | 'order' | 'too_many';
export type Faults = { from?: Fault; to?: Fault };

type Period = { from: string; to: string; faults: null } | { from: string; to: string; faults: Faults };

/** Reads the days in the address, both included. If one is wrong, the typed values come back. */
export function readPeriod(params: URLSearchParams): Period {
  const [from = '', to = ''] = [params.get('from') ?? '', params.get('to') ?? ''];
  const [first, last] = [typedDate.safeParse(from), typedDate.safeParse(to)];
  if (!first.success || !last.success) {
    return {
      from,
      to,
      faults: { from: first.success ? undefined : 'no_day', to: last.success ? undefined : 'no_day' },
    };
  }
  if (last.data < first.data) return { from: first.data, to: last.data, faults: { to: 'order' } };
  return { from: first.data, to: last.data, faults: null };
}

/** Returns this month, the last month, this year and the last year, as days in UTC. */
export function presets(now: Date): { name: 'month' | 'year'; from: string; to: string }[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const day = (y: number, m: number, d: number) => new Date(Date.UTC(y, m, d)).toISOString().slice(0, 10);
  return [
    { name: 'month', from: day(year, month, 1), to: day(year, month + 1, 0) },
    { name: 'month', from: day(year, month - 1, 1), to: day(year, month, 0) },
    { name: 'year', from: day(year, 0, 1), to: day(year, 11, 31) },
    { name: 'year', from: day(year - 1, 0, 1), to: day(year - 1, 11, 31) },
  ];
}
