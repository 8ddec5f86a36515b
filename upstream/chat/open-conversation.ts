/** How a conversation begins. There is one with each contact of the club and one of each two members. */
import { and, count, eq, gt, min, sql } from 'drizzle-orm';
import { writeAudit } from '../database/audit';
import type { Queryable, Tx } from '../database/database';
import { findFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import { uuidV7 } from '../database/uuid-v7';
import type { Deps } from '../deps';
import { NotFound, TooManyAttempts } from '../http/problems';
import { chatConversations } from './chat.tables';
import { findContact, findReachable } from './people';
import { type Acting, lockWriter } from './write';

/** Conversations that one member begins in 24 hours. */
const mostInDay = 5;
const dayMs = 24 * 60 * 60_000;
/** Of a column for numbers of members. */
const largestId = 2 ** 31 - 1;

/**
 * Returns the id of the conversation with a contact of the club or a member, which begins if there is none.
 * @throws NotFound for anybody whom the member may not write to; TooManyAttempts
 */
export async function openConversation(
  deps: Pick<Deps, 'db'>,
  participant: number | string,
  acting: Acting,
): Promise<{ id: string; isNew: boolean }> {
  if (typeof participant === 'number' && participant > largestId) throw new NotFound();
  try {
    return await transaction(deps.db, (tx) => findOrBegin(tx, participant, acting));
  } catch (error) {
    // One of the two left at the same moment.
    if (findFailure(error)?.constraint === 'chat_conversations_related') throw new NotFound();
    throw error;
  }
}

async function findOrBegin(
  tx: Tx,
  participant: number | string,
  { userId, now, ip, requestId }: Acting,
): Promise<{ id: string; isNew: boolean }> {
  await lockWriter(tx, userId);
  const facing = await findFacing(tx, userId, participant);
  const there = await findBetween(tx, userId, facing ?? participant);
  if (there) return { id: there, isNew: false };
  if (facing === null) throw new NotFound();
  await requireAllowance(tx, userId, now);
  const id = await beginConversation(tx, userId, facing, now);
  // The other one began it at the same moment.
  if (!id) return { id: (await findBetween(tx, userId, facing)) as string, isNew: false };
  const detail = { conversation: id, with: facing };
  await writeAudit(tx, now, { action: 'chat.opened', actorId: userId, userId, ip, requestId, detail });
  return { id, isNew: true };
}

/** Whom the member may write to: a contact as its id, a member as their number; null for anybody else. */
async function findFacing(
  db: Queryable,
  userId: number,
  participant: number | string,
): Promise<number | string | null> {
  if (typeof participant === 'string') return findContact(participant)?.id ?? null;
  return findReachable(db, userId, participant);
}

/** Returns the id of the conversation of the two, or undefined. */
export async function findBetween(db: Queryable, userId: number, facing: number | string): Promise<string | undefined> {
  const { kind, contact, userId: beginner, otherId, id } = chatConversations;
  const isWith =
    typeof facing === 'string'
      ? and(eq(kind, 'club'), eq(beginner, userId), eq(contact, facing))
      : and(
          eq(kind, 'member'),
          sql`least(${beginner}, ${otherId}) = ${Math.min(userId, facing)}`,
          sql`greatest(${beginner}, ${otherId}) = ${Math.max(userId, facing)}`,
        );
  const [found] = await db.select({ id }).from(chatConversations).where(isWith);
  return found?.id;
}

/** Begins a conversation and returns its id; null if there is one. */
export async function beginConversation(
  tx: Tx,
  userId: number,
  facing: number | string,
  now: Date,
): Promise<string | null> {
  const sides =
    typeof facing === 'string'
      ? { kind: 'club' as const, contact: facing }
      : { kind: 'member' as const, otherId: facing };
  const [begun] = await tx
    .insert(chatConversations)
    .values({ id: uuidV7(now), userId, ...sides, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: chatConversations.id });
  return begun?.id ?? null;
}

/** Counts what the locked member began. @throws TooManyAttempts */
async function requireAllowance(tx: Tx, userId: number, now: Date): Promise<void> {
  const { userId: beginner, createdAt } = chatConversations;
  const [today] = await tx
    .select({ begun: count(), first: min(createdAt) })
    .from(chatConversations)
    .where(and(eq(beginner, userId), gt(createdAt, new Date(now.getTime() - dayMs))));
  if (today?.first && today.begun >= mostInDay) {
    throw new TooManyAttempts(mostInDay, new Date(today.first.getTime() + dayMs), now);
  }
}
