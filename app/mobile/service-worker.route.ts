import type { LoaderFunctionArgs } from '@remix-run/node';
import { env } from '../platform/env.server';
import { isLanguage } from '../platform/modules';
import { offlinePage } from './offline.server';
import worker from './service-worker.js?raw';
import removal from './service-worker-removal.js?raw';

/** The worker fetches from this origin and does nothing else. It is a policy for the worker, not for pages. */
const POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/**
 * The service worker, with the name of its cache: the text changes with the offline page, which is how browsers find
 * that there is a new one. It may not be kept, so that `SERVICE_WORKER=0` takes it away from everybody.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const wanted = new URL(request.url).searchParams.get('language');
  return new Response(env().serviceWorker ? workerFor(isLanguage(wanted) ? wanted : 'en') : removal, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-cache',
      // What its path allows already, whichever path it will have.
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
