import { z } from 'zod';
import { CommandFailed, type Outcome } from '../../club/command';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { HttpProblem } from '../../http/problems';
import { TicketRefused } from './staff-steps';

/** What each command about tickets asks for: a proven member of the staff with this permission. */
export const forHelpers = { proof: 'required', permission: 'tickets.manage' } as const;

/** The number of a ticket, as members and staff name it: `2001`, `#2001`. */
export const ticketNumber = z.coerce
  .string()
  .regex(/^#?[1-9]\d{0,8}$/, 'is not the number of a ticket')
  .transform((typed) => Number(typed.replace('#', '')));

/** Runs a command in one transaction, and puts what tickets refuse into words. */
export const aboutTickets = (deps: Deps, work: (tx: Tx) => Promise<Outcome>): Promise<Outcome> =>
  inWords(() => transaction(deps.db, work));

/** Puts what tickets and their files refuse into words for the command line. */
export async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TicketRefused || error instanceof HttpProblem) throw new CommandFailed(error.message);
    throw error;
  }
}
