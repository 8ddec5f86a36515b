import { useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '../../../upstream/contract/chat-messages';
import { hearChannel, type Present } from '../../platform/browser/channels';
import { fieldsOf } from '../../platform/browser/events';
import { useLatest } from '../../ui/use-latest';
import { readClosed, readMessage, readRead, type TalkClosed, type TalkRead } from './talk-events';

export interface TalkHandlers {
  onMessage(message: ChatMessage): void;
  onMessageUpdated(message: ChatMessage): void;
  onRead(read: TalkRead): void;
  onClosed(closed: TalkClosed): void;
  /** Called whenever the channel is joined, and when the tab wakes: messages may be missing. */
  onGap(): void;
}

export interface TalkChannel {
  /** The names of the others who have the conversation open. */
  present: string[];
  /** The name of the one who is typing; null while nobody is. */
  typing: string | null;
  /** The member has typed something. */
  tellTyping(): void;
}

/** An event that browsers send. Laravel Echo calls it the whisper `typing`. */
export const TYPING = 'client-typing';
export const TELL_EVERY_MS = 3000;
/** Longer than the pause between two signs of somebody who goes on typing. */
export const TYPING_MS = 5000;

/** @param id null while the member may not enter, as after a block or a closing */
export function useTalkChannel(id: string | null, handlers: TalkHandlers): TalkChannel {
  const latest = useLatest(handlers);
  const [present, setPresent] = useState<string[]>([]);
  const [typing, setTyping] = useState<string | null>(null);
  const talk = useRef<WatchedTalk | null>(null);
  useEffect(() => {
    if (id === null) return;
    const watched = watchTalk(id, {
      onMessage: (message) => latest.current.onMessage(message),
      onMessageUpdated: (message) => latest.current.onMessageUpdated(message),
      onRead: (read) => latest.current.onRead(read),
      onClosed: (closed) => latest.current.onClosed(closed),
      onGap: () => latest.current.onGap(),
      onPresent: setPresent,
      onTyping: setTyping,
    });
    talk.current = watched;
    return () => {
      talk.current = null;
      watched.leave();
    };
  }, [id, latest]);
  const [tellTyping] = useState(() => () => talk.current?.tellTyping());
  return { present, typing, tellTyping };
}

interface Watcher extends TalkHandlers {
  onPresent(names: string[]): void;
  onTyping(name: string | null): void;
}

export interface WatchedTalk {
  tellTyping(): void;
  leave(): void;
}

/** Listens to the channel of a conversation. */
export function watchTalk(id: string, watcher: Watcher): WatchedTalk {
  let others: Present[] = [];
  let typist: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;

  const setTypist = (next: string | null) => {
    clearTimeout(timer);
    typist = next;
    watcher.onTyping(nameOf(others.find((one) => one.id === next)));
    if (next !== null) timer = setTimeout(() => setTypist(null), TYPING_MS);
  };
  const heard = (message: ChatMessage) => {
    if (String(message.user.id) === typist) setTypist(null);
    watcher.onMessage(message);
  };
  const { leave, tell } = hearChannel({
    channel: ({ conversationChannel }) => conversationChannel.replace(/^presence-/, '').replace('{id}', id),
    events: (names) => ({
      [names.chatEvent]: (data) => pass(readMessage(data, id), heard),
      [names.chatMessageUpdatedEvent]: (data) => pass(readMessage(data, id), watcher.onMessageUpdated),
      [names.chatReadEvent]: (data) => pass(readRead(data), watcher.onRead),
      [names.chatClosedEvent]: (data) => pass(readClosed(data), watcher.onClosed),
      [TYPING]: (_, from) => {
        // Not every service says who sent it. While only one other is here, it is that one.
        const sender = from ?? (others.length === 1 ? others[0]?.id : undefined);
        if (others.some((one) => one.id === sender)) setTypist(sender ?? null);
      },
    }),
    onGap: watcher.onGap,
    onPresent(now) {
      others = now;
      watcher.onPresent(now.flatMap((one) => nameOf(one) ?? []));
      if (typist !== null && now.every((one) => one.id !== typist)) setTypist(null);
    },
  });
  return {
    tellTyping() {
      const now = Date.now();
      if (others.length === 0 || now - toldAt < TELL_EVERY_MS) return;
      toldAt = now;
      tell(TYPING);
    },
    leave() {
      leave();
      clearTimeout(timer);
      watcher.onPresent([]);
      watcher.onTyping(null);
    },
  };
}

const pass = <T>(value: T | null, to: (value: T) => void) => {
  if (value !== null) to(value);
};

function nameOf(present: Present | undefined): string | null {
  const { name } = fieldsOf(present?.info);
  return typeof name === 'string' && name !== '' ? name : null;
}
