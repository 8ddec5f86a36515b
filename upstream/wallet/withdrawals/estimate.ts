import { dayIn } from '../orders/due-dates';
import { addBankWorkingDays } from '../orders/target-calendar';

/** One bank working day to approve and export, one for the transfer. */
const bankWorkingDays = 2;

/** Returns the day by which a withdrawal of now should be with the member's bank: `2026-11-24`. */
export const estimateArrival = (now: Date): string => addBankWorkingDays(dayIn(now), bankWorkingDays);
