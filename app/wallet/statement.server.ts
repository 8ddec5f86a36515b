import { typedDate } from '../platform/form/typed-date';

/** The key of an error text, by field. */
type Fault = 'no_day' | 'order' | 'to_come' | 'too_many';
export type Faults = { from?: Fault; to?: Fault };

/** Returns the fault that the upstream found in the days of an address, which `refusedPath` named. */
export function refusedDays(params: URLSearchParams): Faults | null {
  const fault = params.get('fault');
  if (fault === 'to_come') return { from: 'to_come' };
  return fault === 'too_many' ? { to: 'too_many' } : null;
}

/** Returns the address of the form with the days of a statement that there is not. */
export function refusedPath(params: URLSearchParams, errors?: Record<string, string[]>): string {
  const fault = errors && (errors.from ? 'to_come' : 'too_many');
  const query = { from: params.get('from') ?? '', to: params.get('to') ?? '', ...(fault && { fault }) };
  return `/financial/statement?${new URLSearchParams(query)}`;
}

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

interface Preset {
  name: 'month' | 'year';
  from: string;
  to: string;
  /** The statement ends now, because the period is not over. */
  isRunning: boolean;
}

/** Returns this month, the last month, this year and the last year, as days in UTC. */
export function presets(now: Date): Preset[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const day = (y: number, m: number, d: number) => new Date(Date.UTC(y, m, d)).toISOString().slice(0, 10);
  return [
    { name: 'month', from: day(year, month, 1), to: day(year, month + 1, 0), isRunning: true },
    { name: 'month', from: day(year, month - 1, 1), to: day(year, month, 0), isRunning: false },
    { name: 'year', from: day(year, 0, 1), to: day(year, 11, 31), isRunning: true },
    { name: 'year', from: day(year - 1, 0, 1), to: day(year - 1, 11, 31), isRunning: false },
  ];
}
