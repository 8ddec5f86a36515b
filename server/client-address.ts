import type { IncomingMessage } from 'node:http';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Returns the address of a request's caller; see `addressOf`. */
export function clientAddress(c: Context, trustedProxies: number): string | null {
  return addressOf(getConnInfo(c).remote.address, c.req.header('x-forwarded-for'), trustedProxies);
}

/** Returns the address of a websocket's caller; see `addressOf`. */
export function socketAddress({ socket, headers }: IncomingMessage, trustedProxies: number): string | null {
  return addressOf(socket.remoteAddress, headers['x-forwarded-for']?.toString(), trustedProxies);
}

/**
 * Returns the caller's address. Each trusted proxy appended the address that it saw to X-Forwarded-For, so the entry of
 * the outermost proxy is counted from the right. Any client can invent the entries to the left of it.
 */
function addressOf(peer: string | undefined, forwardedFor = '', trustedProxies: number): string | null {
  if (trustedProxies === 0) return plain(peer);
  const forwarded = forwardedFor
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return plain(forwarded.at(-trustedProxies) ?? forwarded[0] ?? peer);
}

/** Returns an IPv4 address in IPv6 form, `::ffff:192.0.2.1`, as plain IPv4. */
const plain = (address: string | undefined) => address?.replace(/^::ffff:(?=\d+\.)/, '') ?? null;
