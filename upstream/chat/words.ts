/**
 * The words of messages, by which members find them again (docs/product/chat.md#conversations). A stored word is
 * `<member>:<days>:<word>`. So the index leads to the member's own messages alone, and `chat_search` of the database reads
 * it from the newest days on and stops when it has enough.
 */
import { storedWords } from '../support/support';

/** An id begins with its time. This many digits of it change every 2^28 ms, which is 3.1 days. */
const digits = 5;

/** Returns the words of a message for each member who may find it. */
export function listWords(userIds: readonly number[], messageId: string, text: string): string[] {
  const words = storedWords(text);
  return userIds.flatMap((userId) => words.map((word) => `${userId}:${messageId.slice(0, digits)}:${word}`));
}
