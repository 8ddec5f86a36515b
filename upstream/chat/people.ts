/** Whom a member may write to: contacts of the club, the sponsor, and the members whom they brought. */
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type ClubContact, chatConfig } from '../chat-config';
import type { ChatContact } from '../contract/chat-conversations';
import type { ChatPerson } from '../contract/chat-messages';
import type { Queryable } from '../database/database';
import type { Language } from '../http/env';
import { shortName } from '../identity/identity';
import { users } from '../members/members.tables';
import { chatConversations } from './chat.tables';

/** Returns the contact with this id, or undefined if the club has none any more. */
export const findContact = (id: string): ClubContact | undefined => chatConfig().contacts.find((one) => one.id === id);

/** The contact of the club as a person. One that is no longer configured keeps its id as its name. */
export const showContact = (id: string, language: Language): ChatPerson => ({
  id,
  name: findContact(id)?.name[language] ?? id,
  is_staff: true,
});

/** What a person's name is made of. */
export interface Named {
  id: number;
  firstname: string;
  lastname: string;
  deletedAt: Date | null;
}

export const namedColumns = {
  id: users.id,
  firstname: users.firstname,
  lastname: users.lastname,
  deletedAt: users.deletedAt,
};

/** A member as other members see them. */
export const showPerson = (person: Named): ChatPerson => ({
  id: person.id,
  name: person.deletedAt ? `${person.firstname} ${person.lastname}` : shortName(person),
  is_staff: false,
});

const own = alias(users, 'own');

/** Condition on `users`: the sponsor of the member, or somebody whom they brought. */
const isReachable = (userId: number): SQL | undefined =>
  and(
    isNull(users.deletedAt),
    or(
      eq(users.referrerId, userId),
      sql`${users.id} = (select ${own.referrerId} from ${users} as own where ${eq(own.id, userId)})`,
    ),
  );

/** Returns the id of a member whom this one may write to, or null. */
export async function findReachable(db: Queryable, userId: number, id: number): Promise<number | null> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isReachable(userId)));
  return found?.id ?? null;
}

interface Wanted {
  q?: string | undefined;
  page: number;
  perPage: number;
}

interface Contacts {
  club: ChatContact[];
  sponsor: ChatContact | null;
  firstline: { data: ChatContact[]; total: number };
}

/** Returns whom the member may write to. `q` is the beginning of a name in the first line, as it is shown. */
export async function listContacts(
  db: Queryable,
  userId: number,
  { q, page, perPage }: Wanted,
  language: Language,
): Promise<Contacts> {
  const withClub = await db
    .select({ id: chatConversations.id, contact: chatConversations.contact })
    .from(chatConversations)
    .where(and(eq(chatConversations.userId, userId), eq(chatConversations.kind, 'club')));
  const conversationOf = new Map(withClub.map(({ id, contact }) => [contact, id]));
  const club = chatConfig().contacts.map(({ id, about }) => ({
    ...showContact(id, language),
    about: about[language],
    conversation_id: conversationOf.get(id) ?? null,
  }));
  const [sponsor] = await selectMembers(db, userId).where(
    sql`${users.id} = (select ${own.referrerId} from ${users} as own where ${eq(own.id, userId)})`,
  );
  const inFirstline = and(eq(users.referrerId, userId), isNull(users.deletedAt), q ? beginsWith(q) : undefined);
  const brought = await selectMembers(db, userId)
    .where(inFirstline)
    .orderBy(asc(shownName), asc(users.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  return {
    club,
    sponsor: sponsor && !sponsor.deletedAt ? showMember(sponsor) : null,
    firstline: { data: brought.map(showMember), total: await db.$count(users, inFirstline) },
  };
}

const selectMembers = (db: Queryable, userId: number) =>
  db
    .select({ ...namedColumns, conversationId: chatConversations.id })
    .from(users)
    .leftJoin(
      chatConversations,
      and(
        eq(chatConversations.kind, 'member'),
        sql`least(${chatConversations.userId}, ${chatConversations.otherId}) = least(${users.id}, ${userId}::int)`,
        sql`greatest(${chatConversations.userId}, ${chatConversations.otherId}) = greatest(${users.id}, ${userId}::int)`,
      ),
    )
    .$dynamic();

const showMember = ({ conversationId, ...person }: Named & { conversationId: string | null }): ChatContact => ({
  ...showPerson(person),
  about: null,
  conversation_id: conversationId,
});

/** What members see of each other's names. A search must not tell more. */
const shownName = sql`${users.firstname} || ' ' || left(${users.lastname}, 1)`;

const beginsWith = (typed: string): SQL =>
  sql`starts_with(lower(${shownName}), ${typed.toLowerCase().replace(/\.$/, '')})`;
