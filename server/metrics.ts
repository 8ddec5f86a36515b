import { timingSafeEqual } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { clientAddress } from './client-address';

/** The figures of this process: Node's own, and what the parts of the server register. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Counts requests and how long they took, by method and status; paths would be too many, and some hold secrets. */
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

/** Anybody can make up a method; a label must not have any number of values. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface Access {
  /** With a token it is the only key; without one only this machine may look. */
  token: string | null;
  trustedProxies: number;
}

/** Serves the figures as Prometheus reads them, to whom they are for. */
export function serveMetrics(registry: Registry, { token, trustedProxies }: Access) {
  return async (c: Context): Promise<Response> => {
    if (token !== null && !isBearer(c, token)) {
      return c.text('Unauthorized', 401, { 'WWW-Authenticate': 'Bearer realm="metrics"' });
    }
    if (token === null && !isFromHere(c, trustedProxies)) return c.text('Forbidden', 403);
    return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
  };
}

function isBearer(c: Context, token: string): boolean {
  const given = Buffer.from(c.req.header('authorization') ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const LOOPBACK = /^(127(\.\d+){3}|::1)$/;
/** A proxy on this machine that nobody told us of: what it passes on comes from anywhere. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

function isFromHere(c: Context, trustedProxies: number): boolean {
  const peer = (getConnInfo(c).remote.address ?? '').replace(/^::ffff:/, '');
  const isForwarded = trustedProxies === 0 && FORWARDING.some((name) => c.req.header(name) !== undefined);
  return LOOPBACK.test(peer) && !isForwarded && LOOPBACK.test(clientAddress(c, trustedProxies) ?? '');
}
