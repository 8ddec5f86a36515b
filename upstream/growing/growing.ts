/** The public file of growing for other modules. */
export { createPayouts, resumePayouts } from './harvests/payout';
export { createGrowingNotices } from './notices/tell-members';
export { findOwnPlant } from './plants/find-own-plant';
export { plantNumber } from './plants/numbers';
export { GrowingRefused } from './refused';
export { beginStage, followingStage } from './rooms/begin-stage';
export { buyPlants } from './sales/buy';
export { plantGoods } from './sales/plant-goods';
export { describePurchase } from './sales/purchase-purpose';
