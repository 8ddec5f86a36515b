import { env } from './env.server';
import { socketSources } from './realtime.server';

/**
 * Returns the headers of every page and data answer. script-src has `'self'`, because modulepreload links have no
 * nonce. Sources: OWASP secure headers, MDN's HTTP Observatory grading.
 */
export function securityHeaders(nonce: string, page?: URL): Record<string, string> {
  const { recaptchaSiteKey, sentryDsn, publicUrl, pusher } = env();
  const captcha = recaptchaSiteKey ? ' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/' : '';
  const sentry = sentryDsn ? ` ${new URL(sentryDsn).origin}` : '';
  const sockets = (pusher ? socketSources(pusher) : ownSockets(page)).map((source) => ` ${source}`);
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${captcha}`,
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${sockets.join('')}${sentry}${captcha && ' https://www.google.com/recaptcha/'}`,
    `frame-src 'self'${captcha && ' https://www.google.com/recaptcha/'}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(publicUrl?.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    ...(publicUrl?.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
    }),
  };
}

/** Safari before 15.4 does not accept `'self'` for websockets. */
function ownSockets(page: URL | undefined): string[] {
  const origin = env().publicUrl ?? page?.origin ?? '';
  // The caller controls the Host header.
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? [origin.replace('http', 'ws')] : [];
}
