/** The limits and the club's bank account. The code is outside the module because the start reads and checks it. */
export { walletConfig } from '../wallet-config';
