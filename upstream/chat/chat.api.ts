import type { Context } from 'hono';
import * as calls from '../contract/chat-conversations';
import * as messageCalls from '../contract/chat-messages';
import type { Deps } from '../deps';
import type { Api, Env } from '../http/env';
import { repeatedHeader } from '../http/idempotency';
import { paginate } from '../http/paginator';
import { NotFound } from '../http/problems';
import { forMember, holderOf, memberOf } from '../members/member-gate';
import { requirePermission } from '../members/permissions';
import { deleteMessage, editMessage } from './change-message';
import { listConversations } from './list-conversations';
import { listMessages } from './list-messages';
import { block, markAllAsSeen, markAsRead, mute } from './member-steps';
import { openConversation } from './open-conversation';
import { listContacts } from './people';
import { reportMessage } from './report';
import { searchMessages } from './search-messages';
import { findConversation, showConversation } from './show-conversation';
import { type Acting, sendMessage } from './write';

/** Serves every call of `contract/chat-conversations` and `contract/chat-messages`. */
export function mountChat(api: Api, deps: Deps): void {
  mountConversations(api, deps);
  mountMessages(api, deps);
}

function mountConversations(api: Api, deps: Deps): void {
  const show = async (c: Context<Env>, userId: number, id: string) => {
    const found = await findConversation(deps.db, userId, id);
    if (!found) throw new NotFound();
    return showConversation(found, c.get('language'));
  };
  api.openapi(forMember(deps, calls.listConversations), async (c) => {
    const { q, ...page } = c.req.valid('query');
    const userId = readerOf(c);
    const language = c.get('language');
    const found = q
      ? await searchMessages(deps.db, userId, { q, ...page }, language)
      : await listConversations(deps.db, userId, page, language);
    return c.json(found, 200);
  });
  api.openapi(forMember(deps, calls.openConversation), async (c) => {
    const acting = writerOf(c);
    const { id, isNew } = await openConversation(deps, c.req.valid('json').participant, acting);
    return c.json(await show(c, acting.userId, id), isNew ? 201 : 200);
  });
  api.openapi(forMember(deps, calls.listChatContacts), async (c) => {
    const { page, per_page: perPage, q } = c.req.valid('query');
    const { firstline, ...others } = await listContacts(deps.db, readerOf(c), { q, page, perPage }, c.get('language'));
    return c.json({ ...others, firstline: paginate(c.req.url, { ...firstline, page, perPage }) }, 200);
  });
  api.openapi(forMember(deps, calls.getConversation), async (c) => {
    return c.json(await show(c, readerOf(c), c.req.valid('param').id), 200);
  });
  api.openapi(forMember(deps, calls.markConversationAsRead), async (c) => {
    // Who may only read marks as read, mutes and blocks, too.
    readerOf(c);
    await markAsRead(deps, c.req.valid('param').id, c.req.valid('json').last_message_id, actingIn(c));
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.markChatAsSeen), async (c) => {
    readerOf(c);
    await markAllAsSeen(deps, actingIn(c));
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.muteConversation), async (c) => {
    readerOf(c);
    await mute(deps, c.req.valid('param').id, c.req.valid('json').muted, actingIn(c));
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.blockConversation), async (c) => {
    readerOf(c);
    await block(deps, c.req.valid('param').id, c.req.valid('json').blocked, actingIn(c));
    return c.body(null, 204);
  });
}

function mountMessages(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, messageCalls.listChatMessages), async (c) => {
    const { id } = c.req.valid('param');
    return c.json(await listMessages(deps.db, readerOf(c), id, c.req.valid('query'), c.get('language')), 200);
  });
  api.openapi(forMember(deps, messageCalls.sendChatMessage), async (c) => {
    const sent = await sendMessage(deps, c.req.valid('param').id, c.req.valid('json'), writerOf(c));
    const repeated = sent.isRepeated ? { isRepeated: true as const } : {};
    return c.json(sent.message, 201, repeatedHeader({ status: 201, body: null, ...repeated }));
  });
  api.openapi(forMember(deps, messageCalls.editChatMessage), async (c) => {
    const { id, message_id: messageId } = c.req.valid('param');
    return c.json(await editMessage(deps, id, messageId, c.req.valid('json').message, writerOf(c)), 200);
  });
  api.openapi(forMember(deps, messageCalls.deleteChatMessage), async (c) => {
    const { id, message_id: messageId } = c.req.valid('param');
    // Whoever may no longer write still deletes what they wrote.
    readerOf(c);
    await deleteMessage(deps, id, messageId, actingIn(c));
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, messageCalls.reportChatMessage), async (c) => {
    readerOf(c);
    const ticketId = await reportMessage(deps, c.req.valid('param').id, c.req.valid('json'), actingIn(c));
    return c.json({ ticket_id: ticketId }, 201);
  });
}

/** Returns the id of a member who may see their conversations. */
function readerOf(c: Context<Env>): number {
  const holder = holderOf(c);
  requirePermission(holder, 'chat.view');
  return holder.id;
}

function writerOf(c: Context<Env>): Acting {
  readerOf(c);
  requirePermission(memberOf(c), 'chat.write');
  return actingIn(c);
}

function actingIn(c: Context<Env>): Acting {
  const { ip, requestId, language, now, socketId } = c.var;
  return { userId: memberOf(c).id, ip, requestId, language, now, socketId };
}
