import { renderToStaticMarkup } from 'react-dom/server';
import { textsFor } from '../platform/i18n/i18n.server';
import { TextsContext, useTranslation } from '../platform/i18n/use-translation';
import type { Language } from '../platform/page/modules';
import { env } from '../platform/request/env.server';
import { classNames } from '../ui/class-names';
import { FormatProvider } from '../ui/format';
import { CHAT, conversationPath, messagePath, messagesPath } from './chat-paths';
import { Bubble, Divide, LinkWords } from './components/bubble';
import type { ShownMessages } from './messages.server';
import stylesheet from './messages-document.css?url';

interface Frame {
  /** The conversation of the address. */
  id: string;
  language: Language;
  scheme: string;
  /** Null if they could not be loaded. */
  page: ShownMessages | null;
  /** Whether a browser said that it shows the document in the frame, whose page has the ways back. */
  isFramed: boolean;
  /** Whether it loads itself again every half minute. */
  isRefreshing: boolean;
}

/** Returns the document of the frame. It has no script, and nothing of the page around it. */
export function messagesDocument({ language, scheme, ...frame }: Frame): string {
  const { t } = textsFor(language);
  const name = frame.page?.title ?? '';
  const html = renderToStaticMarkup(
    <html lang={language} data-scheme={scheme === 'system' ? undefined : scheme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${t('chat:talk.messages', { name })} - ${env().productName} Farm`}</title>
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body className={classNames('bare', frame.page?.place && 'place')}>
        <TextsContext.Provider value={textsFor(language)}>
          <FormatProvider value={{ language, timeZone: frame.page?.timeZone ?? 'Europe/Berlin' }}>
            <Content {...frame} />
          </FormatProvider>
        </TextsContext.Provider>
      </body>
    </html>,
  );
  return `<!DOCTYPE html>${html}`;
}

function Content({ id, page, isFramed, isRefreshing }: Omit<Frame, 'language' | 'scheme'>) {
  const { t } = useTranslation('chat');
  const title = t('talk.messages', { name: page?.title ?? '' });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <main className="main" tabIndex={0} aria-label={title}>
      <div className="stack">
        <h1 className="vh">{title}</h1>
        {page ? <Talk page={page} /> : <p>{t('frame.failed')}</p>}
        <p className="small row">
          {page?.newer ? (
            <>
              <a className="tap" href={messagesPath(id)}>
                {t('frame.newest')}
              </a>{' '}
            </>
          ) : null}
          <a className="tap" href={messagesPath(id)}>
            {t('frame.refresh')}
          </a>{' '}
          {page && !page.newer ? <Refreshing id={id} isOn={isRefreshing} /> : null}{' '}
          <a className="tap" href={conversationPath(id)} target="_top">
            {t('frame.write')}
          </a>
          {isFramed ? null : (
            <>
              {' '}
              <a className="tap" href={CHAT} target="_top">
                {t('list.all')}
              </a>
            </>
          )}
        </p>
      </div>
    </main>
  );
}

function Refreshing({ id, isOn }: { id: string; isOn: boolean }) {
  const { t } = useTranslation('chat');
  return (
    <span>
      {t(isOn ? 'frame.refreshing' : 'frame.still')}{' '}
      <a className="tap" href={`${messagesPath(id)}?refresh=${isOn ? 'off' : 'on'}`}>
        {t(isOn ? 'frame.pause' : 'frame.turn_on')}
      </a>
    </span>
  );
}

function Talk({ page: { id, older, newer, unread, place, messages } }: { page: ShownMessages }) {
  const { t } = useTranslation('chat');
  if (messages.length === 0 && !older) return <p className="muted">{t('frame.empty')}</p>;
  return (
    <ol className="talk">
      {older ? <Way href={`${messagesPath(id)}?before=${older}`} rel="prev" words={t('frame.older')} /> : null}
      {messages.map((one) => (
        <Bubble
          key={one.id}
          message={one}
          news={t('frame.new', { count: unread })}
          isPlace={one.id === place}
          link={
            <a className="tap" href={messagePath(id, one.id)} target="_top">
              <LinkWords message={one} now={Date.now()} />
            </a>
          }
        />
      ))}
      {newer ? <Way href={`${messagesPath(id)}?after=${newer}`} rel="next" words={t('frame.newer')} /> : null}
    </ol>
  );
}

function Way({ href, rel, words }: { href: string; rel: string; words: string }) {
  return (
    <Divide>
      <a className="tap" href={href} rel={rel}>
        {words}
      </a>
    </Divide>
  );
}
