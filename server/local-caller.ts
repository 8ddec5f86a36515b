import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { isLoopback } from '../app/platform/request/env.server';

/** Headers that proxies and gateways add. */
const FORWARDING = /^(x-forwarded-.+|x-(original|real|client|cluster-client)-.+|forwarded|via|cf-.+|true-client-ip)$/;

/** Tells whether a proxy forwarded the request. It may then come from anywhere. */
export const isForwarded = (c: Context): boolean => [...c.req.raw.headers.keys()].some((name) => FORWARDING.test(name));

/**
 * Tells whether a program of this machine asked for a loopback name. A foreign site can let its name point to this
 * machine (DNS rebinding). A browser then treats the answer as part of that site. What no header gives away is in
 * docs/security.md#what-the-standard-asks-to-be-written-down.
 */
export const isOfThisMachine = (c: Context): boolean =>
  isPeerOfThisMachine(c) && !isForwarded(c) && hasLocalName(c) && !isByOldProtocol(c);

/** Tells whether the connection comes from this machine. */
export const isPeerOfThisMachine = (c: Context): boolean =>
  isLoopback((getConnInfo(c).remote.address ?? '').replace(/^::ffff:/, ''));

function hasLocalName(c: Context): boolean {
  const url = `http://${c.req.header('host') ?? ''}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

/**
 * nginx with default settings adds no header, calls the server by its local name, and uses HTTP/1.0. Browsers do not.
 */
function isByOldProtocol(c: Context): boolean {
  const { incoming } = c.env as HttpBindings;
  return incoming.httpVersionMajor === 1 && incoming.httpVersionMinor === 0;
}
