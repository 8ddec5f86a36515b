import type { LoaderFunctionArgs } from '@remix-run/node';
import { isLanguage } from '../platform/page/modules';
import { DESCRIPTION } from '../platform/page/page.server';
import { PAPER } from '../platform/page/theme-color';
import { env } from '../platform/request/env.server';
import { problem } from '../platform/request/responses.server';

/** The web app manifest. Its path names the language, because browsers request it without cookies. */
export function loader({ params: { language } }: LoaderFunctionArgs) {
  if (!isLanguage(language)) throw problem({ kind: 'not_found' });
  const { productName } = env();
  const manifest = {
    // It is one app, whatever language it was installed in.
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
