/**
 * Shapes that all calls share: Laravel's error bodies, its paginator, and the two security schemes. Source: interop
 * rules of Laravel 11 (validation, auth, throttle, paginator).
 */
import { type RouteConfig, z } from '@hono/zod-openapi';
import { namePattern, tidyName } from './names';

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
    /** Set if waiting does not help: the way out, at the field concerned. */
    errors: z.record(z.string(), z.array(z.string())).optional(),
  })
  .openapi('ThrottleProblem');

export const Message = z.object({ message: z.string() }).openapi('Message');

/** A person's name by the rule of `names.ts`. Its length is that of the tidied name. */
export const PersonName = (max: number) => z.string().overwrite(tidyName).min(1).max(max).regex(namePattern);

/** First and last name of a member. */
export const MemberName = PersonName(80);

/** A code from a program or a mail. The limit leaves room for spaces, because people copy codes as `482 917`. */
export const OneTimeCode = z.string().max(20);
export const BareCode = OneTimeCode.transform((typed) => typed.replace(/[\s-]/g, ''));

/** The opaque id in the path of a call. */
export const OpaqueId = z
  .string()
  .max(64)
  .openapi({ param: { name: 'id', in: 'path' } });

/** PostgreSQL's `integer` holds no larger number, and answers one with an error. */
const largestId = 2 ** 31 - 1;

/** The number of a row in a body. */
export const RowId = z.int().min(1).max(largestId);

/** The number of a row in an address, where it is text. */
export const TypedRowId = z.coerce.number().int().min(1).max(largestId);

/** The number of a row in the path of a call. */
export const RowNumber = TypedRowId.openapi({ param: { name: 'id', in: 'path' } });

/** A line of text that must not be empty. */
export const Line = (max: number) => z.string().trim().min(1).max(max);

/** A day that somebody types, as `2026-11-20`. A typed year such as `20` is invalid. */
export const Day = z.iso
  .date()
  .regex(/^(19|[2-9]\d)/)
  .openapi({ example: '2026-11-20' });

/** ISO-8601 instant in UTC. */
export const Instant = z.iso.datetime({ offset: true }).openapi({ example: '2026-11-20T09:41:00.000000Z' });

/** Laravel's LengthAwarePaginator, by default 15 per page. In an empty result `from` and `to` are null. */
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

export interface CallWithBody<B> {
  request: { body: { content: { 'application/json': { schema: B } } } };
}

/** Returns the fields of a call's body, from which forms take their limits. */
export const fieldsOf = <B extends z.ZodObject>({ request }: CallWithBody<B>): B['shape'] =>
  request.body.content['application/json'].schema.shape;

/** The input of a call's body, as the caller sends it. */
export type RequestBody<C> = C extends CallWithBody<infer B extends z.ZodType> ? z.input<B> : never;

/** The parsed body, as the upstream receives it. */
export type ParsedBody<C> = C extends CallWithBody<infer B extends z.ZodType> ? z.output<B> : never;

export const noContent = { description: 'Done; no body' };

/** Failures that any call may return. */
export const failures = {
  403: json(Problem, 'Not allowed; `code` says why'),
  404: json(Problem, 'No such thing, or somebody else’s'),
  422: json(ValidationProblem, 'The input is not valid'),
  429: json(ThrottleProblem, 'Too many attempts; `Retry-After` says how many seconds to wait, where waiting helps'),
  500: json(Problem, 'Server error'),
  503: json(Problem, 'Maintenance, or the database does not answer; with `code: too_much` the call asks for too much'),
} satisfies RouteConfig['responses'];

export const memberFailures = { 401: json(Problem, 'Unauthenticated.'), ...failures };

/** For a call that requires the member's bearer token. */
export const asMember = { security: [{ bearer: [] }] };
/** For a call that anybody may make. */
export const asAnyone = { security: [] };
