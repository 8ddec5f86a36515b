import type { ChatMessage } from '../../../upstream/contract/chat-messages';
import { countersNow, refetchCounters } from '../../platform/browser/counters';
import { isBy } from '../shown-messages';
import { forgetMessage, keepMessage, keepOn, keptMessages } from './kept-messages';
import { fetchLog, type LogPage, markRead, type Place, sendText } from './log-calls';
import { createOutbox } from './outbox';
import { changed, emptyLog, isKnown, type LogChange, type LogState, MOST_SHOWN } from './store';

/** After a gap the missing messages are read page by page, but not more pages than this. */
const MOST_PAGES = 5;
/** The number of messages in an answer of the server. */
const PAGE = 50;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export interface LiveState {
  log: LogState;
  /** Whether the messages are loaded. */
  isOpen: boolean;
  /** The first request had no answer. */
  hasFailed: boolean;
  loading: 'older' | 'newer' | null;
}

interface LiveLogOptions {
  id: string;
  /** The id of the member. */
  own: number;
  csrf(): string;
  /** The message to begin at. */
  around: string | null;
  /** What the page knew before anything was marked as read. */
  before: Pick<LogPage, 'unread' | 'readTo'>;
  /** Whether the member sees the end of the log now. */
  isSeen(): boolean;
  /** The member has written or read something, of which no event tells this tab. */
  onOwn(): void;
  /** The page has to be loaded again: the session is over, or the conversation is not as it was. */
  onStale(): void;
}

export type LiveLog = ReturnType<typeof createLiveLog>;

