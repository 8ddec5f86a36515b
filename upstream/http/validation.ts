import type { Context } from 'hono';
import { namePattern } from '../contract/names';
import type { Env } from './env';
import { InvalidFields } from './problems';
import { type Fault, type Rule, textOf } from './validation.texts';

/** The part of a zod 4 issue from which the texts are made. */
interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
  expected?: string;
  format?: string;
  pattern?: string;
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  keys?: string[];
  errors?: Issue[][];
}

type Outcome = { success: true } | { success: false; data?: unknown; error: { issues: unknown } };

/** The most fields that one answer names. Each call has fewer. */
const maxFields = 50;
/** Characters of a field name that the caller made up. */
const maxName = 40;

/** Hook of every route. Input that does not fit its schema becomes Laravel's 422, with a list of texts per field. */
export function refuseInvalid(outcome: Outcome, c: Context<Env>): void {
  if (outcome.success) return;
  const errors = new Map<string, string[]>();
  for (const issue of (outcome.error.issues as Issue[]).flatMap(flatten)) {
    const { field, fault } = faultOf(issue, outcome.data);
    // One text is enough to act on. Otherwise a missing field would also report its length, its format and more.
    if (!errors.has(field)) errors.set(field, [textOf(field, fault, c.get('language'))]);
    if (errors.size === maxFields) break;
  }
  throw new InvalidFields(Object.fromEntries(errors));
}

/** Replaces the fault of a union with the faults of its closest branch. */
function flatten(issue: Issue): Issue[] {
  const branches = issue.code === 'invalid_union' ? (issue.errors ?? []) : [];
  const [closest] = [...branches].sort((a, b) => distance(a) - distance(b));
  if (!closest) return [issue];
  return closest.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** A branch of a different type is further away than one with faults inside. */
const distance = (branch: Issue[]) => branch.length + (branch.some((issue) => issue.path.length === 0) ? 1000 : 0);

/**
 * Returns the field and fault of an issue. Unknown keys are one fault: the first key, and the number of further keys.
 */
function faultOf(issue: Issue, data: unknown): { field: string; fault: Fault } {
  const at = (path: PropertyKey[]) => path.map((key) => cut(String(key))).join('.') || 'body';
  if (issue.code === 'unrecognized_keys') {
    const [first = '', ...others] = issue.keys ?? [];
    const fault: Fault = others.length > 0 ? { rule: 'prohibited.more', limit: others.length } : { rule: 'prohibited' };
    return { field: at([...issue.path, first]), fault };
  }
  return { field: at(issue.path), fault: isBlank(valueAt(data, issue.path)) ? { rule: 'required' } : ruleOf(issue) };
}

const cut = (name: string) => (name.length > maxName ? `${name.slice(0, maxName)}…` : name);

function valueAt(data: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    data,
  );
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function ruleOf(issue: Issue): Fault {
  switch (issue.code) {
    case 'invalid_type':
      return { rule: types[issue.expected ?? ''] ?? 'invalid' };
    case 'too_small':
      return { rule: `min.${sizeOf(issue)}`, limit: Number(issue.minimum) };
    case 'too_big':
      return { rule: `max.${sizeOf(issue)}`, limit: Number(issue.maximum) };
    case 'invalid_format':
      return { rule: issue.pattern === String(namePattern) ? 'name' : (formats[issue.format ?? ''] ?? 'invalid') };
    case 'invalid_value':
    case 'invalid_union':
      return { rule: 'selected' };
    case 'custom':
      return { rule: 'custom', text: issue.message };
    default:
      return { rule: 'invalid' };
  }
}

const types: Record<string, Rule> = {
  string: 'string',
  number: 'number',
  int: 'integer',
  boolean: 'boolean',
  array: 'array',
  object: 'array',
  record: 'array',
  date: 'date',
};

const formats: Record<string, Rule> = {
  email: 'email',
  url: 'url',
  uuid: 'uuid',
  date: 'date',
  datetime: 'date',
  safeint: 'integer',
};

function sizeOf({ origin }: Issue): 'string' | 'array' | 'number' {
  if (origin === 'string') return 'string';
  return origin === 'array' || origin === 'set' ? 'array' : 'number';
}
