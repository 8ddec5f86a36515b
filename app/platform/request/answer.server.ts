import type { z } from '@hono/zod-openapi';

type Issue = z.core.$ZodIssue;
type Parent = Record<PropertyKey, unknown>;

/** Where an answer cannot be read: the path of the field, what the contract expects there, and the kind of value found. */
export interface Difference {
  field: string;
  expected: string;
  found: string;
}

export type Reading = { ok: true; data: unknown } | { ok: false; differences: Difference[] };

/** A value of a union in an array may need one more round for each level. */
const MOST_ROUNDS = 4;

/**
 * Reads an answer by its schema, and takes what PHP and its databases write in place of the expected: 1 and "0" for
 * truth values, numbers in quotes, `[]` for an empty object, and `2026-11-20 09:41:00`, which is UTC.
 */
export function readAnswer(schema: z.ZodType, answer: unknown): Reading {
  let read = schema.safeParse(answer);
  const first = read.error?.issues ?? [];
  const mended = read.success ? answer : structuredClone(answer);
  for (let round = 0; !read.success && round < MOST_ROUNDS; round++) {
    if (!mend(mended, [], read.error.issues)) break;
    read = schema.safeParse(mended);
  }
  if (read.success) return { ok: true, data: read.data };
  // A value that was converted and is still wrong is reported as it was sent.
  const isAt = ({ path }: Issue, other: Issue) => path.join('.') === other.path.join('.');
  const sentAs = (issue: Issue) =>
    valueAt(mended, issue.path) === valueAt(answer, issue.path)
      ? issue
      : (first.find((one) => isAt(one, issue)) ?? issue);
  return { ok: false, differences: read.error.issues.map((issue) => differenceOf(sentAs(issue), answer)) };
}

/** Changes what the issues complain about, where its meaning is clear. Returns false if nothing was. */
function mend(answer: unknown, above: PropertyKey[], issues: readonly Issue[]): boolean {
  let isMended = false;
  for (const issue of issues) {
    const path = [...above, ...issue.path];
    if (issue.code === 'invalid_union') {
      isMended = issue.errors.some((branch) => mend(answer, path, branch)) || isMended;
      continue;
    }
    const parent = path.length > 0 ? valueAt(answer, path.slice(0, -1)) : undefined;
    if (typeof parent !== 'object' || parent === null) continue;
    const field = path.at(-1) as PropertyKey;
    const meant = meantBy((parent as Parent)[field], issue);
    if (meant === undefined) continue;
    (parent as Parent)[field] = meant;
    isMended = true;
  }
  return isMended;
}

const TRUTHS = new Map<unknown, boolean>([
  ...([1, '1', 'true'] as const).map((value) => [value, true] as const),
  ...([0, '0', 'false'] as const).map((value) => [value, false] as const),
]);

function meantBy(found: unknown, issue: Issue): unknown {
  if (issue.code === 'invalid_format' && issue.format === 'datetime') return instantOf(found);
  // Where a number or a name may stand, zod complains about the name alone.
  if (issue.code === 'invalid_format' && issue.format === 'regex') return numberOf(found);
  if (issue.code === 'invalid_value') return issue.values.find((value) => value === literalOf(found, value));
  if (issue.code !== 'invalid_type') return undefined;
  switch (issue.expected) {
    case 'boolean':
      return TRUTHS.get(found);
    case 'number':
    case 'int':
      return numberOf(found);
    case 'record':
    case 'object':
      return Array.isArray(found) && found.length === 0 ? {} : undefined;
    default:
      return undefined;
  }
}

const literalOf = (found: unknown, wanted: unknown) =>
  typeof wanted === 'boolean' ? TRUTHS.get(found) : typeof wanted === 'number' ? numberOf(found) : undefined;

const numberOf = (found: unknown) =>
  typeof found === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(found) ? Number(found) : undefined;

const instantOf = (found: unknown) => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/.exec(String(found)) ?? [];
  return day && time ? `${day}T${time}Z` : undefined;
};

function differenceOf(issue: Issue, answer: unknown): Difference {
  const expected = 'expected' in issue ? String(issue.expected) : 'format' in issue ? String(issue.format) : issue.code;
  return { field: issue.path.join('.'), expected, found: kindOf(valueAt(answer, issue.path)) };
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, field) => (typeof at === 'object' && at !== null ? (at as Parent)[field] : undefined),
    value,
  );

/** Names the kind of a value, not the value: it may be about a member, and this is for the log. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
