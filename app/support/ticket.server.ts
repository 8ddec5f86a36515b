import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { Ticket, TicketMessage } from '../../upstream/contract/support-tickets';
import { type FormReply, parseForm } from '../platform/form/forms.server';
import { newIdempotencyKey, onceBy } from '../platform/form/idempotency.server';
import { pageNumber } from '../platform/page/paginator.server';
import { problemOf } from '../platform/request/failure.server';
import type { Member } from '../platform/request/gates.server';
import { refused } from '../platform/request/post-only.server';
import { postedForm } from '../platform/request/posted-form.server';
import { isOpening, problem, redirect, redirectWithFlash } from '../platform/request/responses.server';
import type { AttachedFiles } from './attachments.server';
import { loadAnswerTime } from './contact.server';
import { foldMessages, partsOf } from './fold-messages';
import { atFiles, sentFilesIn } from './sent-files.server';
import { PART, ticketPath, WHOLE, wholeMessagePath } from './ticket-filters';
import { rateSchema, replySchema, ticketSchema } from './ticket-form.schema';
import { stateOf } from './ticket-states';
import { maySend } from './tickets.server';

/** Messages of a page. Few, because what people write weighs most of it. */
const SHOWN = 5;

/** Returns the id of the address. @throws the 404 page */
export function ticketIdIn({ params }: Pick<LoaderFunctionArgs, 'params'>): number {
  if (!/^[1-9]\d{0,9}$/.test(params.id ?? '')) throw problem({ kind: 'not_found' });
  return Number(params.id);
}

/**
 * Loads a ticket with a page of its messages. The first page has the newest messages, so it marks the ticket as read. A
 * single message, a prefetch and staff in ghost mode mark nothing.
 */
export async function loadTicket(current: Member, id: number) {
  const page = pageNumber(current.url.searchParams.get('page'));
  const query = { page, per_page: SHOWN };
  const ticket = await current.api.call(contract.supportTickets.getTicket, { params: { id }, query });
  const pages = ticket.message_pages ?? 1;
  if (page > pages) throw await redirect(current, ticketPath(id, pages));
  const single = findSingle(ticket, current.url.searchParams);
  const mayAnswer = page === 1 && !single;
  const time = mayAnswer && ticket.status !== 'closed' ? await loadAnswerTime(current) : null;
  // Last, because after a call that writes the next one looks for the member again.
  if (mayAnswer) await markAsRead(current, ticket);
  return {
    ticket: { ...shownTicket(ticket, { page, single }, Date.now()), page, pages },
    time,
    mayWrite: maySend(current) && mayAnswer,
    idempotencyKey: newIdempotencyKey(),
  };
}

interface Single {
  message: TicketMessage;
  part: number;
  parts: number;
}

/** Returns the message that the address asks for whole, with a part of its text; null if there is none. */
function findSingle({ messages }: Ticket, search: URLSearchParams): Single | null {
  const message = messages.find(({ id }) => id === search.get(WHOLE));
  if (!message) return null;
  const texts = partsOf(message.body);
  const part = Math.min(pageNumber(search.get(PART)), texts.length);
  return { message: { ...message, body: texts[part - 1] ?? '' }, part, parts: texts.length };
}

async function markAsRead({ api, request, member }: Member, { id, unread_count, messages }: Ticket) {
  const last = messages[messages.length - 1];
  if (!last || unread_count === 0 || member.ghost || !isOpening(request)) return;
  // The page shows the ticket also if this fails; the next one marks it.
  await api.attempt(contract.supportTickets.markTicketAsRead, { params: { id }, json: { up_to: last.id } });
}

