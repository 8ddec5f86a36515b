import type { LoaderFunctionArgs } from '@remix-run/node';
import { isLanguage } from '../platform/page/modules';
import { env } from '../platform/request/env.server';
import { offlinePage } from './offline.server';
import worker from './service-worker.js?raw';
import removal from './service-worker-removal.js?raw';

/** The worker may only fetch from this origin. This policy applies to the worker, not to pages. */
const POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/**
 * The service worker, with the name of its cache. The text changes with the offline page, which is how browsers notice
 * a new one. Browsers must revalidate it, so that `SERVICE_WORKER=0` removes it everywhere.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const wanted = new URL(request.url).searchParams.get('language');
  return new Response(env().serviceWorker ? workerFor(isLanguage(wanted) ? wanted : 'en') : removal, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-cache',
      // The scope is the whole origin, whatever path this script has.
      'Service-Worker-Allowed': '/',
    },
  });
}

function workerFor(language: 'en' | 'de') {
  const { files, hash } = offlinePage(language);
  const constants = { CACHE: `offline ${language} ${hash}`, PAGE: `/offline?language=${language}`, FILES: files };
  const lines = Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
  return `${lines.join('\n')}\n${worker}`;
}
