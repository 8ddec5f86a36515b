import { type KeyboardEvent, useEffect, useState } from 'react';
import { keepCookie } from '../../platform/browser/cookie';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Tick } from '../../ui/checkbox-field';

/** What the Enter key does in a message. This browser remembers the choice. */
export interface EnterChoice {
  /** Null until script runs, and always without it. */
  sends: boolean | null;
  choose(sends: boolean): void;
}

export function useEnterChoice(): EnterChoice {
  const [sends, setSends] = useState<boolean | null>(null);
  // A touch screen has no Shift key that can be held while Enter is pressed.
  useEffect(() => setSends(readChoice() ?? window.matchMedia('(pointer: fine)').matches), []);
  const choose = (next: boolean) => {
    setSends(next);
    keepCookie('chat-enter', next ? 'sends' : 'breaks');
  };
  return { sends, choose };
}

/** Whether this key sends the message. Shift does the opposite. The Enter that ends a composition of letters never does. */
export function isSendKey({ key, shiftKey, ctrlKey, altKey, metaKey, nativeEvent }: KeyboardEvent, sends: boolean) {
  if (key !== 'Enter' || ctrlKey || altKey || metaKey) return false;
  // Safari ends the composition before it tells of the key, and only the old code names it.
  if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return false;
  return sends !== shiftKey;
}

/** Script only. It has no name, so it is not sent. */
export function EnterSwitch({ sends, choose }: EnterChoice) {
  const { t } = useTranslation('chat');
  if (sends === null) return null;
  return (
    <Tick id="enter" text={t('write.enter')}>
      <input
        type="checkbox"
        id="enter"
        aria-labelledby="enter-label"
        checked={sends}
        onChange={(event) => choose(event.target.checked)}
      />
    </Tick>
  );
}

function readChoice(): boolean | null {
  const [, choice] = /(?:^|; )(?:__Host-)?chat-enter=(sends|breaks)/.exec(document.cookie) ?? [];
  return choice === undefined ? null : choice === 'sends';
}
