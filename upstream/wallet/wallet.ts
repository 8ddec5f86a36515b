/** The public file of the wallet for other modules. */
export { inWords, minorUnitsOf } from './amounts';
export { actAsBank } from './bank/demo-bank';
export { newLabel } from './labels';
export { type AllGoods, type Goods, NotReturnable } from './orders/goods';
export type { OrderRow } from './orders/order-steps';
export { openPurchase, payFromBalance } from './orders/purchases';
export { readOrder } from './orders/show-orders';
