/** A club whose members talk, for tests. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ChatContacts, ChatConversation, ChatConversations } from '../contract/chat-conversations';
import type { ChatMessage, ChatMessages } from '../contract/chat-messages';
import type { Open } from '../database/database.testing';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { type Club, getToken, openClub } from '../identity/identity.testing';
import { users } from '../members/members.tables';
import { pastTriggers } from '../wallet/wallet.testing';
import { newMessages } from './chat';
import { mountChat } from './chat.api';
import { beginConversation, findBetween } from './open-conversation';
import type { Acting } from './write';

export const start = new Date('2026-11-20T09:00:00Z');
export const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

/** @param mountBefore prepares what the calls of the chat depend on */
export const openChat = (open: Open, mountBefore: (api: Api, deps: Deps) => void = () => {}): Promise<Club> =>
  openClub(
    open,
    {},
    (api, deps) => {
      mountBefore(api, deps);
      mountChat(api, deps);
      return { chat: ({ chat }) => chat };
    },
    undefined,
    { chat: newMessages(users.id) },
  );

export const newClientId = () => randomUUID();

type Header = { notifications: { chat?: { unread_count: number; unread_message_conversation_id: string | null } } };
/** An answer, or what a refusal says. */
type Or<T> = T & { message: string; code?: string; errors?: Record<string, string[]> };

/** Adds a member, signs them in, and returns their calls of the contract. */
export async function openMember(club: Club, name: string, member: Parameters<Club['addMember']>[0] = {}) {
  const email = `${name.toLowerCase()}@example.org`;
  const user = await club.addMember({ email, firstname: name, ...member });
  const token = await getToken(club, email);
  const call = async <T>(method: string, path: string, body?: unknown) => {
    const { status, body: answer, headers } = await club.call(method, `/chat${path}`, { token, body });
    return { status, body: answer as unknown as Or<T>, headers };
  };
  const at = (id: string) => `/conversations/${id}`;
  return {
    ...user,
    token,
    call,
    open: (participant: number | string) => call<ChatConversation>('POST', '/conversations', { participant }),
    contacts: async (query = '') => (await call<ChatContacts>('GET', `/contacts${query}`)).body,
    list: async (query = '') => (await call<ChatConversations>('GET', `/conversations${query}`)).body,
    show: async (id: string) => (await call<ChatConversation>('GET', at(id))).body,
    read: async (id: string, query = '') => (await call<ChatMessages>('GET', `${at(id)}/messages${query}`)).body,
    send: (id: string, message = 'Hello', client_id = newClientId()) =>
      call<Omit<ChatMessage, 'message'>>('POST', `${at(id)}/messages`, { message, client_id }),
    edit: (id: string, messageId: string, message: string) =>
      call<Omit<ChatMessage, 'message'>>('PUT', `${at(id)}/messages/${messageId}`, { message }),
    remove: (id: string, messageId: string) => call('DELETE', `${at(id)}/messages/${messageId}`),
    markRead: (id: string, last_message_id: string) => call('POST', `${at(id)}/read`, { last_message_id }),
    seen: () => call('POST', '/seen'),
    mute: (id: string, muted = true) => call('POST', `${at(id)}/mute`, { muted }),
    block: (id: string, blocked = true) => call('POST', `${at(id)}/block`, { blocked }),
    report: (id: string, message_id: string, reason?: string) =>
      call<{ ticket_id: number }>('POST', `${at(id)}/report`, { message_id, ...(reason && { reason }) }),
    header: async () =>
      ((await club.call('GET', '/user/header', { token })).body as unknown as Header).notifications.chat,
  };
}

export type ChatMember = Awaited<ReturnType<typeof openMember>>;

/** A sponsor, somebody whom they brought, and a stranger. */
export async function openThree(club: Club) {
  const anna = await openMember(club, 'Anna');
  const ben = await openMember(club, 'Ben', { referrerId: anna.id });
  const clara = await openMember(club, 'Clara');
  return { anna, ben, clara };
}

/** Begins a conversation past the calls. */
export const aConversation = ({ db }: Pick<Club, 'db'>, userId: number, facing: number | string): Promise<string> =>
  transaction(db, async (tx) => {
    const id = await beginConversation(tx, userId, facing, start);
    return id ?? ((await findBetween(tx, userId, facing)) as string);
  });

