/** What a visitor of the demo club lets the others do now (docs/product/staff.md#demo-club). */
import { randomUUID } from 'node:crypto';
import type { z } from '@hono/zod-openapi';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { CommandFailed } from '../club/command';
import type { DemoAct } from '../contract/demo';
import type { Deps } from '../deps';
import { Conflict } from '../http/problems';
import type { Caller } from '../members/caller';
import type { Member } from '../members/member-gate';
import { requirePermission } from '../members/permissions';
import { supportTickets } from '../support/tickets/tickets.tables';
import { listTermsInForce } from '../terms/terms';
import { walletOrders } from '../wallet/orders/orders.tables';
import { createDeposit, reportPayment } from '../wallet/wallet';
import { textsIn } from './acts.texts';
import { unasked } from './chatter.texts';
import type { Deed } from './diary';
import { payHarvest } from './harvest';
import { answerFor } from './helpdesk';
import type { Staff } from './staff';

interface Acting {
  deps: Deps;
  staff: Staff;
  member: Member;
  caller: Caller;
}

/**
 * Lets the others do something that the member sees.
 * @throws Conflict where there is nothing to do it with, or where the rules refuse it
 */
export async function act(what: z.infer<typeof DemoAct>, acting: Acting): Promise<Deed> {
  try {
    return await acts[what](acting);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    // The commands of the staff speak English, and name what only staff know.
    throw new Conflict('demo_refused', textsIn(acting.caller.language).refused);
  }
}

const acts: Record<z.infer<typeof DemoAct>, (acting: Acting) => Promise<Deed>> = {
  payment: pay,
  reply,
  harvest: payHarvest,
  version: async ({ staff }) => {
    await staff('greta', 'client-updated');
    return { what: 'version' };
  },
  terms: publishTerms,
};

/** The bank pays the newest open order. A member without one orders a deposit first. */
async function pay({ deps, member, caller }: Acting): Promise<Deed> {
  requirePermission(member, 'wallet.deposit');
  const [open] = await deps.db
    .select({ label: walletOrders.label })
    .from(walletOrders)
    .where(
      and(eq(walletOrders.userId, member.id), inArray(walletOrders.status, ['awaiting_payment', 'partially_paid'])),
    )
    .orderBy(desc(walletOrders.createdAt), walletOrders.label)
    .limit(1);
  const label = open?.label ?? (await orderDeposit(deps, member.id, caller));
  await reportPayment(deps, label, caller.now);
  return { what: 'payment', userId: member.id, name: label, path: `/financial/order/${label}` };
}

const orderDeposit = async (deps: Deps, userId: number, caller: Caller): Promise<string> =>
  (await createDeposit(deps, userId, { amount: '50.00', currency: 'EUR' }, randomUUID(), caller)).body.order_label;

/** The staff answer the newest ticket that waits for them. Where none does, they write in the chat. */
async function reply({ deps, staff, member, caller }: Acting): Promise<Deed> {
  const { user, id: userId } = member;
  const [ticket] = await deps.db
    .select()
    .from(supportTickets)
    .where(and(eq(supportTickets.userId, userId), inArray(supportTickets.status, ['new', 'open'])))
    .orderBy(desc(supportTickets.lastReplyAt), desc(supportTickets.id))
    .limit(1);
  if (ticket && member.permissions.includes('support.view')) {
    await staff('greta', 'ticket reply', { number: String(ticket.id), text: answerFor(ticket, user) });
    return { what: 'ticket', userId, name: String(ticket.id), path: `/support/ticket/${ticket.id}` };
  }
  if (!member.permissions.includes('chat.view')) throw new Conflict('no_ticket', textsIn(caller.language).noTicket);
  const message = { whom: String(userId), as: 'office', text: unasked[user.language] };
  const { data } = await staff('greta', 'chat send', message);
  return { what: 'chat', userId, path: `/chat/${data.conversation}` };
}

/** The staff publish the next version of the membership terms. It differs in one sentence. */
async function publishTerms({ deps, staff, caller }: Acting): Promise<Deed> {
  const row = (await listTermsInForce(deps.db, caller.now)).find(({ slug }) => slug === 'membership');
  if (!row) throw new Error('No membership terms are in force');
  const version = row.version + 1;
  const text = (language: 'en' | 'de') => {
    const own = textsIn(language);
    const [rest = ''] = row.text[language].split(`\n\n# ${own.heading}\n`);
    return `<!-- ${language} -->\n${rest}\n\n# ${own.heading}\n\n${own.sentence(version)}`;
  };
  const file = [
    ...['---', `slug: ${row.slug}`, `required: ${row.required ? 'yes' : 'no'}`, 'effective: now'],
    ...[`name-en: ${row.name.en}`, `name-de: ${row.name.de}`, '---', text('en'), text('de')],
  ];
  await staff('greta', 'terms publish', { file: file.join('\n') });
  return { what: 'terms', name: String(version), path: `/terms/${row.slug}/changes` };
}
