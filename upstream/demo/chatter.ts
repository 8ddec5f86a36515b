/** The others of a demo club who answer in the chat, so that one person sees a message arrive. */
import { and, asc, eq, gt, gte, inArray, isNull, like, lt, or, sql } from 'drizzle-orm';
import { answerAsClub, answerAsMember, ChatRefused } from '../chat/chat';
import { chatConversations, chatMessages, chatParticipants } from '../chat/chat.tables';
import { earliestUuidV7 } from '../database/uuid-v7';
import type { Deps } from '../deps';
import { HttpProblem } from '../http/problems';
import { users } from '../members/members.tables';
import { ofClub, ofMember } from './chatter.texts';
import type { Deed } from './diary';

const secondMs = 1000;
/** How long a message waits for its answer. */
const patienceMs = 10 * secondMs;
/** Older messages are left alone: those of the demo's past, and what waited while the server was stopped. */
const newMs = 15 * 60 * secondMs;
/** Answers to one member in an hour. Nobody should believe that they talk to somebody. */
export const mostAnswers = ofClub.en.length;
const hourMs = 3600 * secondMs;

/** Answers what members wrote some seconds ago: contacts of the club, and members who were made for the demo. */
export async function answerChats(deps: Deps, staffEmail: string, now: Date): Promise<Deed[]> {
  const deeds: Deed[] = [];
  const [staff] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, staffEmail));
  if (!staff) return deeds;
  for (const { id, contact, language, userId } of await listAtClub(deps, now)) {
    const text = await nextAnswer(deps, ofClub[language], id, { author: 'club', userId }, now);
    if (!text || !contact) continue;
    const answer = answerAsClub(deps, { id, contact, staffId: staff.id, body: text }, now);
    if (await isSent(answer)) deeds.push({ what: 'chat', userId, path: `/chat/${id}` });
  }
  for (const { id, language, userId, facing } of await listAtMembers(deps, now)) {
    const text = await nextAnswer(deps, ofMember[language], id, { author: 'member', userId }, now);
    if (text && (await isSent(answerAsMember(deps, id, userId, text, now))))
      deeds.push({ what: 'chat', userId: facing, path: `/chat/${id}` });
  }
  return deeds;
}

/** Returns false if somebody blocked or closed the conversation, or the club has the contact no more. */
async function isSent(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    if (error instanceof HttpProblem || error instanceof ChatRefused) return false;
    throw error;
  }
}

const isDue = (column: typeof chatParticipants.activeId | typeof chatConversations.lastMessageId, now: Date) =>
  and(
    gte(column, earliestUuidV7(new Date(now.getTime() - newMs))),
    lt(column, earliestUuidV7(new Date(now.getTime() - patienceMs))),
  );

/** Conversations with the club whose newest messages it has not read. */
const listAtClub = ({ db }: Deps, now: Date) =>
  db
    .select({
      id: chatConversations.id,
      contact: chatConversations.contact,
      userId: chatConversations.userId,
      language: users.language,
    })
    .from(chatConversations)
    .innerJoin(users, eq(users.id, chatConversations.userId))
    .where(
      and(
        eq(chatConversations.kind, 'club'),
        lt(chatConversations.clubSeen, chatConversations.written),
        isNull(chatConversations.closedAt),
        isDue(chatConversations.lastMessageId, now),
      ),
    )
    .orderBy(asc(chatConversations.id));

/** Sides of the demo's members with unread messages. */
const listAtMembers = ({ db }: Deps, now: Date) =>
  db
    .select({
      id: chatParticipants.conversationId,
      userId: users.id,
      language: users.language,
      facing: sql<number>`${chatConversations.userId} + ${chatConversations.otherId} - ${users.id}`,
    })
    .from(chatParticipants)
    .innerJoin(chatConversations, eq(chatConversations.id, chatParticipants.conversationId))
    .innerJoin(users, eq(users.id, chatParticipants.userId))
    .where(
      and(
        eq(chatConversations.kind, 'member'),
        isNull(chatConversations.closedAt),
        or(like(users.refHash, 'team%'), eq(users.refHash, 'HolgerBrandt')),
        gt(chatParticipants.unreadCount, 0),
        isDue(chatParticipants.activeId, now),
      ),
    )
    .orderBy(asc(chatParticipants.conversationId));

/**
 * Returns the answer that comes next, by the number of answers in the last hour; undefined after the last. A greeting is
 * no answer. Messages of the club have the number of the member to whom they are.
 */
async function nextAnswer(
  { db }: Deps,
  answers: readonly string[],
  id: string,
  { author, userId }: { author: 'club' | 'member'; userId: number },
  now: Date,
): Promise<string | undefined> {
  const { conversationId, createdAt, userId: writer } = chatMessages;
  const said = await db.$count(
    chatMessages,
    and(
      eq(conversationId, id),
      eq(chatMessages.author, author),
      eq(writer, userId),
      inArray(chatMessages.body, [...answers]),
      gt(createdAt, new Date(now.getTime() - hourMs)),
    ),
  );
  return answers[said];
}
