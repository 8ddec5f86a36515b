/** How members see the status of a ticket: one of four plain labels (docs/product/support.md#tickets). */
import type { TicketStatus } from '../../upstream/contract/support-tickets';
import type { Tone } from '../ui/badge';
import type { IconName } from '../ui/icon-names';

export type TicketState = 'received' | 'worked_on' | 'your_turn' | 'done';

const OF_STATUS: Record<TicketStatus, TicketState> = {
  new: 'received',
  open: 'worked_on',
  waiting_for_customer: 'your_turn',
  closed: 'done',
};

/** In the order in which a ticket passes them. */
export const STATES: readonly TicketState[] = ['received', 'worked_on', 'your_turn', 'done'];

export const SIGNS: Record<TicketState, { tone: Tone; icon: IconName }> = {
  received: { tone: 'info', icon: 'mail' },
  worked_on: { tone: 'info', icon: 'clock' },
  your_turn: { tone: 'warn', icon: 'undo' },
  done: { tone: 'good', icon: 'check' },
};

export const stateOf = (status: TicketStatus): TicketState => OF_STATUS[status];

export function statusOf(state: TicketState): TicketStatus {
  const [status] = (Object.keys(OF_STATUS) as TicketStatus[]).filter((one) => OF_STATUS[one] === state);
  return status ?? 'new';
}
