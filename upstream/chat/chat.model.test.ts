/** Whatever happens in a conversation, compared with the simplest program that could keep it. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { extent } from '../extent.testing';
import type { Club } from '../identity/identity.testing';
import { deleteMessage, editMessage } from './change-message';
import { aBystander, type Bystander, pry } from './chat.bystander.testing';
import { allowed, aTable, type Table } from './chat.table.testing';
import { actingFor, after, listMiscounted, newClientId, openChat } from './chat.testing';
import { aView, hear, refresh, type View } from './chat.views.testing';
import { block, markAllAsSeen, markAsRead, mute } from './member-steps';
import { searchMessages } from './search-messages';

type TableWithBystander = Table & Bystander;

/** What a member has to see: kept by the simplest program that could. */
interface Model {
  /** By id of the conversation: who wrote what by which client id, in order; null for what is deleted. */
  messages: { author: number | 'club'; clientId: string; text: string | null; at: number }[];
  blocked: Set<number>;
  closed: boolean;
  read: Map<number, number>;
  noticed: Map<number, number>;
  muted: Set<number>;
  /** What the open page of each side shows. */
  views: Map<number, View>;
}

const emptyModel = ({ anna, ben }: Table): Model => ({
  ...{ messages: [], blocked: new Set<number>(), closed: false },
  views: new Map([anna, ben].map((side) => [side, aView()])),
  ...{ read: new Map(), noticed: new Map(), muted: new Set<number>() },
});

const kinds = [
  'send',
  'send',
  'send',
  'retry',
  'edit',
  'delete',
  'read',
  'seen',
  'mute',
  'block',
  'close',
  'connect',
  'pry',
] as const;
const operation = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.constantFrom('anna' as const, 'ben' as const),
  pick: fc.nat({ max: 50 }),
  on: fc.boolean(),
  pause: fc.constantFrom(0, 1, 60, 8 * 60, -5),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

async function perform(
  club: Club,
  table: TableWithBystander,
  model: Model,
  { kind, who, pick, on }: Operation,
  seconds: number,
) {
  const userId = table[who];
  const acting = actingFor(userId, after(seconds));
  const mayWrite = !model.closed && model.blocked.size === 0;
  const shown = await table.read(userId);
  const target = shown.length > 0 ? pick % shown.length : null;
  const message = target === null ? undefined : shown[target];
  const known = target === null ? undefined : model.messages[model.messages.length - shown.length + target];
  const recent = model.messages.filter(({ author, at }) => author === userId && at > seconds - 60).length;
  switch (kind) {
    case 'send': {
      const [text, clientId] = [`${who} ${seconds} ${pick}`, newClientId()];
      const sent = await table.send(userId, seconds, { message: text, clientId }).catch(allowed);
      expect(sent !== undefined).toBe(mayWrite && recent < 20);
      if (sent) model.messages.push({ author: userId, clientId, text, at: seconds });
      return;
    }
    case 'retry': {
      const own = model.messages.filter(({ author }) => author === userId);
      const one = own[pick % Math.max(1, own.length)];
      if (!one) return;
      const again = await table.send(userId, seconds, { message: 'again', clientId: one.clientId });
      expect([again.isRepeated, again.message.message]).toEqual([true, one.text]);
      return;
    }
    case 'edit': {
      if (!message || !known) return;
      const text = `edited ${seconds}`;
      const edited = await editMessage(club, table.talk, message.id, text, acting).catch(allowed);
      const may = known.author === userId && known.text !== null && mayWrite && seconds - known.at <= 900;
      expect(edited !== undefined).toBe(may);
      if (may) known.text = text;
      return;
    }
    case 'delete': {
      if (!message || !known) return;
      await deleteMessage(club, table.talk, message.id, acting).catch(allowed);
      if (known.author === userId) known.text = null;
      return;
    }
    case 'read': {
      if (!message || !known) return;
      await markAsRead(club, table.talk, message.id, acting);
      model.read.set(userId, Math.max(model.read.get(userId) ?? 0, model.messages.indexOf(known) + 1));
      return;
    }
    case 'seen':
      await markAllAsSeen(club, acting);
      // Of what is muted nothing is new, so nothing is marked.
      if (!model.muted.has(userId)) model.noticed.set(userId, model.messages.length);
      return;
    case 'connect': {
      const view = model.views.get(userId) as View;
      view.isOnline = on && mayWrite;
      if (!on) return;
      await refresh(club, view, userId, table.talk, 1 + (pick % 7));
      return expectAll(view, model);
    }
    case 'pry':
      return pry(club, table, message?.id, seconds);
    case 'mute':
      await mute(club, table.talk, on, acting);
      if (on) model.muted.add(userId);
      else model.muted.delete(userId);
      return;
    case 'block':
      await block(club, table.talk, on, acting);
      if (on) model.blocked.add(userId);
      else model.blocked.delete(userId);
      return;
    case 'close':
      await table.close(table.talk, seconds, on);
      model.closed = on;
  }
}

