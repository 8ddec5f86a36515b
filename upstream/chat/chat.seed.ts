/** Seeds the conversations of the demo club: with the club, the sponsor and the first line, one of them a long one. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import { uuidV7After } from '../database/uuid-v7';
import type { Deps } from '../deps';
import { users } from '../members/members.tables';
import { asSearchable } from '../support/support';
import { english, german, longTalk, type SeedTalk } from './chat.seed-texts';
import { chatConversations, chatMessages, chatParticipants } from './chat.tables';
import { beginConversation } from './open-conversation';
import { listWords } from './words';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Writes the conversations of the demo accounts. Does nothing if there are any. Nobody is told. */
export async function seedChat({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    if ((await tx.$count(chatConversations)) > 0) return;
    const anna = await findId(tx, 'anna@example.org');
    const ben = await findId(tx, 'ben@example.org');
    const greta = await findId(tx, 'greta@example.org');
    const holger = await findId(tx, 'holger@example.org');
    if (!anna || !ben || !greta || !holger) return;
    await tx
      .update(users)
      .set({ referrerId: holger })
      .where(and(eq(users.id, anna), isNull(users.referrerId)));
    const firstline = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.referrerId, anna))
      .orderBy(asc(users.id))
      .limit(5);
    const facing = (named: SeedTalk['with']) =>
      named === 'sponsor' ? holger : typeof named === 'number' ? (firstline[named]?.id ?? holger) : named;
    await seedTalk(tx, { userId: anna, staffId: greta, facing: facing(longTalk.with) }, repeatLines(), now);
    for (const [userId, talks] of [
      [anna, german],
      [ben, english],
    ] as const) {
      for (const talk of talks) await seedTalk(tx, { userId, staffId: greta, facing: facing(talk.with) }, talk, now);
    }
  });
}

const findId = async (tx: Tx, email: string): Promise<number | undefined> =>
  (await tx.select({ id: users.id }).from(users).where(eq(users.email, email)))[0]?.id;

/** About five lines a day, in turn, until yesterday. */
function repeatLines(): SeedTalk {
  const { lines, messages } = longTalk;
  const every = 5 * 60;
  return {
    with: longTalk.with,
    hoursAgo: ((messages - 1) * every) / 60 + 12,
    messages: Array.from({ length: messages }, (_, at) => ({
      by: at % 2 === 0 ? 'own' : 'other',
      after: at === 0 ? 0 : every,
      text: lines[at % lines.length] as string,
    })),
  };
}

interface People {
  userId: number;
  staffId: number;
  facing: number | string;
}

async function seedTalk(tx: Tx, { userId, staffId, facing }: People, talk: SeedTalk, now: Date): Promise<void> {
  const begin = new Date(now.getTime() - talk.hoursAgo * hourMs);
  const conversationId = await beginConversation(tx, userId, facing, begin);
  if (!conversationId) throw new Error('The conversation was not written.');
  const isClub = typeof facing === 'string';
  const sides = isClub ? [userId] : [userId, facing];
  let at = begin;
  let id: string | null = null;
  const rows = talk.messages.map(({ by, after, text }) => {
    at = new Date(at.getTime() + after * minuteMs);
    id = uuidV7After(id, at);
    const author =
      by === 'other' && isClub
        ? { author: 'club' as const, userId, staffId }
        : { author: 'member' as const, userId: by === 'own' || isClub ? userId : facing, clientId: id };
    return {
      conversationId,
      id,
      ...author,
      body: text,
      createdAt: at,
      search: asSearchable(sql.param(listWords(sides, id, text))),
      position: 0,
      written: 0,
    };
  });
  // The trigger takes them one after the other.
  await tx.insert(chatMessages).values(rows);
  await readAll(tx, conversationId, userId, rows[rows.length - 1 - (talk.unread ?? 0)]?.id);
  if (isClub)
    await tx
      .update(chatConversations)
      .set({ clubReadId: sql`last_message_id` })
      .where(eq(chatConversations.id, conversationId));
  else await readAll(tx, conversationId, facing, rows.at(-1)?.id);
  if (talk.noticed)
    await tx.update(chatParticipants).set({ noticed: sql`received` }).where(isSide(conversationId, userId));
}

const isSide = (id: string, userId: number) =>
  and(eq(chatParticipants.conversationId, id), eq(chatParticipants.userId, userId));

const readAll = (tx: Tx, id: string, userId: number, lastReadId: string | undefined) =>
  tx.update(chatParticipants).set({ lastReadId }).where(isSide(id, userId));
