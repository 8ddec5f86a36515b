import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import type { TalkChannel } from '../live/talk-channel';

/** Screen readers hear of the same person at most once in this time. People pause while they type. */
const SPEAK_EVERY_MS = 60_000;

interface PresenceProps {
  /** The name of the conversation. */
  title: string;
  channel: Pick<TalkChannel, 'present' | 'typing'>;
}

/** Says in one place that the other side is here, or who is typing. Script only. */
export function Presence({ title, channel: { present, typing } }: PresenceProps) {
  const { t } = useTranslation('chat');
  const spoken = useSpoken(typing);
  const isHere = present.length > 0;
  return (
    <p>
      {typing === null ? (
        isHere && t('live.here', { name: title })
      ) : (
        <span className="note" aria-hidden="true">
          {t('live.typing', { name: typing })}
        </span>
      )}
      <span className="vh" role="status">
        {spoken === null ? null : t('live.typing', { name: spoken })}
      </span>
    </p>
  );
}

function useSpoken(name: string | null): string | null {
  const [spoken, setSpoken] = useState<string | null>(null);
  const last = useRef<{ name: string; at: number }>();
  useEffect(() => {
    const at = Date.now();
    const isTold = last.current?.name === name && at - last.current.at < SPEAK_EVERY_MS;
    if (name !== null && !isTold) last.current = { name, at };
    setSpoken(isTold ? null : name);
  }, [name]);
  return spoken;
}
