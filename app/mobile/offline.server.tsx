import { createHash } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { textsFor } from '../platform/i18n/i18n.server';
import type { Language } from '../platform/page/modules';
import { VERSION } from '../platform/page/version';
import { env } from '../platform/request/env.server';
import { Acre } from '../ui/acre';
import { Icon } from '../ui/icon';
import stylesheet from '../ui/ui.css?url';

interface OfflinePage {
  html: string;
  /** Paths of the files that the page needs. */
  files: string[];
  /** Differs for each page and each version of the product. */
  hash: string;
}

const pages = new Map<Language, OfflinePage>();

/** Returns the page for a browser without a network. It contains the product and the language, and no member's data. */
export function offlinePage(language: Language): OfflinePage {
  const made = pages.get(language) ?? make(language);
  pages.set(language, made);
  return made;
}

function make(language: Language): OfflinePage {
  const markup = renderToStaticMarkup(<Document language={language} />);
  // Where the service worker links to the passes that are kept on this device.
  const html = `<!DOCTYPE html>${markup.replace('</h1>', '</h1><!--passes-->')}`;
  const hash = createHash('sha256').update(VERSION).update(html).digest('base64url').slice(0, 10);
  return { html, files: [stylesheet, '/icons.svg', '/favicon.svg'], hash };
}

function Document({ language }: { language: Language }) {
  const { t } = textsFor(language);
  const { productName } = env();
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${t('offline.title')} - ${productName} Farm`}</title>
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <div className="guest page">
          <header className="top">
            <span className="brand">
              <Icon name="logo" />
              <span>{productName}</span>
            </span>
          </header>
          <main className="main">
            <div className="card">
              <Acre />
              <div className="body stack stack-l">
                <div className="stack stack-s">
                  <h1>{t('offline.title')}</h1>
                  <p>{t('offline.text')}</p>
                  <p className="muted">{t('offline.nothing_lost')}</p>
                </div>
                {/* biome-ignore lint/a11y/useValidAnchor: an empty address reloads the current one, and this page
                    stands in for any address */}
                <a className="btn block" href="">
                  {t('ui.retry')}
                </a>
              </div>
            </div>
          </main>
        </div>
      </body>
    </html>
  );
}
