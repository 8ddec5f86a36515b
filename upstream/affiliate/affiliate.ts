/** The public file of affiliate for other modules. */
export { withCommissions } from './commissions/create';
