import { typedDate } from '../platform/typed-date';

/** Keys of what is wrong with a field. */
export type Faults = { from?: string; to?: string };

type Period = { from: string; to: string; faults: null } | { from: string; to: string; faults: Faults };

/** The days of an address, both included. What was typed comes back where it is wrong. */
export function readPeriod(asked: URLSearchParams): Period {
  const [from = '', to = ''] = [asked.get('from') ?? '', asked.get('to') ?? ''];
  const [first, last] = [typedDate.safeParse(from), typedDate.safeParse(to)];
  if (!first.success || !last.success) {
    return { from, to, faults: { ...(!first.success && { from: 'no_day' }), ...(!last.success && { to: 'no_day' }) } };
  }
  if (last.data < first.data) return { from: first.data, to: last.data, faults: { to: 'order' } };
  return { from: first.data, to: last.data, faults: null };
}

/** This month, the last one, this year and the last one, as days of UTC. */
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
