import type { LoaderFunctionArgs } from '@remix-run/node';
import { env } from '../platform/env.server';
import { isLanguage } from '../platform/modules';
import { DESCRIPTION } from '../platform/page.server';
import { problem } from '../platform/responses.server';
import { PAPER } from '../platform/theme-color';

/** The web app manifest, in the language of the page that names it: browsers ask for it without cookies. */
export function loader({ params: { language } }: LoaderFunctionArgs) {
  if (!isLanguage(language)) throw problem({ kind: 'not_found' });
  const { productName } = env();
  const manifest = {
    // One app, in whichever language it was installed.
    id: '/',
    name: productName,
    short_name: productName,
    description: DESCRIPTION[language],
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER.light,
    theme_color: PAPER.light,
    icons: [
      { src: '/icons/app-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/app-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
