import type { Context } from 'hono';
import type { Env, Language } from '../http/env';

/** Who calls, from where and when. Domain functions know nothing else about a request. */
export interface Caller {
  ip: string | null;
  requestId: string;
  language: Language;
  now: Date;
  userAgent: string | null;
  /** Tokens that show earlier sign-ins from this browser, perhaps by several members. `devices.ts` checks them. */
  deviceTokens: string[];
}

/** The web app keeps this many for one browser. More would only cost work. */
const maxDeviceTokens = 5;

/** Returns the caller of a request. The web app forwards the browser's `User-Agent`. */
export const callerOf = (c: Context<Env>): Caller => ({
  ip: c.get('ip'),
  requestId: c.get('requestId'),
  language: c.get('language'),
  now: c.get('now'),
  userAgent: c.req.header('user-agent')?.slice(0, 200) ?? null,
  deviceTokens: (c.req.header('x-device-token') ?? '')
    .split(',')
    .map((token) => token.trim())
    .filter(Boolean)
    .slice(0, maxDeviceTokens),
});

/** Returns the key by which throttles count a network: an IPv4 address, or the /64 that one IPv6 customer has. */
export function networkOf(ip: string | null): string {
  if (ip === null) return 'unknown';
  const mapped = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!mapped.includes(':')) return mapped;
  const [head = '', tail] = mapped.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const filled =
    tail === undefined
      ? groups
      : [...groups, ...Array(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after];
  return filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

export const minutesAfter = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
