import type { RouteConfig, z } from '@hono/zod-openapi';
import { data } from '@remix-run/node';
import type { Logger } from 'pino';
import { flattenPage } from '../page/paginator.server';
import { isTimeout, type Loose, send, type Transport, UpstreamFault } from './api-transport.server';
import type { Problem } from './problem';
import { type OutgoingFile, sendFile, type UploadTransport } from './upload.server';

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
type Body<R extends RouteConfig> = R extends { request: { body: { content: { 'application/json': unknown } } } }
  ? { json: z.input<Json<R['request']['body']>> }
  : object;
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
  /** In seconds. */
  retryAfter: number | null;
  /** Set for server errors. The log and the error report have it too. */
  reference?: string;
}

export type Attempt<R extends RouteConfig> =
  | {
      ok: true;
      data: Success<R>;
      status: number;
      /** True if an earlier call with the same idempotency key did it, and this one did nothing. */
      isRepeated: boolean;
    }
  | { ok: false; failure: Failure };

export interface Api {
  /** For pages. @throws the problem for the error boundary (404, 403, 429, 5xx), or the answer to a 401 */
  call<R extends RouteConfig>(route: R, ...input: Args<R>): Promise<Success<R>>;
  /** For forms. Returns refusals and errors, so that no typed input is lost. Throws only for a 401 and new terms. */
  attempt<R extends RouteConfig>(route: R, ...input: Args<R>): Promise<Attempt<R>>;
  /**
   * For files. Returns the answer with its body unread, so that the reader sets the pace; also a 304 and a 416.
   * Otherwise as `attempt`.
   */
  stream<R extends RouteConfig>(route: R, ...input: Args<R>): Promise<Streamed>;
  /**
   * Sends a file while it arrives. Returns every refusal, also a 401 and new terms, because the rest of the form that
   * the file belongs to has still to be read. Throws what reading the file throws.
   */
  upload<R extends RouteConfig>(route: R, file: OutgoingFile): Promise<Attempt<R>>;
}

type Streamed = { ok: true; response: Response } | { ok: false; failure: Failure };

type Args<R extends RouteConfig> = object extends Input<R> ? [input?: Input<R>] : [input: Input<R>];

export interface ApiOptions {
  transport: Transport;
  uploads: UploadTransport;
  /** Validates answers: always over HTTP, and in process only in tests. */
  validate: boolean;
  token: () => string | null;
  language: () => string;
  /** The browser's time zone. Upstream uses it if the member has set none. */
  timeZone: string;
  ip: string | null;
  requestId: string;
  deviceToken: string | null;
  /** The socket of the acting tab, so that upstream sends it no events of its own action. */
  socketId: string | null;
  /** The User-Agent header, so that upstream can name the device. */
  userAgent: string | null;
  log: Logger | undefined;
  report?: (error: unknown, requestId: string) => void;
  /** Receives the `Retry-After` of a refusal for the page. */
  answerHeaders: Headers;
  /** True if script asks for the data of a page, which Remix builds in memory. */
  isData?: boolean;
  /** Returns what to throw for a 401 `Unauthenticated.`: a redirect or the lock page in place. */
  onUnauthenticated: () => Promise<unknown>;
  /**
   * Returns what to throw for a 403 `terms_not_accepted`: the terms in place. Null returns the refusal to the caller.
   */
  onTermsNotAccepted: () => Promise<unknown>;
}

/**
 * Returns functions that call upstream by its contract, with the member's bearer token, as Laravel expects it
 * (docs/product/README.md#wire-conventions).
 */
export function createApi(options: ApiOptions): Api {
  async function answered(
    route: RouteConfig,
    input: unknown,
    streams: boolean,
  ): Promise<{ ok: true; response: Response; data: unknown } | { ok: false; failure: Failure }> {
    try {
      const response = await send(options, route, (input ?? {}) as Loose, streams);
      // A file that the browser has already, and a range that it has not.
      const isAnswer = response.ok || (streams && [304, 416].includes(response.status));
      if (isAnswer) return { ok: true, response, data: streams ? undefined : await answerOf(options, route, response) };
      const failure = await failureOf(options, response);
      if (response.status === 401 && failure.message === 'Unauthenticated.') throw new Unauthenticated();
      const waiting = failure.code === 'terms_not_accepted' ? await options.onTermsNotAccepted() : null;
      if (waiting) throw waiting;
      return { ok: false, failure };
    } catch (error) {
      if (error instanceof Unauthenticated) throw await options.onUnauthenticated();
      return { ok: false, failure: failureBy(options, route, error) };
    }
  }
  async function upload<R extends RouteConfig>(route: R, file: OutgoingFile): Promise<Attempt<R>> {
    try {
      const response = await sendFile(options, route, file);
      if (!response.ok) return { ok: false, failure: await failureOf(options, response) };
      const data = (await answerOf(options, route, response)) as Success<R>;
      return { ok: true, data, status: response.status, isRepeated: false };
    } catch (error) {
      return { ok: false, failure: failureBy(options, route, error) };
    }
  }
  async function attempt<R extends RouteConfig>(route: R, ...[input]: Args<R>): Promise<Attempt<R>> {
    const result = await answered(route, input, false);
    if (!result.ok) return result;
    const { status, headers } = result.response;
    const isRepeated = headers.get('idempotent-replayed') === 'true';
    return { ok: true, data: result.data as Success<R>, status, isRepeated };
  }
  return {
    attempt,
    upload,
    // A file is no data of a page. Remix would read all of it and send it as text, without its headers.
    stream: async (route, ...[input]) =>
      options.isData ? { ok: false, failure: noData } : answered(route, input, true),
    async call(route, ...input) {
      const result = await attempt(route, ...input);
      if (result.ok) return result.data;
      throw problemOf(result.failure, options.requestId);
    },
  };
}

/** Reports an upstream fault. Other errors are thrown again. */
function failureBy(options: ApiOptions, route: RouteConfig, error: unknown): Failure {
  if (!(error instanceof UpstreamFault)) throw error;
  options.log?.error({ err: error, route: route.path }, 'upstream fault');
  options.report?.(error, options.requestId);
  return { status: error.status, message: error.message, errors: {}, retryAfter: null, reference: options.requestId };
}

class Unauthenticated extends Error {}

const noData: Failure = { status: 404, message: 'Not Found', errors: {}, retryAfter: null };

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

/** Reads Laravel's error bodies. Bodies of 5xx are never shown, because they may contain anything. */
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
    // Specification, section 5: `error` if present, otherwise the first message of the first field.
    message: text(body.error) ?? Object.values(errors)[0]?.[0] ?? text(body.message) ?? response.statusText,
    code: text(body.code),
    errors,
    retryAfter,
    ...(isFault && { reference: options.requestId }),
  };
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Returns the problem to throw for a refusal that no form can show. */
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