export const actingFor = (userId: number, now: Date): Acting => ({
  ...{ userId, ip: null, requestId: 'r', language: 'en', now },
});

/** What is wrong when conversations, sides and counts are counted anew. Nothing here is right by construction. */
const recount = sql`
  select 'conversation' as what, c.id::text from chat_conversations c
    left join lateral (select count(*) as messages, count(*) filter (where author = 'member' and user_id = c.user_id) as written,
      max(position) as last, max(id::text) as newest, count(distinct position) as places from chat_messages m where m.conversation_id = c.id) as m on true
    where c.messages <> m.messages or c.written <> m.written or coalesce(m.last, 0) <> m.messages or m.places <> m.messages
      or c.last_message_id::text is distinct from m.newest
      or c.club_seen <> (select count(*) from chat_messages m where m.conversation_id = c.id and author = 'member'
        and user_id = c.user_id and id <= c.club_read_id)
  union all
  select 'order', m.id::text from (select id, lag(id) over (partition by conversation_id order by position) as before
    from chat_messages) as m where m.id <= m.before
  union all
  select 'side', p.conversation_id || ' ' || p.user_id from chat_participants p join chat_conversations c on c.id = p.conversation_id
    left join lateral (select count(*) as received, count(*) filter (where p.last_read_id is null or m.id > p.last_read_id) as unread
      from chat_messages m where m.conversation_id = c.id and (author = 'club' or m.user_id <> p.user_id)) as m on true
    where p.received <> m.received or p.unread_count <> m.unread or p.active_id <> coalesce(c.last_message_id, c.id)
      or p.new_count > p.unread_count or (p.muted_at is not null and p.new_count <> 0)
  union all
  select 'member', c.user_id::text from chat_counts c
    where c.new_messages <> (select coalesce(sum(new_count), 0) from chat_participants p where p.user_id = c.user_id)
  union all
  select 'deleted', id::text from chat_messages where deleted_at is not null and (body is not null or search is not null)`;

export const listMiscounted = async ({ db }: Pick<Club, 'db'>) => (await db.execute(recount)).rows;

/**
 * Adds many messages of one member past the calls and the triggers, which take them one after the other: a million in a
 * minute. One comes `gapMs` after the other, and has the words `tomatoes` and `m` with its number.
 */
export async function fillConversation(
  { db }: Pick<Club, 'db'>,
  id: string,
  userId: number,
  messages: number,
  gapMs = 1,
): Promise<void> {
  await pastTriggers({ db }, async (tx) => {
    await tx.execute(sql`
      insert into chat_messages (conversation_id, id, user_id, to_id, author, body, client_id, created_at, search, position, written)
      select c.id, (lpad(to_hex(ms + n * ${gapMs}::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, ${userId}::int,
        case when c.user_id = ${userId}::int then c.other_id else c.user_id end, 'member',
        'Tomatoes m' || n, gen_random_uuid(), to_timestamp((ms + n * ${gapMs}::bigint) / 1000.0),
        array_to_tsvector(array(select side || ':' || left(lpad(to_hex(ms + n * ${gapMs}::bigint), 12, '0'), 5) || ':' || word
          from unnest(array[c.user_id, c.other_id]) as side cross join unnest(array['tomatoes', 'm' || n]) as word)),
        c.messages + n, c.written + case when c.user_id = ${userId}::int then n else 0 end
      from chat_conversations as c
      cross join lateral (select greatest(${start.getTime()}::bigint,
        ('x' || lpad(left(replace(c.last_message_id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint) as ms) as m
      cross join generate_series(1, ${messages}::int) as n where c.id = ${id}`);
    await tx.execute(sql`
      update chat_conversations as c set messages = m.position, written = m.written, last_message_id = m.id
      from chat_messages as m where m.conversation_id = c.id and c.id = ${id}
        and m.id = (select id from chat_messages where conversation_id = ${id} order by id desc limit 1)`);
    await tx.execute(sql`
      update chat_participants as p set active_id = c.last_message_id,
        received = case when p.user_id = c.user_id then c.messages - c.written else c.written end
      from chat_conversations as c where c.id = p.conversation_id and c.id = ${id}`);
    await tx.execute(sql`
      update chat_counts as c set new_messages = (select sum(new_count) from chat_participants as p where p.user_id = c.user_id)`);
  });
}
