/** The addresses of the chat. */
export const CHAT = '/chat';
export const NEW_CONVERSATION = '/chat/new';

export const conversationPath = (id: string): string => `${CHAT}/${id}`;
/** The frame with the messages. */
export const messagesPath = (id: string): string => `${CHAT}/${id}/messages`;
/** For script: answers messages as data, and takes a new one. */
export const logPath = (id: string): string => `${CHAT}/${id}/log`;
/** For script: takes what was read. */
export const readPath = (id: string): string => `${CHAT}/${id}/read`;
/** The page that changes, deletes or reports one message. */
export const messagePath = (id: string, messageId: string): string => `${CHAT}/${id}/message/${messageId}`;
/** The frame with the messages around one. */
export const placePath = (id: string, messageId: string): string => `${CHAT}/${id}?around=${messageId}`;

/** What the call takes as words of a search. */
export const WORDS = { min: 2, max: 100 };
