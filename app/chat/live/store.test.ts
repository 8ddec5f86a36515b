import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../upstream/contract/chat-messages';
import type { LogPage, Place } from './log-calls';
import { changed, emptyLog, type LogChange, type LogState, MOST_SHOWN } from './store';

const OWN = 7;
const idOf = (number: number) => `0198a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** The messages of a conversation. Every third one is the member's own. */
function aMessage(number: number, more: Partial<ChatMessage> = {}): ChatMessage {
  const isOwn = number % 3 === 0;
  return {
    id: idOf(number),
    conversation_id: idOf(0),
    user: isOwn ? { id: OWN, name: 'Mira', is_staff: false } : { id: 'office', name: 'Office', is_staff: true },
    message: `Message ${number}`,
    created_at: '2026-11-20T09:00:00.000Z',
    client_id: isOwn ? `client-${number}` : null,
    ...more,
  };
}

const theFirst = (count: number) => Array.from({ length: count }, (_, index) => aMessage(index + 1));

/** What the server answers while it has `count` messages. */
function pageOf(count: number, place: Place = {}, limit = 4): LogPage {
  const all = theFirst(count);
  const messages =
    place.before !== undefined
      ? all.filter(({ id }) => id < (place.before ?? '')).slice(-limit)
      : place.after !== undefined
        ? all.filter(({ id }) => id > (place.after ?? '')).slice(0, limit)
        : all.slice(-limit);
  const [first, last] = [messages[0]?.id, messages.at(-1)?.id];
  return {
    messages,
    hasOlder: first ? first > idOf(1) : place.before === undefined && count > 0,
    hasNewer: last ? last < idOf(count) : place.before !== undefined && count > 0,
    ...{ newest: all.at(-1)?.id ?? null, unread: 0, readTo: null, otherRead: null },
  };
}

const apply = (log: LogState, ...changes: LogChange[]) => changes.reduce(changed, log);
const openAt = (count: number) => apply(emptyLog(OWN), { type: 'opened', page: pageOf(count) });
const arrival = (number: number, isSeen = true): LogChange => ({
  type: 'arrived',
  message: aMessage(number),
  isSeen,
});
const idsOf = ({ messages }: LogState) => messages.map(({ id }) => id);

describe('messages that arrive', () => {
  it('are shown once and in order, whichever way and however often they come', () => {
    const log = apply(openAt(4), arrival(6), arrival(5), arrival(6), {
      ...{ type: 'page', page: pageOf(6, { after: idOf(2) }), place: { after: idOf(2) }, isSeen: true },
    });
    expect(idsOf(log)).toEqual([1, 2, 3, 4, 5, 6].map(idOf));
    expect(log.told.map(({ id }) => id)).toEqual([idOf(5)]);
  });

  it('divides at the first new message, also when it is loaded after the others', () => {
    const page = { ...pageOf(12), unread: 8, readTo: idOf(4) };
    const opened = apply(emptyLog(OWN), { type: 'opened', page });
    expect(opened.news?.from).toBe(idOf(10));
    const place = { before: idOf(9) };
    const older = apply(opened, { type: 'page', page: pageOf(12, place), place, isSeen: true });
    expect([older.news?.from, older.news?.count]).toEqual([idOf(5), 8]);
    const start = { before: idOf(5) };
    expect(apply(older, { type: 'page', page: pageOf(12, start), place: start, isSeen: true }).news?.from).toBe(
      idOf(5),
    );
  });

  it('count as new only where nobody sees them, and never those of the member', () => {
    expect(apply(openAt(4), arrival(5)).news).toBeNull();
    const above = apply(openAt(4), arrival(5, false), arrival(6, false), arrival(7, false));
    expect(above.news).toEqual({ from: idOf(5), count: 2, isSeen: false });
    const seen = apply(above, { type: 'seen' }, arrival(8, false));
    expect(seen.news).toEqual({ from: idOf(8), count: 1, isSeen: false });
  });

  it('are not shown after a gap while the member reads old ones', () => {
    const old = apply(emptyLog(OWN), { type: 'opened', page: { ...pageOf(4), newest: idOf(9), hasNewer: true } });
    const log = apply(old, arrival(10, false));
    expect([idsOf(log).at(-1), log.hasNewer, log.news?.count]).toEqual([idOf(4), true, 1]);
    const next = { type: 'page', page: pageOf(10, { after: idOf(4) }, 6), place: { after: idOf(4) } } as const;
    const whole = apply(log, { ...next, isSeen: false });
    expect([whole.hasNewer, whole.news?.count, whole.told.length]).toEqual([false, 1, 1]);
  });

  it('are not lost if they come before the first answer', () => {
    const log = apply(emptyLog(OWN), arrival(5), { type: 'opened', page: pageOf(4) });
    expect(log.hasNewer, 'so that it is asked for').toBe(true);
  });
});

describe('what the member writes', () => {
  const wrote = (number: number): LogChange => ({ type: 'wrote', clientId: `client-${number}`, text: 'Hello' });

  it('stands last until it is a message, by the answer or by the event of another tab', () => {
    const log = apply(openAt(4), wrote(6), wrote(9), arrival(5));
    expect(log.unsent.map(({ clientId }) => clientId)).toEqual(['client-6', 'client-9']);
    const sent = apply(log, { type: 'sent', clientId: 'client-6', message: aMessage(6), isSeen: true }, arrival(9));
    expect([idsOf(sent).slice(-2), sent.unsent]).toEqual([[idOf(6), idOf(9)], []]);
    expect(apply(sent, wrote(9)).unsent, 'kept by this tab, and sent before').toEqual([]);
  });
});

describe('a message that changes', () => {
  const edited = aMessage(2, { message: 'Better', edited_at: '2026-11-20T09:05:00.000Z' });

  it('is not undone by an older answer', () => {
    const deleted = aMessage(1, { message: null, deleted_at: '2026-11-20T09:06:00.000Z' });
    const log = apply(
      openAt(4),
      { type: 'updated', message: edited },
      { type: 'updated', message: deleted },
      {
        ...{ type: 'page', page: pageOf(4, { after: idOf(0) }), place: { after: idOf(0) }, isSeen: true },
      },
    );
    expect(log.messages.slice(0, 2).map(({ message }) => message)).toEqual([null, 'Better']);
  });
});

it('lets go of what is far away, and knows that there is more', () => {
  const many = openAt(4);
  const full = { ...many, messages: theFirst(MOST_SHOWN + 5) };
  const below = changed(full, { type: 'left-old' });
  expect([below.messages.length, below.messages[0]?.id, below.hasOlder]).toEqual([MOST_SHOWN, idOf(6), true]);
});

it('shows each message once and in order, whatever comes when', () => {
  const step = fc.record({
    kind: fc.constantFrom('event', 'older', 'newer', 'again', 'write', 'late'),
    number: fc.integer({ min: 1, max: 30 }),
    isSeen: fc.boolean(),
  });
  const run = (steps: { kind: string; number: number; isSeen: boolean }[], begun: number) => {
    let [log, count] = [openAt(begun), begun];
    const late: LogChange[] = [];
    const at = (place: Place, isSeen: boolean): LogChange => ({
      type: 'page',
      page: pageOf(count, place),
      place,
      isSeen,
    });
    for (const { kind, number, isSeen } of steps) {
      count = Math.max(count, number);
      const [first = '', last = ''] = [log.messages[0]?.id, log.messages.at(-1)?.id];
      if (kind === 'event') log = changed(log, arrival(count, isSeen));
      if (kind === 'older') log = changed(log, at({ before: first }, isSeen));
      if (kind === 'newer') log = changed(log, at({ after: last }, isSeen));
      if (kind === 'again') late.push(at({ after: idOf(number) }, isSeen), at({ before: first }, isSeen));
      if (kind === 'write') log = changed(log, { type: 'wrote', clientId: `client-${number}`, text: 'Hello' });
      if (kind === 'late') log = late.splice(0).reduce(changed, log);
      const ids = idsOf(log);
      expect(ids).toEqual([...new Set(ids)].sort());
      const known = new Set(log.messages.map(({ client_id }) => client_id));
      expect(log.unsent.filter(({ clientId }) => known.has(clientId))).toEqual([]);
    }
    // After a gap all that is shown is read again, and what came since.
    const shown = theFirst(count).filter(({ id }) => id >= (log.messages[0]?.id ?? ''));
    let after = idOf(count - shown.length);
    for (let page: LogPage | null = null; page === null || page.hasNewer; ) {
      page = pageOf(count, { after });
      log = changed(log, { type: 'page', page, place: { after }, isSeen: true });
      after = page.messages.at(-1)?.id ?? after;
    }
    expect(idsOf(log)).toEqual(shown.map(({ id }) => id));
    expect(log.hasNewer).toBe(false);
  };
  fc.assert(fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 0, max: 12 }), run));
});
