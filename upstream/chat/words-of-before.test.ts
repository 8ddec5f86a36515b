/** Words of messages that a process of an older version writes, without their days. */
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { uuidV7 } from '../database/uuid-v7';
import type { Club } from '../identity/identity.testing';
import { pastTriggers } from '../wallet/wallet.testing';
import { after, type ChatMember, newClientId, openChat, openThree } from './chat.testing';
import { insertMessage } from './write-statements';

describeOnEachDatabase('words that an older version writes', (open) => {
  let club: Club;
  let anna: ChatMember;
  let ben: ChatMember;
  let id: string;
  beforeEach(async () => {
    club = await openChat(open);
    ({ anna, ben } = await openThree(club));
    id = (await ben.open(anna.id)).body.id;
  });

  const wordsOf = (...words: string[]) =>
    [anna, ben].flatMap((member) => words.map((word) => `${member.id}:${word}`)).sort();
  const asSearch = (words: string[]) => sql`array_to_tsvector(${sql.param(words)}::text[])`;
  const read = async () => {
    const { rows } = await club.db.execute<{ id: string; words: string[] }>(
      sql`select id, tsvector_to_array(search) as words from chat_messages`,
    );
    return rows[0] ?? expect.fail('there is no message');
  };
  const find = async (q: string) => (await anna.list(`?q=${q}`)).hits?.map(({ message }) => message);
  const write = (messageId: string, words: string[]) =>
    transaction(club.db, (tx) =>
      insertMessage(tx).execute({
        ...{
          id: messageId,
          conversationId: id,
          userId: ben.id,
          author: 'member',
          staffId: null,
          clientId: newClientId(),
        },
        ...{ body: 'Ripe tomatoes', createdAt: after(60), words },
      }),
    );

  it('get their days at once, and are found', async () => {
    const messageId = uuidV7(after(60));
    await write(messageId, wordsOf('ripe', 'tomatoes'));
    const days = messageId.slice(0, 5);
    expect((await read()).words).toEqual(wordsOf(`${days}:ripe`, `${days}:tomatoes`));
    expect(await find('tomat')).toEqual(['Ripe tomatoes']);
  });

  it('get their days when the message is changed', async () => {
    await ben.send(id, 'Green tomatoes');
    await club.db.execute(sql`update chat_messages set body = 'Ripe tomatoes', edited_at = created_at,
      search = ${asSearch(wordsOf('ripe', 'tomatoes'))}`);
    expect(await find('ripe')).toEqual(['Ripe tomatoes']);
    expect(await find('green')).toEqual([]);
  });

  it('stay as they are where they have days, and where there are none', async () => {
    await ben.send(id, 'Ripe tomatoes');
    const { id: messageId, words } = await read();
    const days = messageId.slice(0, 5);
    expect(words).toEqual(wordsOf(`${days}:ripe`, `${days}:tomatoes`));
    await ben.edit(id, messageId, '!');
    expect((await read()).words).toEqual([]);
  });

  it('get their days by the migration where they were written before it', async () => {
    await write(uuidV7(new Date('2026-11-27T12:00:00Z')), wordsOf('ripe', 'tomatoes'));
    await pastTriggers(club, (tx) =>
      tx.execute(sql`update chat_messages set search = ${asSearch(wordsOf('ripe', 'tomatoes'))}`),
    );
    expect(await find('ripe')).toEqual([]);
    const file = new URL('../database/migrations/0019_chat_words_of_before.sql', import.meta.url);
    const [, , ...completion] = readFileSync(file, 'utf8').split('--> statement-breakpoint');
    await transaction(club.db, async (tx) => {
      for (const statement of completion) await tx.execute(sql.raw(statement));
    });
    expect(await find('ripe')).toEqual(['Ripe tomatoes']);
  });
});
