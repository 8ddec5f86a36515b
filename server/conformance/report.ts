import { levels } from '../../upstream/contract/levels';
import type { Finding, Verdict } from './check';

const headings = {
  see: 'To sign in and look',
  work: 'To work',
  dashboard: 'For the dashboard',
  module: 'For the pages of the modules',
};

const order: Verdict[] = ['differs', 'missing', 'refused', 'not tried', 'works'];

/** Returns the findings as text: by step, what needs work first. */
export function reportOf(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ call }) => call.length));
  const parts = levels.map((level) => {
    const rows = findings
      .filter((one) => one.level === level)
      .sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
    return [headings[level], ...rows.flatMap((row) => linesOf(row, width))].join('\n');
  });
  return [...parts, sumOf(findings)].join('\n\n');
}

function linesOf({ call, verdict, status, why, differences }: Finding, width: number): string[] {
  const line = `  ${verdict.padEnd(9)}  ${call.padEnd(width)}  ${status ?? ''} ${why}`.trimEnd();
  return [
    line,
    ...differences.map(({ field, expected, found }) => `             ${field}: expected ${expected}, found ${found}`),
  ];
}

const sumOf = (findings: Finding[]) =>
  order
    .map((verdict) => `${findings.filter((one) => one.verdict === verdict).length} ${verdict}`)
    .reverse()
    .join(', ');

/** Whether the back end is not ready: something differs, or a call that every page needs is missing. */
export const isWanting = (findings: Finding[]): boolean =>
  findings.some(
    ({ verdict, level }) => verdict === 'differs' || (verdict === 'missing' && (level === 'see' || level === 'work')),
  );