/** What the page shows, and no more: the content is sent as HTML and again as data. */
function shownTicket(ticket: Ticket, { page, single }: { page: number; single: Single | null }, now: number) {
  const { id, number, subject, category, status, reopens_until: until, unread_count: unread } = ticket;
  const { created_at, assigned_to, status_since, closed_by, closed_at, reference, rating, follows, followed_by } =
    ticket;

  const replies = ticket.messages.filter(({ author }) => author.is_staff);
  const isAnswered = Boolean(ticket.first_reply_at) || replies.length > 0;
  const firstNew = page === 1 && unread > 0 ? replies[Math.max(0, replies.length - unread)] : undefined;
  return {
    ...{ id, number, subject, category, status, state: stateOf(status) },
    ...{ created_at, assigned_to, status_since, closed_by, closed_at, reference, rating, follows, followed_by },
    isAnswered,
    wasWorkedOn: isAnswered || Boolean(assigned_to),
    mayReopen: status === 'closed' && until ? Date.parse(until) > now : false,
    reopensUntil: until ?? null,
    /** The first reply of the page that the member has not seen; null if there is none. */
    firstNew: firstNew?.id ?? null,
    /** Set if the page has a single message: which part of its text. */
    single: single && { part: single.part, parts: single.parts },
    messages: (single ? [{ ...single.message, isFolded: false }] : foldMessages(ticket.messages)).map((message) => ({
      ...{ id: message.id, author: message.author, body: message.body, created_at: message.created_at },
      /** Where the whole text is, if this is its beginning. */
      whole: message.isFolded ? wholeMessagePath(id, page, message.id) : null,
      attachments: message.attachments.map(({ id, name, size, preview }) => ({ id, name, size, preview })),
    })),
  };
}

export type ShownMessage = ShownTicket['messages'][number];
export type ShownTicket = Awaited<ReturnType<typeof loadTicket>>['ticket'];

/** Does what the button of the page says. */
export async function changeTicket(args: LoaderFunctionArgs, current: Member, attached: AttachedFiles) {
  const id = ticketIdIn(args);
  const { fields, redisplay } = await postedForm(current);
  const intent = fields.get('intent');
  if (intent === 'close' || intent === 'reopen') {
    // After a change of language or after unlocking, the member sees the page again before anything happens.
    return redisplay ? redirect(current, ticketPath(id)) : closeOrReopen(args, current, id);
  }
  return intent === 'rate' ? rate(args, current, id) : reply(args, current, id, attached);
}

async function closeOrReopen(args: LoaderFunctionArgs, current: Member, id: number) {
  const { value } = await parseForm(args, ticketSchema);
  if (!value) throw await refused(current);
  const call = value.intent === 'close' ? contract.supportTickets.closeTicket : contract.supportTickets.reopenTicket;
  const done = await current.api.attempt(call, { params: { id } });
  if (done.ok) return redirectWithFlash(current, ticketPath(id), { kind: 'success', text: DONE[value.intent] });
  if (done.failure.status !== 409) throw problemOf(done.failure, current.requestId);
  return redirectWithFlash(current, ticketPath(id), { kind: 'warning', text: 'support:ticket.too_late' });
}

const DONE = { close: 'support:ticket.closed', reopen: 'support:ticket.reopened' } as const;

async function rate(args: LoaderFunctionArgs, current: Member, id: number) {
  const form = await parseForm(args, rateSchema);
  const show = (answer: FormReply) => data({ ...answer.data, form: 'rate' as const }, answer.init ?? undefined);
  if (!form.value) return show(form.reply());
  const { good, comment } = form.value;
  const rated = await current.api.attempt(contract.supportTickets.rateTicket, {
    params: { id },
    json: { good: good === 'yes', comment: comment || null },
  });
  if (!rated.ok) return show(form.reply(rated.failure));
  return redirectWithFlash(current, ticketPath(id), { kind: 'success', text: 'support:ticket.rated' });
}

/** Sends a reply. What was typed and the files that arrived stay on the page until then. */
async function reply(args: LoaderFunctionArgs, current: Member, id: number, attached: AttachedFiles) {
  const form = await parseForm(args, replySchema);
  const { fields } = await postedForm(current);
  const show = (answer: FormReply) =>
    data({ ...answer.data, form: 'reply' as const, uploaded: sentFilesIn(fields) }, answer.init ?? undefined);
  if (attached.failure) return show(form.reply(attached.failure));
  if (!form.value) return show(form.reply());
  const { intent, message, seen_status, attachments } = form.value;
  const sent = await current.api.attempt(contract.supportTickets.replyToTicket, {
    params: { id },
    json: { message, seen_status, attachments, close: intent === 'reply_close' },
    ...onceBy(form.value),
  });
  if (!sent.ok) return show(form.reply(atFiles(sent.failure)));
  const text = sent.data.id !== id ? 'follow_up' : intent === 'reply_close' ? 'sent_closed' : 'sent';
  return redirectWithFlash(current, ticketPath(sent.data.id), { kind: 'success', text: `support:ticket.${text}` });
}
