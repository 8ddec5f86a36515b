/** What other modules use of this one. */
export { actAsBank } from './bank/demo-bank';
