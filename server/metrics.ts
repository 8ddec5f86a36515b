import { timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { isLoopback } from '../app/platform/request/env.server';
import { clientAddress } from './client-address';
import { isForwarded, isPeerOfThisMachine } from './local-caller';

/** Returns the metrics of this process: those of Node, and those that parts of the server register. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Measures requests by method and status. There would be too many paths, and some hold secrets. */
export function measure(registry: Registry): MiddlewareHandler {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests to this server',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return async (c, next) => {
    const start = performance.now();
    await next();
    const method = METHODS.has(c.req.method) ? c.req.method : 'other';
    durations.observe({ method, status: c.res.status }, (performance.now() - start) / 1000);
  };
}

/** A client can invent methods, and a label must have a limited number of values. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Access {
  /** With a token only the token gives access. Without one only this machine has access. */
  token: string | null;
  trustedProxies: number;
}

/** Serves the metrics in the Prometheus format to callers with access. */
export function serveMetrics(registry: Registry, { token, trustedProxies }: Access) {
  return async (c: Context): Promise<Response> => {
    if (token !== null && !isBearer(c, token)) {
      return c.text('Unauthorized', 401, { 'WWW-Authenticate': 'Bearer realm="metrics"' });
    }
    if (token === null && !isFromHere(c, trustedProxies)) return c.text('Forbidden', 403);
    return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  };
}

/** What this server reads of a request that came through its proxies. */
export interface Caller {
  /** As the limits count it. */
  address: string | null;
  host: string | null;
  /** The number of entries of X-Forwarded-For. */
  forwarded: number;
}

/** Shows how a request arrives, to a caller with the token. `npm run doctor` checks the proxies with it. */
export function showCaller({ token, trustedProxies }: Access) {
  return (c: Context): Response => {
    if (token === null || !isBearer(c, token)) return c.text('Not Found', 404);
    const forwardedFor = c.req.header('x-forwarded-for') ?? '';
    const caller: Caller = {
      address: clientAddress(c, trustedProxies),
      host: c.req.header('host') ?? null,
      forwarded: forwardedFor.split(',').filter((entry) => entry.trim() !== '').length,
    };
    return c.json(caller, 200, { 'Cache-Control': 'no-store' });
  };
}

function isBearer(c: Context, token: string): boolean {
  const given = Buffer.from(c.req.header('authorization') ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** An unconfigured proxy on this machine forwards requests from anywhere. */
function isFromHere(c: Context, trustedProxies: number): boolean {
  if (trustedProxies === 0 && isForwarded(c)) return false;
  return isPeerOfThisMachine(c) && isLoopback(clientAddress(c, trustedProxies) ?? '');
}
