import type { RouteConfig, z } from '@hono/zod-openapi';
import type { Logger } from 'pino';
import { completePages, flattenPage } from '../page/paginator.server';
import { readAnswer } from './answer.server';
import { type Answer, jsonOf, type Loose, nameOf, send, type Transport, UpstreamFault } from './api-transport.server';
import { CALL_MISSING, type Failure, failureBy, failureOf, problemOf } from './failure.server';
import { forgetMissing } from './missing-calls.server';
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
  /** Returns what to throw for a call that the back end does not have: a redirect from the start page, or nothing. */
  onMissing?: () => Promise<unknown>;
  /** Hears of each call that has written something. */
  onWritten?: () => void;
  /** Returns what to throw for a 401 to a call with the token: a redirect or the lock page in place. */
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
  ): Promise<{ ok: true; response: Answer; data: unknown } | { ok: false; failure: Failure }> {
    const hasToken = options.token() !== null;
    try {
      const response = await send(options, route, (input ?? {}) as Loose, streams);
      // A file that the browser has already, and a range that it has not.
      const isAnswer = response.ok || (streams && [304, 416].includes(response.status));
      if (isAnswer) forgetMissing(route);
      if (isAnswer && route.method !== 'get') options.onWritten?.();
      if (isAnswer) return { ok: true, response, data: streams ? undefined : await answerOf(options, route, response) };
      // The text differs: "Unauthenticated." of Laravel, "Token has expired" of jwt-auth.
      if (response.status === 401 && hasToken) throw new Unauthenticated();
      const failure = await failureOf(options, route, response);
      const elsewhere = failure.code === CALL_MISSING ? await options.onMissing?.() : null;
      if (elsewhere) throw elsewhere;
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
      if (!response.ok) return { ok: false, failure: await failureOf(options, route, response) };
      const data = (await answerOf(options, route, response)) as Success<R>;
      return { ok: true, data, status: response.status, isRepeated: false };
    } catch (error) {
      return { ok: false, failure: failureBy(options, route, error) };
    }
  }
  async function attempt<R extends RouteConfig>(route: R, ...[input]: Args<R>): Promise<Attempt<R>> {
    const result = await answered(route, input, false);
    if (!result.ok) return result;
    const { status } = result.response;
    const isRepeated = route.method !== 'get' && result.response.headers.get('idempotent-replayed') === 'true';
    return { ok: true, data: result.data as Success<R>, status, isRepeated };
  }
  return {
    attempt,
    upload,
    // A file is no data of a page. Remix would read all of it and send it as text, without its headers.
    stream: async (route, ...[input]) =>
      options.isData ? { ok: false, failure: noData } : ((await answered(route, input, true)) as Streamed),
    async call(route, ...input) {
      const result = await attempt(route, ...input);
      if (result.ok) return result.data;
      throw problemOf(result.failure, options.requestId);
    },
  };
}

class Unauthenticated extends Error {}

const noData: Failure = { status: 404, message: 'Not Found', errors: {}, retryAfter: null };

/** Reads an answer. Any success will do where the contract has nothing to read. */
async function answerOf(options: ApiOptions, route: RouteConfig, response: Answer): Promise<unknown> {
  const schema = schemaOf(route, response.status);
  if (!schema) return undefined;
  const body = flattenPage(await jsonOf(response));
  if (!options.validate) return body;
  const read = readAnswer(schema, completePages(body));
  if (read.ok) return read.data;
  options.log?.error({ call: nameOf(route), differences: read.differences }, "upstream's answer breaks the contract");
  const at = read.differences.map(({ field }) => field).join(', ');
  throw new UpstreamFault(502, `Upstream's answer breaks the contract at: ${at}`);
}

/** Returns the shape of an answer: of its status, or of another success if the contract does not know this one. */
function schemaOf({ responses }: RouteConfig, status: number): z.ZodType | undefined {
  const jsonIn = (code: string | number) =>
    (responses[code] as { content?: Record<string, { schema: z.ZodType }> } | undefined)?.content?.['application/json']
      ?.schema;
  if (status in responses) return jsonIn(status);
  const successes = Object.keys(responses).filter((code) => /^2\d\d$/.test(code));
  return successes.map(jsonIn).find((schema) => schema !== undefined);
}
