/** The public file of the chat for other modules. */
export { newMessages } from './new-messages';
