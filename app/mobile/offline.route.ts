import type { LoaderFunctionArgs } from '@remix-run/node';
import { detectLanguage } from '../platform/i18n/i18n.server';
import { offlinePage } from './offline.server';

/** Text, one style sheet and drawings. No script runs, and no form posts. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/**
 * The page that the service worker shows when the club cannot be reached. It opens no session and is the same for all.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const language = await detectLanguage(request, new URL(request.url).searchParams.get('language'));
  return new Response(offlinePage(language).html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Language',
    },
  });
}
