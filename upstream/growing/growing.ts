/** The public file of growing for other modules. */
export { plantGoods } from './sales/plant-goods';
export { describePurchase } from './sales/purchase-purpose';
