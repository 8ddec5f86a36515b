/** The public file of the wallet for other modules. */
export { inWords, minorUnitsOf } from './amounts';
export { lockBank } from './bank/bank-lock';
export { actAsBank } from './bank/demo-bank';
export { dayAfter, dayOf, timeOn, zoneOf } from './days';
export { newLabel } from './labels';
export { type AllGoods, type Delivered, type Goods, NotReturnable } from './orders/goods';
export type { OrderRow } from './orders/order-steps';
export { openPurchase, payFromBalance } from './orders/purchases';
export { addDelivered, readOrder } from './orders/show-orders';
export { isBankHoliday } from './orders/target-calendar';
export { dayIn } from './receipts/receipts.texts';
export { ownsLabel } from './references';
export { recordTransaction } from './transactions/record';
export { wordsOf } from './transactions/words';
export { walletConfig } from './wallet.config';
