/**
 * Shapes that every call shares: Laravel's error bodies, its paginator, and the
 * two security schemes. Source: interop rules of Laravel 11 (validation, auth,
 * throttle, paginator).
 */
import { type RouteConfig, z } from '@hono/zod-openapi';

export const Problem = z.object({ message: z.string(), code: z.string().optional() }).openapi('Problem');

export const ValidationProblem = z
  .object({
    message: z.string(),
    /** Set only when no single field is at fault. */
    error: z.string().optional(),
    errors: z.record(z.string(), z.array(z.string())).default({}),
  })
  .openapi('ValidationProblem');

const ThrottleProblem = z
  .object({
    message: z.string(),
    /** Where no waiting helps: the way out, at the field that it is about. */
    errors: z.record(z.string(), z.array(z.string())).optional(),
  })
  .openapi('ThrottleProblem');

export const Message = z.object({ message: z.string() }).openapi('Message');

/** A day that somebody types, as `2026-11-20`; `20` typed for a year is none. */
export const Day = z.iso
  .date()
  .regex(/^(19|[2-9]\d)/)
  .openapi({ example: '2026-11-20' });

/** ISO-8601 instant in UTC. */
export const Instant = z.iso.datetime({ offset: true }).openapi({ example: '2026-11-20T09:41:00.000000Z' });

/** Laravel's LengthAwarePaginator: 15 a page unless asked otherwise; an empty result has `from` and `to` null. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    current_page: z.int(),
    data: z.array(item),
    first_page_url: z.string(),
    from: z.int().nullable(),
    last_page: z.int(),
    last_page_url: z.string(),
    links: z.array(
      z.object({ url: z.string().nullable(), label: z.string(), page: z.int().nullish(), active: z.boolean() }),
    ),
    next_page_url: z.string().nullable(),
    path: z.string(),
    per_page: z.int(),
    prev_page_url: z.string().nullable(),
    to: z.int().nullable(),
    total: z.int(),
  });

export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(15),
});

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

export const answers = json;

export const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});

export const noContent = { description: 'Done; no body' };

/** Answers that any call may give. */
export const failures = {
  403: json(Problem, 'Not allowed; `code` says why'),
  404: json(Problem, 'No such thing, or somebody else’s'),
  422: json(ValidationProblem, 'The input is not valid'),
  429: json(ThrottleProblem, 'Too many attempts; `Retry-After` says how many seconds to wait, where waiting helps'),
  500: json(Problem, 'Server error'),
  503: json(Problem, 'Maintenance'),
} satisfies RouteConfig['responses'];

export const memberFailures = { 401: json(Problem, 'Unauthenticated.'), ...failures };

/** For a call that needs the member's bearer token. */
export const asMember = { security: [{ bearer: [] }] };
/** For a call that anybody may make. */
export const asAnyone = { security: [] };
