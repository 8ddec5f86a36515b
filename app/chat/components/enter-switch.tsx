import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
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
    keepChoice(next);
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

const YEAR_S = 365 * 24 * 3600;

function keepChoice(sends: boolean) {
  const [prefix, secure] = window.location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
  const choice = sends ? 'sends' : 'breaks';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in most engines
  document.cookie = `${prefix}chat-enter=${choice}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
}
