import { type RefObject, useMemo } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { useMinute } from '../../ui/time';
import { messagePath } from '../chat-paths';
import { Bubble, Divide, LinkWords } from '../components/bubble';
import { shownMessages } from '../shown-messages';
import type { LiveLog, LiveState } from './live-log';
import { UnsentMessages } from './unsent-messages';

interface LogProps {
  id: string;
  title: string;
  live: LiveLog;
  state: LiveState;
  /** The message to which the address leads. */
  around: string | null;
  box: RefObject<HTMLDivElement>;
  /** Puts a text back into the field; null while nobody can write. */
  onTakeBack: ((text: string) => void) | null;
}

/** The messages with script, in the place of the frame. */
export function Log({ id, title, live, state: { log, loading }, around, box, onTakeBack }: LogProps) {
  const { t } = useTranslation('chat');
  const { timeZone } = useFormat();
  const now = useMinute() ?? 0;
  const { own, messages, otherRead, news, hasOlder, hasNewer, unsent } = log;
  const shown = useMemo(
    () => shownMessages(messages, { own, timeZone, otherRead, firstNew: news?.from ?? null }),
    [messages, own, timeZone, otherRead, news?.from],
  );
  return (
    <div
      ref={box}
      className="frame live"
      role="log"
      // Arrivals are told beside it, one by one; what is loaded is not.
      aria-live="off"
      aria-label={t('talk.messages', { name: title })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
      tabIndex={0}
    >
      <ol className="talk">
        {hasOlder ? (
          <Divide>
            <Button type="button" kind="quiet" small busy={loading === 'older'} onClick={live.older}>
              {t('frame.older')}
            </Button>
          </Divide>
        ) : null}
        {messages.length === 0 && unsent.length === 0 ? <li className="muted">{t('frame.empty')}</li> : null}
        {shown.map((one) => (
          <Bubble
            key={one.id}
            message={one}
            news={t('frame.new', { count: news?.count ?? 0 })}
            isPlace={one.id === around}
            link={
              <Link className="tap" to={messagePath(id, one.id)}>
                <LinkWords message={one} now={now} />
              </Link>
            }
          />
        ))}
        {hasNewer ? (
          <Divide>
            <Button type="button" kind="quiet" small busy={loading === 'newer'} onClick={live.newer}>
              {t('frame.newer')}
            </Button>
          </Divide>
        ) : null}
        <UnsentMessages unsent={unsent} live={live} onTakeBack={onTakeBack} />
      </ol>
    </div>
  );
}
