import type { RouteConfig } from '@hono/zod-openapi';
import type { ApiOptions } from './api.server';
import { env } from './env.server';

/** An answer that is read as JSON. */
export type Answer = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'json'>;

/**
 * Sends a call. Throws a TimeoutError after the deadline, which is only for the headers if the body `streams`. Returns a
 * whole `Response` then. Throws an UpstreamFault for an answer that must not be read.
 */
export type Transport = (
  url: URL,
  init: { method: string; headers: Headers; body?: string },
  streams: boolean,
) => Promise<Answer>;

export type Loose = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  json?: unknown;
  headers?: Record<string, string>;
};

export class UpstreamFault extends Error {
  constructor(
    readonly status: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Sends one call, and a GET once more if upstream cannot be reached. @throws UpstreamFault */
export async function send(options: ApiOptions, route: RouteConfig, input: Loose, streams: boolean): Promise<Answer> {
  const url = urlOf(route, input);
  const method = route.method.toUpperCase();
  const own = { ...(input.json !== undefined && { 'content-type': env().upstreamMediaType }), ...input.headers };
  const headers = Object.keys(own).length > 0 ? headersOf(options, own) : sharedHeaders(options);
  const body = input.json === undefined ? undefined : JSON.stringify(input.json);
  const transmit = () => options.transport(url, { method, headers, body }, streams);
  try {
    return await transmit().catch((error: unknown) => {
      if (method !== 'GET' || isTimeout(error) || error instanceof UpstreamFault) throw error;
      return transmit();
    });
  } catch (error) {
    throw faultOf(error);
  }
}

/** Returns the fault behind an error of a transport. */
export function faultOf(error: unknown): UpstreamFault {
  if (error instanceof UpstreamFault) return error;
  return isTimeout(error)
    ? new UpstreamFault(504, 'Upstream did not answer in time', { cause: error })
    : new UpstreamFault(502, 'Upstream cannot be reached', { cause: error });
}

interface Shared {
  token: string | null;
  language: string;
  headers: Headers;
}

const shared = new WeakMap<ApiOptions, Shared>();

/** Returns the headers of a call that has none of its own, made once for a page. The token and the language may change. */
function sharedHeaders(options: ApiOptions): Headers {
  const token = options.token();
  const language = options.language();
  const made = shared.get(options);
  if (made?.token === token && made.language === language) return made.headers;
  const headers = headersOf(options, {});
  shared.set(options, { token, language, headers });
  return headers;
}

/** Returns the headers of every call, and more. */
export function headersOf(options: ApiOptions, more: Record<string, string>): Headers {
  const token = options.token();
  return new Headers({
    accept: 'application/json',
    'accept-language': options.language(),
    'time-zone': options.timeZone,
    'x-request-id': options.requestId,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(options.ip && env().upstreamUrl && { 'x-forwarded-for': options.ip }),
    ...(options.deviceToken && { 'x-device-token': options.deviceToken }),
    ...(options.socketId && { 'x-socket-id': options.socketId }),
    ...(options.userAgent && { 'user-agent': options.userAgent }),
    ...more,
  });
}

const isTimeout = (error: unknown) =>
  error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');

/** Returns the name of a call for the log: `GET /news/posts`. */
export const nameOf = ({ method, path }: RouteConfig) => `${method.toUpperCase()} ${path}`;

/** Returns the address of a call. */
export function urlOf(route: RouteConfig, input: Loose) {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const url = new URL(apiBase() + path);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const item of value) url.searchParams.append(name, String(item));
    else url.searchParams.set(name, String(value));
  }
  return url;
}

/** Returns the base URL of calls. */
export function apiBase() {
  const base = env().upstreamUrl;
  return base ? apiBaseOf(base) : 'http://upstream/api';
}

/** Returns the base URL of a foreign upstream's calls. Without a path in its URL it serves them under `/api`. */
export function apiBaseOf(upstreamUrl: string): string {
  const { pathname, origin } = new URL(upstreamUrl);
  return pathname === '/' ? `${origin}/api` : upstreamUrl.replace(/\/$/, '');
}

/** Reads an answer as JSON. @throws UpstreamFault if it is none, or if it does not come in time */
export async function jsonOf(response: Pick<Answer, 'json'>): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (isTimeout(error)) throw new UpstreamFault(504, 'Upstream did not answer in time', { cause: error });
    throw new UpstreamFault(502, 'Upstream did not answer with JSON', { cause: error });
  }
}