/** A page that heard everything, or has just asked, shows each message once, in the order of all. */
function expectAll({ shown }: View, { messages }: Model) {
  expect(shown.map(({ user, message }) => [user, message])).toEqual(messages.map(({ author, text }) => [author, text]));
  const ids = shown.map(({ id }) => id);
  expect([...new Set(ids)].sort()).toEqual(ids);
}

/** A block and a closing send both sides out of the channel, and what happens then they have to ask for. */
function listenAll(club: Club, table: Table, model: Model) {
  const events = club.broadcaster.sent.splice(0);
  for (const view of model.views.values()) {
    hear(view, events, table.talk);
    if (view.isOnline) expectAll(view, model);
    view.isOnline &&= !model.closed && model.blocked.size === 0;
  }
}

async function compare(club: Club, table: TableWithBystander, model: Model) {
  expect(await listMiscounted(club)).toEqual([]);
  for (const [userId, view] of model.views) {
    if (!view.isOnline) await refresh(club, view, userId, table.talk, 50);
    expectAll(view, model);
    const { hits } = await searchMessages(club.db, userId, { q: 'edited', limit: 50 }, 'en');
    expect(hits?.filter((hit) => hit.conversation_id === table.talk).map(({ message }) => message)).toEqual(
      model.messages.flatMap(({ text }) => (text?.startsWith('edited') ? [text] : [])).reverse(),
    );
    const shown = await table.read(userId);
    expect(shown.map(({ user, message }) => [user.id, message])).toEqual(
      model.messages.slice(-50).map(({ author, text }) => [author, text]),
    );
    const toRead = (from: number) => model.messages.slice(from).filter(({ author }) => author !== userId).length;
    const { rows } = await club.db.execute<{ unread: number; new: number }>(sql`
      select unread_count as unread, new_count as new from chat_participants where conversation_id = ${table.talk} and user_id = ${userId}`);
    const read = model.read.get(userId) ?? 0;
    const isNew = model.muted.has(userId) ? 0 : toRead(Math.max(read, model.noticed.get(userId) ?? 0));
    expect(rows).toEqual([{ unread: toRead(read), new: isNew }]);
  }
}

describeOnEachDatabase('whatever happens in a conversation, in any order,', (open) => {
  it('it is as the simplest program would have it', { timeout: 300_000 }, async () => {
    const club = await openChat(open);
    await fc.assert(
      fc
        .asyncProperty(fc.array(operation, { minLength: 10, maxLength: 40, size: 'max' }), async (operations) => {
          const two = await aTable(club);
          const table = { ...two, ...(await aBystander(club, two)) };
          const model = emptyModel(table);
          let seconds = 0;
          for (const one of operations) {
            seconds += one.pause;
            await perform(club, table, model, one, seconds);
            listenAll(club, table, model);
          }
          await compare(club, table, model);
        })
        .afterEach(() => club.empty()),
      { numRuns: extent(6, 150) },
    );
  });
});
