import type { LoaderFunctionArgs } from '@remix-run/node';
import { detectLanguage } from '../platform/i18n.server';
import { offlinePage } from './offline.server';

/** Text, one stylesheet and drawings: nothing runs, and nothing is posted. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** What the service worker shows while the club cannot be reached. It is the same for everybody: no session is opened. */
export function loader({ request }: LoaderFunctionArgs) {
  const language = detectLanguage(request, new URL(request.url).searchParams.get('language'), null);
  return new Response(offlinePage(language).html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Language',
    },
  });
}
