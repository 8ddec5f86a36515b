import { randomBytes, timingSafeEqual } from 'node:crypto';
import { env } from './env.server';
import { drawBytes } from './random.server';
import type { MemberSession } from './session.server';

const BYTES = 18;

/**
 * Returns the CSRF token for every form. The sealed session holds its secret. Each page has another mask, so that
 * compressed pages do not reveal the secret (BREACH).
 */
export function csrfToken(session: MemberSession): string {
  let secret = session.get('csrf');
  if (!secret) {
    secret = randomBytes(BYTES).toString('base64url');
    session.set('csrf', secret);
  }
  const mask = drawBytes(BYTES);
  return Buffer.concat([mask, xor(mask, Buffer.from(secret, 'base64url'))]).toString('base64url');
}

export type Forgery = 'foreign_origin' | 'missing_token' | null;

/**
 * Detects a forged POST. `Origin` and `Sec-Fetch-Site` decide if the browser sends one of them. The token decides for
 * browsers that send neither (text browsers). Source: OWASP CSRF prevention, "verifying origin".
 */
export function findForgery(request: Request, session: MemberSession, token: unknown): Forgery {
  if (isForeign(request)) return 'foreign_origin';
  if (request.headers.get('origin') || request.headers.get('sec-fetch-site')) return null;
  return isOwnToken(session.get('csrf'), token) ? null : 'missing_token';
}

/** Whether a page of another site sent the request, by the browser's headers. */
export function isForeign(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  if (site && site !== 'same-origin' && site !== 'none') return true;
  return Boolean(origin) && !isOwnOrigin(origin ?? '', request);
}

/** Compares with the configured origin, or outside production with the Host. The scheme may be wrong behind a proxy. */
function isOwnOrigin(origin: string, request: Request) {
  if (!URL.canParse(origin)) return false;
  if (origin === env().publicUrl) return true;
  return env().production ? false : new URL(origin).host === (request.headers.get('host') ?? new URL(request.url).host);
}

function isOwnToken(secret: string | undefined, token: unknown) {
  if (!secret || typeof token !== 'string') return false;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 2 * BYTES) return false;
  return timingSafeEqual(xor(bytes.subarray(0, BYTES), bytes.subarray(BYTES)), Buffer.from(secret, 'base64url'));
}

const xor = (a: Buffer, b: Buffer) => Buffer.from(a.map((byte, i) => byte ^ (b[i] ?? 0)));
