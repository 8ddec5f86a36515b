/** The public file of the wallet for other modules. */
export { inWords, minorUnitsOf } from './amounts';
export { lockBank } from './bank/bank-lock';
export { actAsBank, reportPayment, reportTransfer } from './bank/demo-bank';
export { dayAfter, dayOf, startOfDay, timeOn, zoneOf } from './days';
export { newLabel } from './labels';
export { endUnpaidOrder } from './orders/end';
export { type AllGoods, type Delivered, type Goods, NotReturnable } from './orders/goods';
export type { OrderRow } from './orders/order-steps';
export { createDeposit } from './orders/orders';
export { bringExpiryForward, openPurchase, payFromBalance } from './orders/purchases';
export { refundOrder } from './orders/refund';
export { addDelivered, readOrder } from './orders/show-orders';
export { isBankHoliday } from './orders/target-calendar';
export { dayIn } from './receipts/receipts.texts';
export { ownsLabel } from './references';
export { recordTransaction } from './transactions/record';
export { tellingOf, wordsOf } from './transactions/words';
export { walletConfig } from './wallet.config';
