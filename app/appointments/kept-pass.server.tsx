import { renderToStaticMarkup } from 'react-dom/server';
import type { Ticket } from '../../upstream/contract/appointments-tickets';
import { textsFor } from '../platform/i18n/i18n.server';
import { TextsContext, useTranslation } from '../platform/i18n/use-translation';
import type { Language } from '../platform/page/modules';
import { env } from '../platform/request/env.server';
import { FormatProvider } from '../ui/format';
import { Icon } from '../ui/icon';
import stylesheet from '../ui/ui.css?url';
import { codeText } from './code-text';
import { When } from './components/when';
import { drawTicketCode } from './ticket-code.server';

/**
 * Returns the pass as a page of its own, for a device without a network: one document that needs nothing but the style
 * sheet of the offline page.
 */
export function keptPass(ticket: Ticket, payload: string, language: Language, timeZone: string): string {
  const page = (
    <TextsContext.Provider value={textsFor(language)}>
      <FormatProvider value={{ language, timeZone }}>
        <KeptPass ticket={ticket} payload={payload} language={language} />
      </FormatProvider>
    </TextsContext.Provider>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
}

interface KeptPassProps {
  ticket: Ticket;
  payload: string;
  language: Language;
}

function KeptPass({ ticket: { appointment, name, guests, code }, payload, language }: KeptPassProps) {
  const { t } = useTranslation('appointment');
  const { productName } = env();
  const drawing = Buffer.from(drawTicketCode(payload)).toString('base64');
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${appointment.title} - ${productName} Farm`}</title>
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href={stylesheet} />
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
              <div className="body stack stack-l">
                <div className="stack stack-s">
                  <h1>{appointment.title}</h1>
                  <p>
                    <When span={appointment} />
                  </p>
                  <p className="muted">{appointment.location ?? t('place.online')}</p>
                </div>
                <div className="stack stack-s">
                  <img className="qr" src={`data:image/svg+xml;base64,${drawing}`} alt={t('ticket.qr')} />
                  <p className="ref">{codeText(code)}</p>
                </div>
                <dl className="pairs">
                  <dt>{t('ticket.name')}</dt>
                  <dd>{name}</dd>
                  <dt>{t('ticket.guests')}</dt>
                  <dd>{guests.length > 0 ? guests.map((guest) => guest.name).join(', ') : t('ticket.nobody')}</dd>
                </dl>
                <p className="small muted">{t('keep.offline')}</p>
                {/* biome-ignore lint/a11y/useValidAnchor: an empty address reloads the current one, which is the
                    ticket with a network */}
                <a href="">{t('keep.reload')}</a>
              </div>
            </div>
          </main>
        </div>
      </body>
    </html>
  );
}
