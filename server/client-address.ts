import type { IncomingMessage } from 'node:http';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** The address of a request's caller; see `addressOf`. */
export function clientAddress(c: Context, trustedProxies: number): string | null {
  return addressOf(getConnInfo(c).remote.address, c.req.header('x-forwarded-for'), trustedProxies);
}

/** The address of a websocket's caller; see `addressOf`. */
export function socketAddress({ socket, headers }: IncomingMessage, trustedProxies: number): string | null {
  return addressOf(socket.remoteAddress, headers['x-forwarded-for']?.toString(), trustedProxies);
}

/**
 * The caller's address. Each trusted proxy appended the address it saw to X-Forwarded-For, so the entry of the
 * outermost one counts from the right; what stands left of it anybody could have sent.
 */
function addressOf(peer: string | undefined, forwardedFor = '', trustedProxies: number): string | null {
  if (trustedProxies === 0) return plain(peer);
  const forwarded = forwardedFor
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return plain(forwarded.at(-trustedProxies) ?? forwarded[0] ?? peer);
}

/** `::ffff:192.0.2.1` is an IPv4 address in a longer coat. */
const plain = (address: string | undefined) => address?.replace(/^::ffff:(?=\d+\.)/, '') ?? null;
