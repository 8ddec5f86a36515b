import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/avatar';
import { Time } from '../../ui/time';
import { conversationPath, placePath } from '../chat-paths';
import type { Hit, ListedConversation } from '../conversations.server';

export function ConversationList({ conversations }: { conversations: ListedConversation[] }) {
  return (
    <ul className="list">
      {conversations.map((one) => (
        <Line key={one.id} conversation={one} />
      ))}
    </ul>
  );
}

function Line({ conversation }: { conversation: ListedConversation }) {
  const { t } = useTranslation('chat');
  const { id, title, isClub, isClosed, isMuted, unread, last, at } = conversation;
  const notes = [isClub && t('list.club'), isClosed && t('list.closed'), isMuted && t('list.muted')].filter(Boolean);
  return (
    <li>
      <Link className="item" to={conversationPath(id)}>
        <Avatar name={title} />
        <span>
          <strong>{title}</strong> <span className="small muted">{notes.join(', ')}</span>
        </span>{' '}
        <span className="small muted">{at ? <Time at={at} format="short" /> : null}</span> <span />
        <span className="small muted">
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
      {hits.map(({ id, conversation, name, isOwn, title, text, at }) => (
        <li key={id} className="said">
          <Avatar name={name} small />
          <div>
            <p className="by">
              <Link className="tap" to={placePath(conversation, id)}>
                {isOwn ? t('list.by_you', { name: title }) : name}
              </Link>{' '}
              <Time at={at} />
            </p>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
