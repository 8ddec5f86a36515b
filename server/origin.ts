import { isForeign } from '../app/platform/csrf.server';

/**
 * The request as Remix may see it. Remix compares `Origin` with the Host that it sees: a foreign one gets an empty 500,
 * and so does every form behind a proxy that rewrites Host. The app's own judgement stands instead: a forged request
 * goes on as cross-site, which the app answers with its 403 page, and an own one names the Host that fits its origin.
 */
export function judgeOrigin(request: Request): Request {
  const origin = request.headers.get('origin');
  if (origin === null || ['GET', 'HEAD'].includes(request.method)) return request;
  const headers = new Headers(request.headers);
  const isForged = isForeign(request);
  if (isForged) headers.set('Sec-Fetch-Site', 'cross-site');
  if (isForged || origin === '') headers.delete('Origin');
  else headers.set('X-Forwarded-Host', new URL(origin).host);
  return new Request(request, { headers });
}
