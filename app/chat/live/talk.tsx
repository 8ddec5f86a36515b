import { useDeferredValue, useEffect, useRef } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Alert } from '../../ui/alert';
import { messagesPath } from '../chat-paths';
import type { ChatAnswer } from '../components/chat-form';
import { Presence } from '../components/presence';
import { WriteForm } from '../components/write-form';
import type { ShownTalk } from '../conversation.server';
import { Frame } from './frame';
import { Log } from './log';
import { Told } from './told';
import { putBack } from './typed-text';
import { useKeptScroll } from './use-kept-scroll';
import { useLiveTalk } from './use-live-talk';

interface TalkProps {
  talk: ShownTalk;
  around: string | null;
  mayWrite: boolean;
  clientId: string;
  answer: ChatAnswer | undefined;
  /** A new one for each answer of the server to a form without script. */
  formKey: string;
}

/** An open conversation: the messages, in a frame until script has them, and the form. */
export function Talk({ talk, around, mayWrite, clientId, answer, formKey }: TalkProps) {
  const { t } = useTranslation('chat');
  const { id, title, isClosed, isBlocked, canWrite } = talk;
  const box = useRef<HTMLDivElement>(null);
  const { live, state, channel } = useLiveTalk(talk, around, box);
  const { log, hasFailed } = state;
  // React interrupts the first rendering of the messages, so that it does not block the page.
  const isOpen = useDeferredValue(state.isOpen);
  // A page that script has opened does not load the frame first.
  const isServed = useRef(!useHydrated());
  const showsFrame = !isOpen && (isServed.current || hasFailed);
  const scroll = useKeptScroll(box, {
    ...{ isOpen, isComplete: !log.hasNewer, around },
    onNearStart: () => log.hasOlder && void live.older(),
    onNearEnd: () => log.hasNewer && void live.newer(),
  });
  // After each render, because each may show the end of the log.
  useEffect(() => void live.see());

  const typed = useRef('');
  // The form stays for what was typed and not sent, also when nobody can write any more.
  const holds = answer?.initialValue || typed.current !== '' || log.unsent.length > 0;
  const shows = mayWrite && (canWrite || holds);
  const send = (text: string, clientId: string) => {
    typed.current = '';
    void live.newest().then(scroll.toEnd);
    live.write(text, clientId);
    scroll.toEnd();
  };
  const unseen = log.news && !log.news.isSeen ? log.news.count : 0;
  const frame = around ? `${messagesPath(id)}?around=${around}` : messagesPath(id);
  return (
    <div className="card w8 stack">
      {isOpen ? (
        <Log {...{ id, title, live, state, around, box }} onTakeBack={shows ? putBack : null} />
      ) : showsFrame ? (
        <Frame talk={talk} src={frame} formKey={formKey} />
      ) : (
        <div className="frame" aria-busy="true" />
      )}
      <Told messages={log.told} />
      <div className="row row-ends small below">
        {showsFrame ? <a href={frame}>{t('talk.own_page')}</a> : <Presence title={title} channel={channel} />}
        {isOpen && !scroll.isAtEnd ? (
          <button
            type="button"
            className="chip"
            onClick={() => {
              box.current?.focus();
              scroll.toEnd();
              void live.newest().then(scroll.toEnd);
            }}
          >
            {unseen > 0 ? t('frame.new', { count: unseen }) : t('frame.newest')}
          </button>
        ) : null}
      </div>
      {canWrite ? null : <Alert>{t(isBlocked ? 'talk.you_blocked' : isClosed ? 'talk.closed' : 'talk.cannot')}</Alert>}
      {shows ? (
        <div
          onInput={({ target }) => {
            if (target instanceof HTMLTextAreaElement) typed.current = target.value;
          }}
        >
          <WriteForm
            key={`${id} ${formKey}`}
            answer={answer}
            clientId={clientId}
            {...(state.isOpen && { onSend: send })}
            onTyping={channel.tellTyping}
          />
        </div>
      ) : null}
    </div>
  );
}
