/** What happens to a conversation at one moment. */
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnPostgres } from '../database/database.testing';
import { holding, untilWaiting } from '../database/locks.testing';
import type { Club } from '../identity/identity.testing';
import { editMessage } from './change-message';
import { allowed, aTable, type Table } from './chat.table.testing';
import { chatConversations, chatCounts, chatMessages, chatParticipants, chatReports } from './chat.tables';
import { actingFor, after, listMiscounted, newClientId, openChat } from './chat.testing';
import { lockForStaff, setClosed } from './club-steps';
import { markAllAsSeen, markAsRead, mute } from './member-steps';
import { openConversation } from './open-conversation';
import { reportMessage } from './report';
import { searchMessages } from './search-messages';
import { findConversation } from './show-conversation';
import { addMessage, lockConversation } from './write';

describeOnPostgres('at one moment', (open) => {
  let club: Club;
  let table: Table;
  beforeEach(async () => {
    club = await openChat(open);
    table = await aTable(club);
  });

  it('twenty requests with one client id are one message, the same for each', async () => {
    const clientId = newClientId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => table.send(table.ben, 1, { clientId })));
    expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1);
    expect(answers.filter(({ isRepeated }) => isRepeated)).toHaveLength(19);
    expect(await table.read(table.anna)).toHaveLength(1);
  });

  it('of thirty messages twenty are written, and the others wait', async () => {
    const all = Array.from({ length: 30 }, (_, at) =>
      table.send(table.anna, 1, { id: at % 2 ? table.talk : table.office }).catch(allowed),
    );
    expect((await Promise.all(all)).filter((sent) => sent !== undefined)).toHaveLength(20);
    expect(await club.db.$count(chatMessages)).toBe(20);
    expect(await listMiscounted(club)).toEqual([]);
  });

  it('what was read stays before what comes, though the later writer began first', async () => {
    const seen: string[][] = [];
    const look = async () => seen.push((await table.read(table.anna)).map(({ id }) => id));
    const commit = await holding(club.db, (tx) => lockConversation(tx, table.ben, table.talk));
    // The request of Anna is an hour younger by the clock of another process.
    const anna = table.send(table.anna, 3600);
    await untilWaiting(club.db, 1);
    await look();
    await commit();
    await anna;
    await look();
    const ben = await table.send(table.ben, 1);
    await look();
    const [, first = [], both = []] = seen;
    expect(both).toEqual([...first, ben.message.id]);
    expect([...both].sort()).toEqual(both);
  });

  it('ten writers of each side never read a message that sorts before one they knew', async () => {
    let known: string[] = [];
    let isOver = false;
    const reader = (async () => {
      while (!isOver) {
        const ids = (await table.read(table.anna)).map(({ id }) => id);
        expect(ids.slice(0, known.length)).toEqual(known);
        known = ids;
      }
    })();
    await Promise.all(Array.from({ length: 20 }, (_, at) => table.send(at % 2 ? table.anna : table.ben, (at * 7) % 5)));
    isOver = true;
    await reader;
    expect((await table.read(table.ben)).map(({ id }) => id).sort()).toEqual(
      (await table.read(table.ben)).map(({ id }) => id),
    );
  });

  it('a message that waits for a block is refused, and one before it is kept', async () => {
    const commit = await holding(club.db, async (tx) => {
      await lockConversation(tx, table.anna, table.talk);
      await tx.execute(sql`update chat_participants set blocked_at = ${after(1).toISOString()}
        where conversation_id = ${table.talk} and user_id = ${table.anna}`);
    });
    const refused = expect(table.send(table.ben, 1)).rejects.toMatchObject({ body: { code: 'cannot_write' } });
    await untilWaiting(club.db, 1);
    await commit();
    await refused;
    expect(await table.read(table.anna)).toEqual([]);
  });

  it('a message that waits for a closing is refused', async () => {
    const commit = await holding(club.db, async (tx) => {
      await setClosed(tx, club, await lockForStaff(tx, table.talk), after(1));
    });
    const refused = expect(table.send(table.ben, 2)).rejects.toMatchObject({ body: { code: 'conversation_closed' } });
    await untilWaiting(club.db, 1);
    await commit();
    await refused;
    expect(await table.read(table.anna)).toEqual([]);
  });

  it('an edit that waits for a deletion is refused, and no word of it is found', async () => {
    const { message } = await table.send(table.ben, 1);
    const commit = await holding(club.db, async (tx) => {
      await lockConversation(tx, table.ben, table.talk);
      await tx.update(chatMessages).set({ body: null, search: null, deletedAt: after(2) });
    });
    const edited = editMessage(club, table.talk, message.id, 'Changed', actingFor(table.ben, after(2)));
    const refused = expect(edited).rejects.toMatchObject({ body: { code: 'message_deleted' } });
    await untilWaiting(club.db, 1);
    await commit();
    await refused;
    expect((await searchMessages(club.db, table.ben, { q: 'changed', limit: 5 }, 'en')).hits).toEqual([]);
  });

  it('of two devices that read the one that read more counts, in either order', async () => {
    for (const later of [1, 0]) {
      const ids = [await table.send(table.ben, 61 * later + 1), await table.send(table.ben, 61 * later + 2)];
      const [upTo, other] = [ids[later]?.message.id ?? '', ids[1 - later]?.message.id ?? ''];
      const commit = await holding(club.db, async (tx) => {
        const side = and(eq(chatParticipants.userId, table.anna), eq(chatParticipants.conversationId, table.talk));
        await tx.update(chatParticipants).set({ lastReadId: upTo }).where(side);
      });
      const marked = markAsRead(club, table.talk, other, actingFor(table.anna, after(70)));
      await untilWaiting(club.db, 1);
      await commit();
      await marked;
      const found = await findConversation(club.db, table.anna, table.talk);
      expect([found?.side.lastReadId, found?.side.unreadCount]).toEqual([ids[1]?.message.id, 0]);
    }
    expect(await listMiscounted(club)).toEqual([]);
  });

  it('what is written before the list is opened is seen with it', async () => {
    await table.send(table.ben, 1);
    const commit = await holding(club.db, async (tx) => {
      const found = await lockConversation(tx, table.ben, table.talk);
      const wanted = { author: 'member', userId: table.ben, body: 'Hi', clientId: newClientId() } as const;
      await addMessage(tx, found, wanted, after(2));
    });
    const seen = markAllAsSeen(club, actingFor(table.anna, after(3)));
    await untilWaiting(club.db, 1);
    await commit();
    await seen;
    const found = await findConversation(club.db, table.anna, table.talk);
    expect(found?.side).toMatchObject({ newCount: 0, unreadCount: 2 });
    expect(club.broadcaster.sent.at(-1)?.data).toMatchObject({ unread_count: 0 });
    expect(await listMiscounted(club)).toEqual([]);
  });

  it('both begin one conversation, and two reports are one ticket', async () => {
    const carl = (await club.addMember({ email: 'carl@example.org', referrerId: table.ben })).id;
    const both = [...Array(5).fill([carl, table.ben]), ...Array(5).fill([table.ben, carl])] as [number, number][];
    const begun = await Promise.all(
      both.map(([one, other]) => openConversation(club, other, actingFor(one, after(1)))),
    );
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
    expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await club.db.$count(chatConversations)).toBe(3);
    const { message } = await table.send(table.ben, 1);
    const report = () => reportMessage(club, table.talk, { message_id: message.id }, actingFor(table.anna, after(2)));
    expect(new Set(await Promise.all([report(), report(), report()])).size).toBe(1);
    expect(await club.db.$count(chatReports)).toBe(1);
  });

  it('connections that are killed in the midst lose no message and no count', async () => {
    const clientIds = Array.from({ length: 18 }, () => newClientId());
    const send = (clientId: string, at: number) => table.send(at % 2 ? table.anna : table.ben, 1, { clientId });
    const kill = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%chat%'`;
    const killed = await Promise.all([
      ...clientIds.map((clientId, at) =>
        send(clientId, at).then(
          () => 0,
          () => 1,
        ),
      ),
      ...Array.from({ length: 5 }, () =>
        club.db.execute(kill).then(
          () => 0,
          () => 0,
        ),
      ),
    ]);
    expect(killed).toContain(1);
    expect(await listMiscounted(club)).toEqual([]);
    for (const [at, clientId] of clientIds.entries()) await send(clientId, at);
    expect(await club.db.$count(chatMessages)).toBe(clientIds.length);
    expect(await listMiscounted(club)).toEqual([]);
    // A connection that is still dying would fail in the test that gets it next.
    await club.close();
  });

  it('nobody waits for another forever, and all counts are right', { timeout: 120_000 }, async () => {
    for (let round = 0; round < 5; round++) {
      const at = round * 61;
      const last = (await table.read(table.anna)).at(-1)?.id;
      await Promise.all([
        ...Array.from({ length: 6 }, () => [
          table.send(table.anna, at),
          table.send(table.ben, at),
          table.asClub(at),
        ]).flat(),
        ...Array.from({ length: 3 }, () => table.send(table.anna, at, { id: table.office })),
        ...[table.anna, table.ben].flatMap((one) => [
          markAllAsSeen(club, actingFor(one, after(at))),
          mute(club, table.talk, round % 2 === 0, actingFor(one, after(at))),
          ...(last ? [markAsRead(club, table.talk, last, actingFor(one, after(at)))] : []),
        ]),
      ]);
      expect(await listMiscounted(club)).toEqual([]);
    }
    expect(await club.db.$count(chatMessages)).toBe(5 * 21);
    expect(await club.db.$count(chatCounts)).toBe(2);
  });
});
