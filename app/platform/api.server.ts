import type { RouteConfig, z } from '@hono/zod-openapi';
import { data } from '@remix-run/node';
import type { Logger } from 'pino';
import { env } from './env.server';
import { flattenPage } from './paginator.server';
import type { Problem } from './problem';

type Json<T> = T extends { content: { 'application/json': { schema: infer S extends z.ZodType } } } ? S : never;
type Responses<R extends RouteConfig> = R['responses'];
type Answered<R extends RouteConfig, S extends 200 | 201 | 202> = S extends keyof Responses<R>
  ? z.output<Json<Responses<R>[S]>>
  : never;
type Success<R extends RouteConfig> = keyof Responses<R> & (200 | 201) extends never
  ? undefined
  : Answered<R, 200> | Answered<R, 201> | Answered<R, 202>;
type Part<R extends RouteConfig, K extends 'params' | 'query'> = R extends {
  request: Record<K, infer S extends z.ZodType>;
}
  ? { [P in K]: z.input<S> }
  : object;
type Body<R extends RouteConfig> = R extends { request: { body: infer B } } ? { json: z.input<Json<B>> } : object;
export type Input<R extends RouteConfig> = Part<R, 'params'> &
  Partial<Part<R, 'query'>> &
  Body<R> & { headers?: Record<string, string> };

/** A refusal that a form can answer in place. */
export interface Failure {
  status: number;
  message: string;
  code?: string;
  /** Wire names of fields, each with texts in the member's language. */
  errors: Record<string, string[]>;
  /** Seconds. */
  retryAfter: number | null;
  /** Set for server faults: stands in the log and in the error report. */
  reference?: string;
}

export type Attempt<R extends RouteConfig> =
  | { ok: true; data: Success<R>; status: number }
  | { ok: false; failure: Failure };

export interface Api {
  /** For pages: throws the problem that the error boundary shows (404, 403, 429, 5xx), or the 401 handling. */
  call<R extends RouteConfig>(route: R, ...input: Args<R>): Promise<Success<R>>;
  /** For forms: refusals and faults come back, so that nothing typed is lost. Only a 401 and new terms are thrown. */
  attempt<R extends RouteConfig>(route: R, ...input: Args<R>): Promise<Attempt<R>>;
  /** For files: the answer with its body unread, which flows at the pace of whoever reads it. Otherwise as `attempt`. */
  stream<R extends RouteConfig>(route: R, ...input: Args<R>): Promise<Streamed>;
}

type Streamed = { ok: true; response: Response } | { ok: false; failure: Failure };

type Args<R extends RouteConfig> = object extends Input<R> ? [input?: Input<R>] : [input: Input<R>];
type Loose = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  json?: unknown;
  headers?: Record<string, string>;
};

/** Sends a call; throws a TimeoutError past its deadline, which for a body that `streams` is one for its headers. */
export type Transport = (
  url: URL,
  init: { method: string; headers: Headers; body?: string },
  streams: boolean,
) => Promise<Response>;

export interface ApiOptions {
  transport: Transport;
  /** Validate answers: always over HTTP, and in process under test. */
  validate: boolean;
  token: () => string | null;
  language: () => string;
  /** Of the browser, for the days of a member who set none. */
  timeZone: string;
  ip: string | null;
  requestId: string;
  deviceToken: string | null;
  /** Of the tab that acts, so that upstream does not tell it what it did itself. */
  socketId: string | null;
  /** The caller's browser, so that upstream can name the device. */
  userAgent: string | null;
  log: Logger | undefined;
  report?: (error: unknown, requestId: string) => void;
  /** Takes the `Retry-After` of a refusal on to the page. */
  answerHeaders: Headers;
  /** Makes what is thrown for a 401 `Unauthenticated.`: a redirect or the lock page in place. */
  onUnauthenticated: () => Promise<unknown>;
  /** Makes what is thrown for a 403 `terms_not_accepted`: the terms in place; null leaves the refusal to the caller. */
  onTermsNotAccepted: () => Promise<unknown>;
}

