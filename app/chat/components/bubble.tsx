import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { classNames } from '../../ui/class-names';
import { PlainText } from '../../ui/plain-text';
import { Time } from '../../ui/time';
import type { ShownMessage } from '../shown-messages';

interface BubbleProps {
  message: ShownMessage;
  /** The words of the line before the first new message. */
  news: string;
  /** It is the one to which the address leads, such as a hit of a search. */
  isPlace: boolean;
  /** The link to the page that changes or reports the message. */
  link: ReactNode;
}

/** A message, below the day where one begins. The page and the frame show it alike. */
export function Bubble({ message, news, isPlace, link }: BubbleProps) {
  const { t } = useTranslation('chat');
  const { id, name, text, at, isOwn, isEdited, isRead, isFirstNew, day } = message;
  return (
    <>
      {day ? (
        <Divide>
          <Time at={day} format="day" />
        </Divide>
      ) : null}
      {isFirstNew ? <Divide isNew>{news}</Divide> : null}
      <li
        className={classNames('bubble', isOwn && 'me', text === null && 'gone')}
        data-message={id}
        aria-current={isPlace || undefined}
      >
        <span className="vh">{isOwn ? t('you') : `${name}:`} </span>
        {text === null ? <p className="note">{t('deleted')}</p> : <PlainText text={text} target="_blank" />}
        <footer>
          <Time at={at} format="time" relative={false} />
          {isEdited && text !== null ? `, ${t('frame.edited')}` : null}
          {isRead ? `, ${t('frame.read')}` : null} {text === null ? null : link}
        </footer>
      </li>
    </>
  );
}

/** A line between messages. */
export function Divide({ isNew, children }: { isNew?: boolean; children: ReactNode }) {
  return (
    <li className={classNames('divide', isNew && 'new')}>
      <span>{children}</span>
    </li>
  );
}

interface LinkWordsProps {
  message: Pick<ShownMessage, 'isOwn' | 'editableUntil'>;
  /** In milliseconds. */
  now: number;
}

/** What the link of a message says. */
export function LinkWords({ message: { isOwn, editableUntil }, now }: LinkWordsProps) {
  const { t } = useTranslation('chat');
  return (
    <>
      {t(isOwn ? (now < editableUntil ? 'frame.change' : 'frame.delete') : 'frame.report')}
      <span className="vh"> {t('frame.this')}</span>
    </>
  );
}
