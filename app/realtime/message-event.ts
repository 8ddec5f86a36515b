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
