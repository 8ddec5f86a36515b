import { withCommissions } from './affiliate/affiliate';
import { ticketGoods } from './appointments/appointments';
import { plantGoods } from './growing/growing';
import type { AllGoods } from './wallet/wallet';

/** What each type of order buys. */
export const goods: AllGoods = { plant_purchase: withCommissions(plantGoods), event_ticket: ticketGoods };
