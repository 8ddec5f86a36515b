import { fieldsOf, isKey } from '../platform/browser/events';

export interface MessageEvent {
  id: string;
  /** Null if the message does not name its conversation. */
  conversation: string | number | null;
}

/** Reads the field `message` of a chat event (specification, section 3). Returns null if it has no id. */
export function readMessage(data: unknown): MessageEvent | null {
  const { message } = fieldsOf(data);
  const { id, conversation_id } = fieldsOf(message);
  if (!isKey(id)) return null;
  return { id: String(id), conversation: isKey(conversation_id) ? conversation_id : null };
}

/** A change of the member's chat. */
export interface ChatChange {
  /** Null if it is about all conversations. */
  conversation: string | number | null;
  /** What the header counts now, and where the newest of it is; null if the event does not say it. */
  counts: { unread: number; conversation?: string | number } | null;
}

export function readChatChange(data: unknown): ChatChange {
  const { conversation_id: id, unread_count: unread, unread_message_conversation_id: newest } = fieldsOf(data);
  const hasCounts = typeof unread === 'number' && Number.isInteger(unread) && unread >= 0;
  return {
    conversation: isKey(id) ? id : null,
    counts: hasCounts ? { unread, ...(isKey(newest) && { conversation: newest }) } : null,
  };
}