/** The messages of an open conversation, as they come, and what the member writes. */
export function createLiveLog({ id, own, csrf, around, before, isSeen, onOwn, onStale }: LiveLogOptions) {
  let state: LiveState = { log: emptyLog(own), isOpen: false, hasFailed: false, loading: null };
  let filling: Promise<void> | null = null;
  let isAskedAgain = false;
  let isMarking = false;
  /** Whether events arrive by the channel of the conversation. */
  let isHeard = false;
  const listeners = new Set<() => void>();

  const outbox = createOutbox({
    log: () => state.log,
    change,
    send: (text, clientId) => sendText(id, csrf(), text, clientId),
    onSent(message, clientId) {
      change({ type: 'sent', clientId, message, isSeen: isSeen() });
      onOwn();
    },
    onStale,
  });

  function show(next: Partial<LiveState>) {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function change(one: LogChange) {
    const { unsent } = state.log;
    const log = changed(state.log, one);
    const left = new Set(log.unsent.map(({ clientId }) => clientId));
    for (const { clientId } of unsent) if (!left.has(clientId)) forgetMessage(own, id, clientId);
    if (one.type === 'stopped') keepOn(own, id);
    show({ log });
  }

  /** Asks for messages. Returns null if there is no answer. */
  async function ask(place: Place): Promise<LogPage | null> {
    const answer = await fetchLog(id, place);
    if (answer !== 'ended') return answer;
    onStale();
    return null;
  }

  async function open(place: Place) {
    const page = await ask(place);
    if (!page) return show({ hasFailed: true });
    // The frame may have marked what it showed as read.
    const isFirst = !state.isOpen && before.unread > page.unread;
    change({ type: 'opened', page: isFirst ? { ...page, ...before } : page });
    show({ isOpen: true });
    if (state.log.hasNewer && !place.around) await readOn();
  }

  /** Asks for what may be missing: all that is shown, because it may have changed, and what came after it. */
  function fill(): Promise<void> {
    if (filling) isAskedAgain = true;
    filling ??= (async () => {
      do {
        isAskedAgain = false;
        await (state.isOpen ? readOn() : open(around ? { around } : {}));
      } while (isAskedAgain);
      filling = null;
    })();
    return filling;
  }

  async function readOn() {
    const { messages, hasNewer } = state.log;
    const end = hasNewer ? messages.at(-1)?.id : undefined;
    const most = messages.length / PAGE + MOST_PAGES;
    let after = justBefore(messages[0]?.id ?? BEFORE_ALL);
    for (let pages = 0; pages <= most; pages++) {
      const page = await ask({ after });
      if (!page) return;
      change({ type: 'page', page, place: { after }, isSeen: isSeen() });
      after = page.messages.at(-1)?.id ?? after;
      // For a member who reads old messages, only what is shown is read again.
      if (!page.hasNewer || (end !== undefined && after >= end)) return;
    }
    await open({});
  }

  async function load(loading: 'older' | 'newer', place: Place) {
    if (state.loading || !state.isOpen) return;
    show({ loading });
    const page = await ask(place);
    if (page) change({ type: 'page', page, place, isSeen: isSeen() });
    show({ loading: null });
  }

  /** Tells the server what the member sees. */
  async function see() {
    const { messages, hasNewer, readTo, news } = state.log;
    if (!state.isOpen || hasNewer || !isSeen()) return;
    if (news && !news.isSeen) change({ type: 'seen' });
    if (messages.length > MOST_SHOWN) change({ type: 'left-old' });
    const last = messages.at(-1);
    if (isMarking || !last || !messages.some((one) => !isBy(one, own) && one.id > (readTo ?? ''))) return;
    isMarking = true;
    const isDone = await markRead(id, csrf(), last.id);
    isMarking = false;
    if (!isDone) return;
    change({ type: 'read', by: 'own', id: last.id });
    onOwn();
    if (countersNow()?.chat?.unread) void refetchCounters();
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** @returns a function that ends it */
    start() {
      for (const kept of keptMessages(own, id)) change({ type: 'wrote', ...kept });
      outbox.retry();
      void fill();
      const back = () => {
        outbox.hurry();
        void fill();
      };
      const show = () => document.hidden || isHeard || void fill();
      const keep = () => keepOn(own, id);
      window.addEventListener('online', back);
      window.addEventListener('pagehide', keep);
      document.addEventListener('visibilitychange', show);
      return () => {
        window.removeEventListener('online', back);
        window.removeEventListener('pagehide', keep);
        document.removeEventListener('visibilitychange', show);
        outbox.close();
      };
    },
    fill,
    see,
    older: () => load('older', { before: state.log.messages[0]?.id ?? BEFORE_ALL }),
    newer: () => load('newer', { after: state.log.messages.at(-1)?.id ?? BEFORE_ALL }),
    newest: () => (state.log.hasNewer ? open({}) : Promise.resolve()),
    write(text: string, proposedId: string) {
      // If the page was not loaded again, its form may still have the id of an earlier message.
      const clientId = isKnown(state.log, proposedId) ? crypto.randomUUID() : proposedId;
      keepMessage(own, id, { clientId, text });
      outbox.write(text, clientId);
    },
    retry: outbox.retry,
    discard: outbox.discard,
    /** What the channel of the conversation tells. */
    channel: {
      onMessage: (message: ChatMessage) => change({ type: 'arrived', message, isSeen: isSeen() }),
      onMessageUpdated: (message: ChatMessage) => change({ type: 'updated', message }),
      onRead: ({ user_id, last_read_id }: { user_id: number | string; last_read_id: string }) =>
        change({ type: 'read', by: user_id === own ? 'own' : 'other', id: last_read_id }),
      onClosed: onStale,
      onGap() {
        isHeard = true;
        outbox.hurry();
        void fill();
      },
    },
    /** Another channel says that there is a message. */
    hint: () => (isHeard ? undefined : void fill()),
    /** The member may not enter the channel. */
    leaveChannel() {
      isHeard = false;
    },
  };
}

/** Returns the largest id below one, so that what comes after it begins with that one. */
function justBefore(id: string): string {
  if (id === BEFORE_ALL) return id;
  const digits = (BigInt(`0x${id.replace(/-/g, '')}`) - 1n).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
