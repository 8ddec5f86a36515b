/** A new ticket or an accepted offer, with its order if it costs something. The caller has locked member and appointment. */
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { labelOf } from '../../contract/labels';
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { InvalidFields } from '../../http/problems';
import { lockClubAccounts } from '../../ledger/ledger';
import type { Caller } from '../../members/caller';
import type { UserRow } from '../../members/users';
import { type OrderRow, openPurchase, payFromBalance } from '../../wallet/wallet';
import type { AppointmentRow } from '../appointment-times';
import type { TicketRow } from './show-ticket';
import { ticketGoods } from './ticket-goods';
import { appointmentTickets } from './tickets.tables';
import { textsIn } from './tickets.texts';

/** Twelve characters of 60 random bits. */
export const newCode = (): string => codeOf([...randomBytes(12)]);

/** Returns the code of twelve numbers, each below 256. */
export const codeOf = (random: readonly number[]): string =>
  [random.slice(0, 6), random.slice(6)].map((half) => labelOf('AP', half).slice(3, 9)).join('');

/** Payments and refunds book the price before they lock the appointment, so this comes first as well. */
export async function lockIncome(tx: Tx, fromBalance: bigint): Promise<void> {
  if (fromBalance > 0n) await lockClubAccounts(tx, [ticketGoods.income]);
}

/** @throws InvalidFields at `from_balance` */
export function checkPayment(
  { price }: AppointmentRow,
  { places, fromBalance }: { places: number; fromBalance: bigint },
  { language }: Pick<Caller, 'language'>,
): void {
  const texts = textsIn(language);
  if (price === null && fromBalance > 0n) throw new InvalidFields({ from_balance: [texts.freeOfCharge] });
  if (price !== null && fromBalance > price * BigInt(places))
    throw new InvalidFields({ from_balance: [texts.overPrice] });
}

/**
 * Writes the order of a party, or returns null if the appointment is free.
 * @throws InvalidFields at `from_balance`; what `openPurchase` throws
 */
export async function openOrderFor(
  tx: Tx,
  appointment: AppointmentRow,
  { member, places, fromBalance }: { member: UserRow; places: number; fromBalance: bigint },
  caller: Caller,
): Promise<OrderRow | null> {
  const { price, currency, title, titleDe, startsAt } = appointment;
  if (price === null) return null;
  const isTransferred = fromBalance < price * BigInt(places);
  if (isTransferred && caller.now >= startsAt)
    throw new InvalidFields({ from_balance: [textsIn(caller.language).onlyBalance] });
  const purchase = {
    type: 'event_ticket' as const,
    title: { en: textsIn('en').ticketFor(title), de: textsIn('de').ticketFor(titleDe) },
    ...{ quantity: places, unitPrice: price, currency, fromBalance },
    // Nobody can come after the start, so a place is not held any longer.
    expiresBy: startsAt,
  };
  return openPurchase(tx, member, purchase, caller);
}

/** Takes an offered place: it is registered, or reserved until its order is paid. */
export async function takeOffer(
  tx: Tx,
  deps: Deps,
  {
    ticket,
    order,
    member,
    fromBalance,
  }: { ticket: TicketRow; order: OrderRow | null; member: UserRow; fromBalance: bigint },
  now: Date,
): Promise<void> {
  await tx
    .update(appointmentTickets)
    .set({
      ...{ status: order ? 'reserved' : 'registered', why: null, offerExpiresAt: null, changedAt: now },
      ...(order && { orderLabel: order.label }),
    })
    .where(and(eq(appointmentTickets.id, ticket.id), eq(appointmentTickets.status, 'offered')));
  if (order) await payFromBalance(tx, deps, { order, member, fromBalance }, now);
}
