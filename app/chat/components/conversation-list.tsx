import { createElement, Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Avatar } from '../../ui/avatar';
import { Link } from '../../ui/link';
import { Time } from '../../ui/time';
import { conversationPath, placePath } from '../chat-paths';
import type { Hit, ListedConversation } from '../conversations.server';
import type { FoundPart } from '../found-text';

interface ListProps {
  conversations: ListedConversation[];
  /** The one that the page shows. */
  open?: string;
}

export function ConversationList({ conversations, open }: ListProps) {
  return (
    <ul className="list">
      {conversations.map((one) => (
        <Line key={one.id} conversation={one} isOpen={one.id === open} />
      ))}
    </ul>
  );
}

function Line({ conversation, isOpen }: { conversation: ListedConversation; isOpen: boolean }) {
  const { t } = useTranslation('chat');
  const { id, title, isClub, isClosed, isMuted, unread, last, at, isToday } = conversation;
  const notes = [isClub && t('list.club'), isClosed && t('list.closed'), isMuted && t('list.muted')].filter(Boolean);
  return (
    <li>
      <Link className="item" to={conversationPath(id)} aria-current={isOpen ? 'page' : undefined}>
        <Avatar name={title} />{' '}
        <span>
          <strong>{title}</strong> <span className="small muted">{notes.join(', ')}</span>
        </span>{' '}
        <span className="small muted">
          {at ? <Time at={at} format={isToday ? 'time' : 'short'} relative={false} /> : null}
        </span>{' '}
        <span />
        <span className="last small muted">
          {last?.isOwn ? t('you') : null} {last ? (last.text ?? t('deleted')) : t('list.empty')}
        </span>{' '}
        {unread > 0 ? (
          <span className="pip">
            {unread}
            <span className="vh"> {t('list.unread')}</span>
          </span>
        ) : (
          <span />
        )}
      </Link>
    </li>
  );
}

/** The messages that a search found. Each leads to its place. */
export function Hits({ hits }: { hits: Hit[] }) {
  const { t } = useTranslation('chat');
  return (
    <ol className="lines">
      {hits.map(({ id, conversation, name, isOwn, title, found, at }) => (
        <li key={id} className="said">
          <Avatar name={name} small />
          <div>
            <p className="by">
              <Link className="tap" to={placePath(conversation, id)}>
                {isOwn ? t('list.by_you', { name: title }) : name}
              </Link>{' '}
              <Time at={at} />
            </p>
            <p>
              <Found parts={found} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Found({ parts }: { parts: FoundPart[] }) {
  const shown = parts.map(({ text, isHit }) => (isHit ? createElement('mark', null, text) : text));
  // Passed one by one, they need no keys.
  return createElement(Fragment, null, ...shown);
}
