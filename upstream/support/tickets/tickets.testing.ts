/** A club whose members write tickets, for tests. */
import type { z } from '@hono/zod-openapi';
import { eq } from 'drizzle-orm';
import type { AnswerTime } from '../../contract/support-answer-time';
import type { Ticket, TicketLine } from '../../contract/support-tickets';
import type { Open } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import type { Page } from '../../http/paginator';
import { type Club, getToken, openClub } from '../../identity/identity.testing';
import { users } from '../../members/members.tables';
import { ticketsOfHeader } from '../support';
import { addMessage, openTicket, setStatus, type TicketRow } from './ticket-steps';
import { mountTickets } from './tickets.api';

export const start = new Date('2026-11-20T09:00:00Z');
export const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
export const days = (count: number) => count * 24 * 60;

export const openSupport = (open: Open): Promise<Club> =>
  openClub(
    open,
    {},
    (api, deps) => {
      mountTickets(api, deps);
      return { tickets: ({ tickets }) => tickets };
    },
    undefined,
    { tickets: ticketsOfHeader(users.id) },
  );

let keys = 0;
export const newKey = () => `ticket-key-${process.pid}-${++keys}`;

const aQuestion = { category: 'deposits', subject: 'My deposit', message: 'Where is my money?' };

interface Header {
  notifications: { tickets?: { unread_count: number; unread_ticket_id: number | null; waiting_count: number } };
}
type TicketPage = Page<TicketLine> & { counts: Record<string, number> };

/** Adds a member, signs them in, and returns their calls of the contract. */
export async function openMember(club: Club, email = 'mia@example.org', member: Parameters<Club['addMember']>[0] = {}) {
  const user = await club.addMember({ email, ...member });
  const token = await getToken(club, email);
  const get = async <T>(path: string) => (await club.call('GET', path, { token })).body as unknown as T;
  const post = async (path: string, body: unknown, key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    const { status, body: answer } = await club.post(path, body, { token, headers });
    return { status, body: answer as unknown as Ticket & z.infer<typeof Failure> };
  };
  return {
    ...user,
    token,
    create: (fields: Record<string, unknown> = {}, key = newKey()) =>
      post('/support/tickets', { ...aQuestion, ...fields }, key),
    reply: (id: number, fields: Record<string, unknown> = {}, key = newKey()) =>
      post(`/support/tickets/${id}/messages`, { message: 'One more thing.', ...fields }, key),
    read: (id: number, upTo: string | undefined) => post(`/support/tickets/${id}/read`, { up_to: upTo }),
    close: (id: number) => post(`/support/tickets/${id}/close`, undefined),
    reopen: (id: number) => post(`/support/tickets/${id}/reopen`, undefined),
    rate: (id: number, good: boolean, comment?: string) => post(`/support/tickets/${id}/rating`, { good, comment }),
    show: (id: number, query = '') => get<Ticket>(`/support/tickets/${id}${query}`),
    list: (query = '') => get<TicketPage>(`/support/tickets${query}`),
    answerTime: () => get<AnswerTime>('/support/answer-time'),
    unread: async () => (await get<Header>('/user/header')).notifications.tickets,
  };
}

declare const Failure: z.ZodObject<{ code: z.ZodString; errors: z.ZodRecord<z.ZodString, z.ZodArray<z.ZodString>> }>;

export type SupportMember = Awaited<ReturnType<typeof openMember>>;

/** Opens a ticket past the calls, with one message, at any time. */
export const aTicket = (
  { db }: Pick<Club, 'db'>,
  userId: number,
  fields: { subject?: string; body?: string; now?: Date; followsId?: number } = {},
): Promise<TicketRow> =>
  transaction(db, async (tx) => {
    const { subject = 'My deposit', body = 'Where is my money?', now = start, followsId = null } = fields;
    const ticket = await openTicket(tx, { userId, category: 'deposits', subject, reference: null, followsId }, now);
    await addMessage(tx, ticket, { author: 'member', body }, now);
    return ticket;
  });

/** Answers a ticket of `aTicket` as staff, and lets it wait for its member. */
export const anAnswer = ({ db }: Pick<Club, 'db'>, ticket: TicketRow, staffId: number, now: Date): Promise<TicketRow> =>
  transaction(db, async (tx) => {
    const open = ticket.status === 'new' ? await setStatus(tx, ticket, 'open', now) : ticket;
    await addMessage(tx, ticket, { author: 'staff', staffId, body: 'It is on its way.' }, now);
    return setStatus(tx, open, 'waiting_for_customer', now);
  });

/** Moves the language of a member, whose mails follow it. */
export const speakGerman = ({ db }: Pick<Club, 'db'>, userId: number) =>
  db.update(users).set({ language: 'de' }).where(eq(users.id, userId));