class UpstreamFault extends Error {
  constructor(
    readonly status: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Calls upstream by its contract, with the member's bearer, as Laravel expects it (product/README.md, wire conventions). */
export function createApi(options: ApiOptions): Api {
  async function answered(
    route: RouteConfig,
    input: unknown,
    streams: boolean,
  ): Promise<{ ok: true; response: Response; data: unknown } | { ok: false; failure: Failure }> {
    try {
      const response = await send(options, route, (input ?? {}) as Loose, streams);
      if (response.ok)
        return { ok: true, response, data: streams ? undefined : await answerOf(options, route, response) };
      const failure = await failureOf(options, response);
      if (response.status === 401 && failure.message === 'Unauthenticated.') throw new Unauthenticated();
      const waiting = failure.code === 'terms_not_accepted' ? await options.onTermsNotAccepted() : null;
      if (waiting) throw waiting;
      return { ok: false, failure };
    } catch (error) {
      if (error instanceof Unauthenticated) throw await options.onUnauthenticated();
      if (!(error instanceof UpstreamFault)) throw error;
      options.log?.error({ err: error, route: route.path }, 'upstream fault');
      options.report?.(error, options.requestId);
      const failure = { status: error.status, message: error.message, errors: {}, retryAfter: null };
      return { ok: false, failure: { ...failure, reference: options.requestId } };
    }
  }
  async function attempt<R extends RouteConfig>(route: R, ...[input]: Args<R>): Promise<Attempt<R>> {
    const result = await answered(route, input, false);
    return result.ok ? { ok: true, data: result.data as Success<R>, status: result.response.status } : result;
  }
  return {
    attempt,
    stream: (route, ...[input]) => answered(route, input, true),
    async call(route, ...input) {
      const result = await attempt(route, ...input);
      if (result.ok) return result.data;
      throw problemOf(result.failure, options.requestId);
    },
  };
}

class Unauthenticated extends Error {}

async function send(options: ApiOptions, route: RouteConfig, input: Loose, streams: boolean): Promise<Response> {
  const url = urlOf(route, input);
  const method = route.method.toUpperCase();
  const token = options.token();
  const headers = new Headers({
    accept: 'application/json',
    'accept-language': options.language(),
    'time-zone': options.timeZone,
    'x-request-id': options.requestId,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(input.json !== undefined && { 'content-type': env().upstreamMediaType }),
    ...(options.ip && env().upstreamUrl && { 'x-forwarded-for': options.ip }),
    ...(options.deviceToken && { 'x-device-token': options.deviceToken }),
    ...(options.socketId && { 'x-socket-id': options.socketId }),
    ...(options.userAgent && { 'user-agent': options.userAgent }),
    ...input.headers,
  });
  const body = input.json === undefined ? undefined : JSON.stringify(input.json);
  const transmit = () => options.transport(url, { method, headers, body }, streams);
  try {
    return await transmit().catch((error: unknown) => {
      if (method !== 'GET' || isTimeout(error)) throw error;
      return transmit();
    });
  } catch (error) {
    throw isTimeout(error)
      ? new UpstreamFault(504, 'Upstream did not answer in time', { cause: error })
      : new UpstreamFault(502, 'Upstream cannot be reached', { cause: error });
  }
}

const isTimeout = (error: unknown) =>
  error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');

function urlOf(route: RouteConfig, input: Loose) {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const url = new URL(apiBase() + path);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const item of value) url.searchParams.append(name, String(item));
    else url.searchParams.set(name, String(value));
  }
  return url;
}

/** A foreign upstream given as an origin serves its calls under `/api`; given with a path, under that path. */
function apiBase() {
  const base = env().upstreamUrl;
  if (!base) return 'http://upstream/api';
  const url = new URL(base);
  return url.pathname === '/' ? `${url.origin}/api` : base.replace(/\/$/, '');
}

async function answerOf(options: ApiOptions, route: RouteConfig, response: Response): Promise<unknown> {
  const definition = route.responses[response.status] as
    | { content?: Record<string, { schema: z.ZodType }> }
    | undefined;
  if (response.status === 204 || (definition && !definition.content)) return undefined;
  const body = flattenPage(await jsonOf(response));
  if (!options.validate) return body;
  const schema = definition?.content?.['application/json']?.schema;
  if (!schema) throw new UpstreamFault(502, `Upstream answered ${response.status}, which the contract does not allow`);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new UpstreamFault(502, `Upstream's answer breaks the contract at: ${at}`);
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (isTimeout(error)) throw new UpstreamFault(504, 'Upstream did not answer in time', { cause: error });
    throw new UpstreamFault(502, 'Upstream did not answer with JSON', { cause: error });
  }
}

/** Reads Laravel's error bodies; 5xx bodies are never shown, since they may hold anything. */
async function failureOf(options: ApiOptions, response: Response): Promise<Failure> {
  const retryAfter = Number(response.headers.get('retry-after')) || null;
  if (retryAfter) options.answerHeaders.set('Retry-After', String(retryAfter));
  const isFault = response.status >= 500;
  const body = (isFault ? {} : await jsonOf(response)) as Record<string, unknown>;
  const errors =
    typeof body.errors === 'object' && body.errors !== null ? (body.errors as Record<string, string[]>) : {};
  if (isFault) options.log?.error({ status: response.status }, 'upstream failed');
  return {
    status: response.status,
    // The specification, section 5: `error` if present, else the first message of the first field.
    message: text(body.error) ?? Object.values(errors)[0]?.[0] ?? text(body.message) ?? response.statusText,
    code: text(body.code),
    errors,
    retryAfter,
    ...(isFault && { reference: options.requestId }),
  };
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The page of the error catalogue for a refusal that no form can show. */
export function problemOf(failure: Failure, requestId: string) {
  const { status, retryAfter, code } = failure;
  const throwable = (problem: Problem) => data(problem, { status });
  if (status === 404) return throwable({ kind: 'not_found' });
  if (code === 'forbidden_in_ghost_mode') return throwable({ kind: 'ghost' });
  if (status === 403) return throwable({ kind: 'forbidden' });
  if (status === 429) return throwable({ kind: 'too_many', retryAfter });
  if (status === 503) return throwable({ kind: 'maintenance', retryAfter, reference: requestId });
  if (status >= 500)
    return throwable({ kind: 'server', reference: requestId, statusText: STATUS_TEXT[status] ?? 'Server Error' });
  return throwable({ kind: 'bad_request' });
}

const STATUS_TEXT: Record<number, string> = { 500: 'Server Error', 502: 'Bad Gateway', 504: 'Gateway Timeout' };
