/** What a ticket may be about, and where it is (docs/product/support.md#contact). */
import type { TicketReference } from '../../upstream/contract/support-tickets';

/** The names in the address of the form. */
export const REFERENCE_NAMES = {
  order: 'order',
  withdraw: 'withdrawal',
  transaction: 'transaction',
  plant: 'plant',
} as const satisfies Record<string, TicketReference['kind']>;

const PAGES: Record<TicketReference['kind'], string> = {
  order: '/financial/order',
  withdrawal: '/financial/withdraw',
  transaction: '/financial/transaction',
  plant: '/growing/plant',
};

export const referencePath = ({ kind, label }: TicketReference): string => `${PAGES[kind]}/${label}`;

/** How the form sends it. */
export const referenceField = ({ kind, label }: TicketReference): string => `${kind} ${label}`;
