/** How many statements each call sends, and that long histories add none (decision 0024). */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { recordStatements } from '../database/statements.testing';
import type { Club } from '../identity/identity.testing';
import { actingFor, after, fillConversation, listMiscounted, newClientId, openChat, openThree } from './chat.testing';
import { listConversations } from './list-conversations';
import { listMessages } from './list-messages';
import { markAsRead } from './member-steps';
import { searchMessages } from './search-messages';
import { findConversation } from './show-conversation';
import { sendMessage } from './write';

describeOnEachDatabase('the chat', (open) => {
  let club: Club;
  let anna: number;
  let ben: number;
  let talk: string;
  beforeEach(async () => {
    club = await openChat(open);
    const three = await openThree(club);
    [anna, ben] = [three.anna.id, three.ben.id];
    talk = (await three.ben.open(anna)).body.id;
  });

  const calls = () => ({
    list: () => listConversations(club.db, anna, { limit: 20 }, 'en'),
    search: () => searchMessages(club.db, anna, { q: 'tomatoes', limit: 20 }, 'en'),
    show: () => findConversation(club.db, anna, talk),
    newest: () => listMessages(club.db, anna, talk, { limit: 50 }, 'en'),
    send: () => sendMessage(club, talk, { message: 'Hi', client_id: newClientId() }, actingFor(anna, after(99_999))),
    read: async () => {
      const { data } = await listMessages(club.db, anna, talk, { limit: 1 }, 'en');
      await markAsRead(club, talk, data[0]?.id ?? '', actingFor(anna, after(1)));
    },
  });
  async function countAll() {
    const counts: Record<string, number> = {};
    for (const [name, work] of Object.entries(calls())) counts[name] = (await recordStatements(work)).length;
    return counts;
  }

  it('sends a few statements a call, and no more with a long history', async () => {
    await fillConversation(club, talk, ben, 1);
    const few = await countAll();
    expect(few).toEqual({ list: 1, search: 2, show: 1, newest: 2, send: 6, read: 3 });
    await fillConversation(club, talk, ben, 500);
    expect(await countAll()).toEqual(few);
    expect(await listMiscounted(club)).toEqual([]);
    const { rows } = await club.db.execute(sql`select unread_count from chat_participants where user_id = ${anna}`);
    expect(rows).toEqual([{ unread_count: 0 }]);
  });
});
