import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * The caller's address. Each trusted proxy appended the address it saw to X-Forwarded-For, so the entry of the
 * outermost one counts from the right; what stands left of it anybody could have sent.
 */
export function clientAddress(c: Context, trustedProxies: number): string | null {
  const peer = getConnInfo(c).remote.address ?? null;
  if (trustedProxies === 0) return plain(peer);
  const forwarded = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return plain(forwarded.at(-trustedProxies) ?? forwarded[0] ?? peer);
}

/** `::ffff:192.0.2.1` is an IPv4 address in a longer coat. */
const plain = (address: string | null) => address?.replace(/^::ffff:(?=\d+\.)/, '') ?? null;
