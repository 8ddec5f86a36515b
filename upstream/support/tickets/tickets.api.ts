import type { Context } from 'hono';
import { getAnswerTime as answerTimeCall } from '../../contract/support-answer-time';
import * as calls from '../../contract/support-tickets';
import type { Deps } from '../../deps';
import type { Api, Env } from '../../http/env';
import { repeatedHeader } from '../../http/idempotency';
import { paginate } from '../../http/paginator';
import { forMember, holderOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { getAnswerTime } from './answer-time';
import { listTickets } from './list-tickets';
import { closeTicket, markAsRead, rateTicket, reopenTicket } from './member-steps';
import { getTicket } from './show-ticket';
import { type Acting, createTicket, replyToTicket } from './write';

/** Serves every call of `contract/support-tickets` and `contract/support-answer-time`. */
export function mountTickets(api: Api, deps: Deps): void {
  const show = (userId: number, id: number, messages?: { page: number; perPage: number }) =>
    getTicket(deps.db, userId, id, deps.config.productName, messages);

  api.openapi(forMember(deps, calls.listTickets), async (c) => {
    const { page, per_page: perPage, ...filters } = c.req.valid('query');
    const { counts, has_more, ...found } = await listTickets(deps.db, readerOf(c), { page, perPage, ...filters });
    return c.json({ ...paginate(c.req.url, { ...found, page, perPage }), counts, has_more }, 200);
  });
  api.openapi(forMember(deps, answerTimeCall), async (c) => {
    readerOf(c);
    return c.json(await getAnswerTime(deps.db, c.get('now')), 200);
  });
  api.openapi(forMember(deps, calls.createTicket), async (c) => {
    const acting = writerOf(c);
    const key = c.req.valid('header')['idempotency-key'];
    const answer = await createTicket(deps, c.req.valid('json'), key, acting);
    return c.json(await show(acting.userId, answer.body.id), 201, repeatedHeader(answer));
  });
  api.openapi(forMember(deps, calls.getTicket), async (c) => {
    const { page, per_page: perPage } = c.req.valid('query');
    return c.json(await show(readerOf(c), c.req.valid('param').id, { page, perPage }), 200);
  });
  api.openapi(forMember(deps, calls.replyToTicket), async (c) => {
    const acting = writerOf(c);
    const key = c.req.valid('header')['idempotency-key'];
    const answer = await replyToTicket(deps, c.req.valid('param').id, c.req.valid('json'), key, acting);
    return c.json(await show(acting.userId, answer.body.id), 201, repeatedHeader(answer));
  });
  api.openapi(forMember(deps, calls.markTicketAsRead), async (c) => {
    // Who may only read marks as read, too.
    readerOf(c);
    await markAsRead(deps, c.req.valid('param').id, c.req.valid('json').up_to, actingIn(c));
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.closeTicket), async (c) => {
    await closeTicket(deps, c.req.valid('param').id, writerOf(c));
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.reopenTicket), async (c) => {
    await reopenTicket(deps, c.req.valid('param').id, writerOf(c));
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.rateTicket), async (c) => {
    await rateTicket(deps, c.req.valid('param').id, c.req.valid('json'), writerOf(c));
    return c.body(null, 204);
  });
}

/** Returns the id of a member who may see their tickets. */
function readerOf(c: Context<Env>): number {
  const holder = holderOf(c);
  requirePermission(holder, 'support.view');
  return holder.id;
}

function writerOf(c: Context<Env>): Acting {
  requirePermission(holderOf(c), 'support.write');
  return actingIn(c);
}

function actingIn(c: Context<Env>): Acting {
  const { ip, requestId, language, now, socketId } = c.var;
  return { userId: holderOf(c).id, ip, requestId, language, now, socketId };
}
