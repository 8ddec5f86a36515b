/** The public file of the chat for other modules. */
export { ChatRefused, sendAsClub as answerAsClub } from './club-steps';
export { answerAsMember } from './member-steps';
export { newMessages } from './new-messages';
