import { useTranslation } from '../../platform/i18n/use-translation';
import { Avatar } from '../../ui/avatar';
import { Badge } from '../../ui/badge';
import { classNames } from '../../ui/class-names';
import { useFormat } from '../../ui/format';
import { Icon } from '../../ui/icon';
import { Link } from '../../ui/link';
import { PlainText } from '../../ui/plain-text';
import { Time } from '../../ui/time';
import { fileWords } from '../sent-file';
import type { ShownMessage, ShownTicket } from '../ticket.server';
import { ticketPath, wholeMessagePath } from '../ticket-filters';

interface ConversationProps {
  ticket: Pick<ShownTicket, 'id' | 'messages' | 'firstNew' | 'page' | 'pages' | 'single'>;
}

/** What was written, the oldest first. A long conversation has pages, of which the first has the newest messages. */
export function Conversation({ ticket: { id, messages, firstNew, page, pages, single } }: ConversationProps) {
  const { t } = useTranslation('support');
  const landing = firstNew ?? messages[messages.length - 1]?.id;
  return (
    <section className="card stack" aria-labelledby="conversation">
      <h2 className="vh" id="conversation">
        {t('ticket.conversation')}
      </h2>
      {single ? (
        <p>
          <Link to={`${ticketPath(id, page)}#m-${landing}`}>{t('ticket.back')}</Link>
        </p>
      ) : page < pages ? (
        <p>
          <Link to={ticketPath(id, page + 1)} rel="prev">
            {t('ticket.earlier')}
          </Link>
        </p>
      ) : null}
      <ol className="lines">
        {messages.map((message) => (
          <Said
            key={message.id}
            message={message}
            isFirstNew={message.id === firstNew}
            isLanding={page === 1 && !single && message.id === landing}
          />
        ))}
      </ol>
      {single && landing && single.part < single.parts ? (
        <p>
          <Link to={wholeMessagePath(id, page, landing, single.part + 1)} rel="next">
            {t('ticket.read_on', single)}
          </Link>
        </p>
      ) : page > 1 && !single ? (
        <p>
          <Link to={ticketPath(id, page - 1)} rel="next">
            {t('ticket.later')}
          </Link>
        </p>
      ) : null}
    </section>
  );
}

interface SaidProps {
  message: ShownMessage;
  isFirstNew: boolean;
  /** Links to the new messages lead here. */
  isLanding: boolean;
}

function Said({ message, isFirstNew, isLanding }: SaidProps) {
  const { t } = useTranslation('support');
  const { id, author, body, whole, attachments, created_at } = message;
  return (
    <li id={`m-${id}`} className={classNames('said', author.is_staff && 'staff')} tabIndex={-1}>
      <Avatar name={author.name} />
      <div {...(isLanding && { id: 'new', tabIndex: -1 })}>
        <p className="by">
          <strong>{author.name}</strong>{' '}
          {author.is_staff ? <span className="small muted">{t('ticket.office')}</span> : null} <Time at={created_at} />{' '}
          {isFirstNew ? <Badge tone="info">{t('ticket.new')}</Badge> : null}
        </p>
        <PlainText text={body} />
        {whole ? (
          <p>
            <Link to={whole}>
              {t('ticket.whole')}
              <span className="vh">: {author.name}</span>
            </Link>
          </p>
        ) : null}
        {attachments.length > 0 ? <Attachments attachments={attachments} /> : null}
      </div>
    </li>
  );
}

function Attachments({ attachments }: Pick<ShownMessage, 'attachments'>) {
  const { t } = useTranslation('support');
  const { language } = useFormat();
  return (
    <ul className="chips" aria-label={t('files.label')}>
      {attachments.map(({ id, name, size, preview }) => (
        <li key={id}>
          <a className="chip" href={`/support/attachment/${id}`}>
            {preview ? (
              <img
                src={`/support/attachment/${id}/preview`}
                width={preview.width}
                height={preview.height}
                alt=""
                loading="lazy"
              />
            ) : (
              <Icon name="file" />
            )}
            {fileWords({ name, size }, language)}
          </a>
        </li>
      ))}
    </ul>
  );
}
