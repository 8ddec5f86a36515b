import type { ChatMessage } from '../../../upstream/contract/chat-messages';
import { isBy } from '../shown-messages';
import type { LogPage, Place } from './log-calls';

/** The page shows at most so many messages, and removes the farthest ones. */
export const MOST_SHOWN = 300;
/** So many of the last arrivals are kept for screen readers. */
const MOST_TOLD = 5;

/** A message of the member that is not sent yet. */
export interface Unsent {
  clientId: string;
  text: string;
  state: 'waiting' | 'sending' | 'failed' | 'limited' | 'refused';
  /** Why, in the member's language. */
  words?: string;
}

export interface LogState {
  /** The id of the member. */
  own: number;
  /** Without gaps, ordered by id, each once. */
  messages: ChatMessage[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** In the order in which they were written. They stand after all messages. */
  unsent: Unsent[];
  /** The newest message that the member has read, and that the other side has read. */
  readTo: string | null;
  otherRead: string | null;
  /**
   * The messages that came while the member did not see the end of the log. `since`: they follow this one, and the first
   * of them may not be loaded yet.
   */
  news: { from: string; count: number; isSeen: boolean; since?: string } | null;
  /** The last arrivals, for screen readers. */
  told: ChatMessage[];
  /** The largest id of a message that the page has heard of. */
  latest: string;
  /** Messages up to this one do not count as arrivals. */
  floor: string;
}

export type LogChange =
  /** Shows only this page. `unread` and `readTo` may be older than a read mark that came meanwhile. */
  | { type: 'opened'; page: LogPage }
  /** `isSeen`: whether the member sees the end of the log now. */
  | { type: 'page'; page: LogPage; place: Place; isSeen: boolean }
  | { type: 'arrived'; message: ChatMessage; isSeen: boolean }
  | { type: 'updated'; message: ChatMessage }
  | { type: 'read'; by: 'own' | 'other'; id: string }
  | { type: 'wrote'; clientId: string; text: string }
  | { type: 'sent'; clientId: string; message: ChatMessage; isSeen: boolean }
  | { type: 'stopped'; clientId: string; state: Unsent['state']; words?: string | undefined }
  | { type: 'discarded'; clientId: string }
  | { type: 'seen' }
  | { type: 'left-old' };

export const emptyLog = (own: number): LogState => ({
  ...{ own, messages: [], hasOlder: false, hasNewer: true, unsent: [], readTo: null, otherRead: null },
  ...{ news: null, told: [], latest: '', floor: '' },
});

export function changed(log: LogState, change: LogChange): LogState {
  switch (change.type) {
    case 'opened':
      return opened(log, change.page);
    case 'page':
      return withPage(log, change.page, change.place, change.isSeen);
    case 'arrived':
      return withArrivals(log, [change.message], change.isSeen);
    case 'updated':
      return withUpdate(log, change.message);
    case 'read': {
      const name = change.by === 'own' ? 'readTo' : 'otherRead';
      return { ...log, [name]: later(log[name], change.id) };
    }
    case 'wrote': {
      const { clientId, text } = change;
      if (isKnown(log, clientId)) return log;
      return { ...log, news: null, unsent: [...log.unsent, { clientId, text, state: 'waiting' }] };
    }
    case 'stopped': {
      const { clientId, state, words } = change;
      const stop = (one: Unsent) => (one.clientId === clientId ? { ...one, state, words: words ?? '' } : one);
      return { ...log, unsent: log.unsent.map(stop) };
    }
    case 'sent':
      return without(withArrivals(log, [change.message], change.isSeen), change.clientId);
    case 'discarded':
      return without(log, change.clientId);
    case 'seen':
      return log.news && !log.news.isSeen ? { ...log, news: { ...log.news, isSeen: true } } : log;
    case 'left-old':
      return withoutOld(log);
  }
}

/** Whether a message of the member has this id already. */
export const isKnown = ({ messages, unsent, own }: LogState, clientId: string) =>
  unsent.some((one) => one.clientId === clientId) ||
  messages.some((one) => one.client_id === clientId && isBy(one, own));

const without = (log: LogState, clientId: string): LogState => ({
  ...log,
  unsent: log.unsent.filter((one) => one.clientId !== clientId),
});

function opened(log: LogState, page: LogPage): LogState {
  const last = page.messages.at(-1)?.id ?? '';
  const latest = [last, page.newest].reduce<string>((largest, id) => later(largest, id) ?? '', log.latest);
  const since = page.readTo ?? '';
  const first = page.unread > 0 ? page.messages.find(isNewSince(log, since)) : undefined;
  return settled({
    ...{ ...log, messages: page.messages, hasOlder: page.hasOlder, latest, floor: latest },
    // The answer may lack a message of which an event told meanwhile.
    hasNewer: page.hasNewer || last < latest,
    ...{ readTo: later(log.readTo, page.readTo), otherRead: later(log.otherRead, page.otherRead) },
    news: first ? { from: first.id, count: page.unread, isSeen: false, since } : null,
  });
}

const isNewSince =
  ({ own }: LogState, since: string) =>
  (one: ChatMessage) =>
    !isBy(one, own) && one.id > since;

/** The first new message may be among older ones that have just been loaded. */
function withFirstNew(log: LogState): LogState {
  const { news } = log;
  const first = news?.since === undefined ? undefined : log.messages.find(isNewSince(log, news.since));
  return news && first ? { ...log, news: { ...news, from: first.id } } : log;
}

function withPage(log: LogState, page: LogPage, place: Place, isSeen: boolean): LogState {
  if (!touches(log, page, place)) return log;
  const [first, last] = [page.messages[0]?.id, page.messages.at(-1)?.id];
  const isStart = first === undefined ? place.before !== undefined : first <= (log.messages[0]?.id ?? first);
  const isEnd = last === undefined ? place.after !== undefined : last >= (log.messages.at(-1)?.id ?? last);
  const isFollowing = place.after !== undefined;
  const next = withArrivals({ ...log, hasNewer: false }, isFollowing ? page.messages : [], isSeen);
  const messages = merge(log.messages, page.messages);
  const merged = settled({
    ...{ ...next, messages, floor: log.hasNewer ? next.latest : log.floor },
    hasOlder: isStart ? page.hasOlder : log.hasOlder,
    hasNewer: isEnd ? page.hasNewer || (messages.at(-1)?.id ?? '') < next.latest : log.hasNewer,
    ...{ readTo: later(log.readTo, page.readTo), otherRead: later(log.otherRead, page.otherRead) },
  });
  if (!isFollowing) return withoutNew(withFirstNew(merged));
  // A member who reads above keeps what they read.
  return isSeen || log.hasNewer ? withoutOld(merged) : merged;
}

/** Whether no messages are missing between the page and what is shown. The log may have changed since the request. */
function touches({ messages }: LogState, page: LogPage, { before, after }: Place): boolean {
  const [first, last] = [messages[0]?.id, messages.at(-1)?.id];
  if (first === undefined || last === undefined) return true;
  if (before !== undefined) return before >= first && before <= last;
  return after !== undefined && after <= last && (page.messages.at(-1)?.id ?? last) >= first;
}

/** Adds messages that follow what is shown, and counts those that are new. */
function withArrivals(log: LogState, messages: ChatMessage[], isSeen: boolean): LogState {
  const known = new Set(log.messages.map(({ id }) => id));
  const news = messages.filter((one) => !isBy(one, log.own) && one.id > log.floor && !known.has(one.id));
  const latest = messages.reduce((largest, { id }) => later(largest, id) ?? '', log.latest);
  const [first] = news;
  const before = log.news && !log.news.isSeen ? log.news : null;
  return settled({
    ...log,
    // Between the last message and this one there may be others.
    messages: log.hasNewer ? withVersions(log.messages, messages) : merge(log.messages, messages),
    latest,
    // A message that is not shown is not recognised when it comes again.
    floor: log.hasNewer ? latest : log.floor,
    news:
      first && !isSeen
        ? { ...before, from: before?.from ?? first.id, count: (before?.count ?? 0) + news.length, isSeen: false }
        : log.news,
    told: first ? [...log.told, ...news].slice(-MOST_TOLD) : log.told,
  });
}

function withUpdate(log: LogState, message: ChatMessage): LogState {
  const update = (one: ChatMessage) => (one.id === message.id ? newer(one, message) : one);
  return { ...log, messages: log.messages.map(update) };
}

const withVersions = (messages: ChatMessage[], others: ChatMessage[]) =>
  messages.map((one) => {
    const other = others.find(({ id }) => id === one.id);
    return other ? newer(one, other) : one;
  });

function merge(messages: ChatMessage[], others: ChatMessage[]): ChatMessage[] {
  const byId = new Map(messages.map((one) => [one.id, one]));
  for (const one of others) {
    const known = byId.get(one.id);
    byId.set(one.id, known ? newer(known, one) : one);
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the version that was made last. An answer may be older than an event that came before it. */
function newer(one: ChatMessage, other: ChatMessage): ChatMessage {
  if (one.deleted_at || other.deleted_at) return one.deleted_at ? one : other;
  return Date.parse(other.edited_at ?? other.created_at) >= Date.parse(one.edited_at ?? one.created_at) ? other : one;
}

/** Removes unsent messages that have become messages. */
function settled(log: LogState): LogState {
  if (log.unsent.length === 0) return log;
  const sent = new Set(log.messages.filter((one) => isBy(one, log.own)).map((one) => one.client_id));
  return { ...log, unsent: log.unsent.filter(({ clientId }) => !sent.has(clientId)) };
}

function withoutNew(log: LogState): LogState {
  if (log.messages.length <= MOST_SHOWN) return log;
  return { ...log, messages: log.messages.slice(0, MOST_SHOWN), hasNewer: true, floor: log.latest };
}

function withoutOld(log: LogState): LogState {
  if (log.messages.length <= MOST_SHOWN) return log;
  const messages = log.messages.slice(-MOST_SHOWN);
  return { ...log, messages, hasOlder: true, floor: later(log.floor, messages[0]?.id ?? null) ?? '' };
}

const later = (one: string | null, other: string | null): string | null => ((one ?? '') >= (other ?? '') ? one : other);
