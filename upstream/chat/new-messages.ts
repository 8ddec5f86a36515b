/** How much is new to a member: for the header, and for open pages. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { broadcast, channelOfConversation, channelOfUser } from '../broadcasting/broadcaster';
import { realtimeNames } from '../contract/realtime';
import type { Tx } from '../database/database';
import { prepared } from '../database/prepared';
import type { Deps } from '../deps';
import { users } from '../members/members.tables';
import { chatCounts, chatParticipants } from './chat.tables';

/** The header's block as columns of a query on `users`: all new messages, and the conversation with the newest of them. */
export const newMessages = (
  userId: PgColumn,
): { unread_count: SQL<number>; unread_message_conversation_id: SQL<string | null> } => ({
  unread_count: sql`coalesce((select ${chatCounts.newMessages} from ${chatCounts}
    where ${eq(chatCounts.userId, userId)}), 0)`,
  unread_message_conversation_id: sql`(select ${chatParticipants.conversationId} from ${chatParticipants}
    where ${eq(chatParticipants.userId, userId)} and ${chatParticipants.newCount} > 0
    order by ${chatParticipants.activeId} desc limit 1)`,
});

type TellingDeps = Pick<Deps, 'broadcaster'>;

const { chatMessage, chatUpdated } = realtimeNames.events;

/**
 * Tells the pages of these members after the commit what the header counts now: `chat.message` those to whom a message
 * is new, `chat.updated` the others.
 * @param conversationId null if it is about all conversations
 */
export async function tellMembers(
  tx: Tx,
  { broadcaster }: TellingDeps,
  told: readonly number[],
  conversationId: string | null,
  {
    message,
    newTo = [],
    socketId,
  }: { message?: object; newTo?: readonly number[]; socketId?: string | undefined } = {},
): Promise<void> {
  const rows = await selectCounts(tx).execute({ ids: [...told] });
  for (const { id, ...counts } of rows) {
    const isNew = message !== undefined && newTo.includes(id);
    broadcast(tx, broadcaster, {
      channels: [channelOfUser(id)],
      event: isNew ? chatMessage : chatUpdated,
      data: { conversation_id: conversationId, ...(isNew && { message }), ...counts },
      ...(socketId && { socketId }),
    });
  }
}

const selectCounts = prepared((db) =>
  db
    .select({ id: users.id, ...newMessages(users.id) })
    .from(users)
    // Who may not read the chat is told nothing of it.
    .where(sql`${users.id} = any(${sql.placeholder('ids')}::int[]) and 'chat.view' = any(${users.permissions})`)
    .prepare('chat_counts'),
);

type EventInConversation = 'chatMessage' | 'chatMessageUpdated' | 'chatRead' | 'chatClosed';

/** Tells whoever has the conversation open, after the commit. */
export function tellConversation(
  tx: Tx,
  { broadcaster }: TellingDeps,
  conversationId: string,
  event: EventInConversation,
  data: object,
  socketId?: string,
): void {
  broadcast(tx, broadcaster, {
    channels: [channelOfConversation(conversationId)],
    event: realtimeNames.events[event],
    data,
    ...(socketId && { socketId }),
  });
}
