/** The public file of the wallet for other modules. */
export { actAsBank } from './bank/demo-bank';
