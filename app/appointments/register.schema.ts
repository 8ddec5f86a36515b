import { z } from 'zod';
import { mostGuests, mostNotes } from '../../upstream/contract/appointment-facts';
import { TicketName } from '../../upstream/contract/appointments-tickets';
import { idempotencyField } from '../platform/form/idempotency.server';
import { verificationFields } from '../platform/form/verification.server';

const linesOf = (typed: string): string[] =>
  typed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The names of the guests, one in each line. */
const Guests = z
  .string()
  .max(1000)
  .default('')
  .transform(linesOf)
  .superRefine((names, context) => {
    const refuse = (key: string, values?: Record<string, string>) =>
      context.addIssue({ code: 'custom', params: { key, values } });
    if (names.length > mostGuests) refuse('appointment:register.too_many', { most: String(mostGuests) });
    const wrong = names.find((name) => !TicketName.safeParse(name).success);
    if (wrong) refuse('appointment:register.guest_wrong', { name: wrong.slice(0, 80) });
  });

/** What the member says of the party. */
const party = {
  name: TicketName,
  guests: Guests,
  notes: z.string().trim().max(mostNotes).default(''),
  /** The member knows of another ticket at this time. */
  overlap: z.literal('on').optional(),
  /** The member accepts the waiting list. */
  wait: z.literal('on').optional(),
};

export const registerSchema = z.strictObject({ ...party, ...idempotencyField });

/** The second step of a ticket with a price: the confirmation of what the address holds. */
export const paySchema = z.strictObject({ ...idempotencyField, ...verificationFields });

/** A registration on its way from the form to its payment. */
export const Order = z.strictObject({
  label: z.string(),
  member: z.int(),
  name: TicketName,
  guests: z.array(TicketName).max(mostGuests),
  notes: z.string().max(mostNotes),
  overlap: z.boolean(),
});
export type Order = z.output<typeof Order>;
