import type { Context } from 'hono';
import type { Env } from './env';
import { InvalidFields } from './problems';
import { type Fault, type Rule, textOf } from './validation.texts';

/** The part of a zod 4 issue that the texts are made from. */
interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
  expected?: string;
  format?: string;
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  keys?: string[];
  errors?: Issue[][];
}

type Outcome = { success: true } | { success: false; data?: unknown; error: { issues: unknown } };

/** Hook of every route: input that does not fit its schema becomes Laravel's 422, a list of texts a field. */
export function refuseInvalid(outcome: Outcome, c: Context<Env>): void {
  if (outcome.success) return;
  const errors: Record<string, string[]> = {};
  for (const issue of (outcome.error.issues as Issue[]).flatMap(flatten)) {
    for (const { field, fault } of faultsOf(issue, outcome.data)) {
      // One text is enough to act on; a missing field would else be told its length, its format and more.
      errors[field] ??= [textOf(field, fault, c.var.language)];
    }
  }
  throw new InvalidFields(errors);
}

/** Of a union the branch that came closest speaks. */
function flatten(issue: Issue): Issue[] {
  const branches = issue.code === 'invalid_union' ? (issue.errors ?? []) : [];
  const [closest] = [...branches].sort((a, b) => distance(a) - distance(b));
  if (!closest) return [issue];
  return closest.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** A branch of another type altogether is further away than one with faults inside. */
const distance = (branch: Issue[]) => branch.length + (branch.some((issue) => issue.path.length === 0) ? 1000 : 0);

function faultsOf(issue: Issue, data: unknown): { field: string; fault: Fault }[] {
  const at = (path: PropertyKey[]) => path.map(String).join('.') || 'body';
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => ({ field: at([...issue.path, key]), fault: { rule: 'prohibited' } }));
  }
  const fault: Fault = isBlank(valueAt(data, issue.path)) ? { rule: 'required' } : faultOf(issue);
  return [{ field: at(issue.path), fault }];
}

function valueAt(data: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    data,
  );
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function faultOf(issue: Issue): Fault {
  switch (issue.code) {
    case 'invalid_type':
      return { rule: types[issue.expected ?? ''] ?? 'invalid' };
    case 'too_small':
      return { rule: `min.${sizeOf(issue)}`, limit: Number(issue.minimum) };
    case 'too_big':
      return { rule: `max.${sizeOf(issue)}`, limit: Number(issue.maximum) };
    case 'invalid_format':
      return { rule: formats[issue.format ?? ''] ?? 'invalid' };
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
