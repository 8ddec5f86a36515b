import { STATUS_CODES } from 'node:http';
import type { RouteConfig } from '@hono/zod-openapi';
import { data } from '@remix-run/node';
import type { ApiOptions } from './api.server';
import { type Answer, jsonOf, nameOf, UpstreamFault } from './api-transport.server';
import { isCallMissing, rememberMissing } from './missing-calls.server';
import type { Problem } from './problem';

/** A refusal that a form can answer in place. */
export interface Failure {
  status: number;
  message: string;
  code?: string;
  /** Wire names of fields, each with at least one text in the member's language. */
  errors: Record<string, string[]>;
  /** In seconds. */
  retryAfter: number | null;
  /** Set for server errors. The log and the error report have it too. */
  reference?: string;
}

/** Reports an upstream fault. Other errors are thrown again. */
export function failureBy(options: ApiOptions, route: RouteConfig, error: unknown): Failure {
  if (!(error instanceof UpstreamFault)) throw error;
  options.log?.error({ err: error, route: route.path }, 'upstream fault');
  options.report?.(error, options.requestId);
  return { status: error.status, message: error.message, errors: {}, retryAfter: null, reference: options.requestId };
}

/** The code of a refusal because the back end does not have the call. Its status is 501. */
export const CALL_MISSING = 'call_missing';

/** Reads Laravel's error bodies. Bodies of 5xx are never shown, because they may contain anything. */
export async function failureOf(options: ApiOptions, route: RouteConfig, response: Answer): Promise<Failure> {
  const { status } = response;
  const retryAfter = Number(response.headers.get('retry-after')) || null;
  if (retryAfter) options.answerHeaders.set('Retry-After', String(retryAfter));
  const isFault = status >= 500;
  const body = isFault ? {} : await bodyOf(response);
  if (isCallMissing(route, status, body)) return missing(options, route, status);
  const errors = errorsIn(body.errors);
  if (isFault) options.log?.error({ status, call: nameOf(route) }, 'upstream failed');
  return {
    status,
    // Specification, section 5: `error` if present, otherwise the first message of the first field.
    message:
      text(body.error) ??
      Object.values(errors)[0]?.[0] ??
      text(body.message) ??
      text(response.statusText) ??
      STATUS_CODES[status] ??
      String(status),
    code: text(body.code),
    errors,
    retryAfter,
    ...(isFault && { reference: options.requestId }),
  };
}

/** Reads the body of a refusal. A web server in front of the back end refuses without JSON. */
async function bodyOf(response: Answer): Promise<Record<string, unknown>> {
  const body = await jsonOf(response).catch((fault: UpstreamFault) => {
    if (fault.status === 504) throw fault;
  });
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

function missing(options: ApiOptions, route: RouteConfig, status: number): Failure {
  rememberMissing(route);
  options.log?.warn({ call: nameOf(route), status }, 'upstream does not have this call');
  return { status: 501, message: 'Not Implemented', code: CALL_MISSING, errors: {}, retryAfter: null };
}

/** Reads errors by field: a list of texts, or one text. What is neither has no words for a member, and is dropped. */
function errorsIn(errors: unknown): Failure['errors'] {
  if (typeof errors !== 'object' || errors === null) return {};
  const fields = Object.entries(errors).map(([name, found]) => [name, [found].flat().filter(isText)] as const);
  return Object.fromEntries(fields.filter(([, texts]) => texts.length > 0));
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const text = (value: unknown) => (isText(value) ? value : undefined);

/** Returns the problem to throw for a refusal that no form can show. */
export function problemOf(failure: Failure, requestId: string) {
  const { status, retryAfter, code } = failure;
  const throwable = (problem: Problem) => data(problem, { status });
  if (code === CALL_MISSING) return throwable({ kind: 'unavailable' });
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
