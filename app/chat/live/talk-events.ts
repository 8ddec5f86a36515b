/** Reads the events of a conversation. Events are hints, so whatever else arrives is null and never throws. */
import type { ChatMessage } from '../../../upstream/contract/chat-messages';
import { fieldsOf, isKey } from '../../platform/browser/events';

export interface TalkRead {
  /** A member has a number, a contact of the club has a name. */
  user_id: number | string;
  last_read_id: string;
}

export interface TalkClosed {
  is_closed: boolean;
}

/** Returns the message of an event of this conversation. */
export function readMessage(data: unknown, conversation: string): ChatMessage | null {
  const message = fieldsOf(fieldsOf(data).message);
  return isMessage(message) && message.conversation_id === conversation ? message : null;
}

function isMessage(fields: object): fields is ChatMessage {
  const { id, message, created_at, user, edited_at, deleted_at, editable_until, client_id } = fieldsOf(fields);
  const { id: author, name, is_staff } = fieldsOf(user);
  return (
    [id, created_at, name].every((text) => typeof text === 'string' && text !== '') &&
    [message, edited_at, deleted_at, editable_until, client_id].every(isTextOrNothing) &&
    message !== undefined &&
    isKey(author) &&
    typeof is_staff === 'boolean'
  );
}

const isTextOrNothing = (value: unknown) => value === null || value === undefined || typeof value === 'string';

export function readRead(data: unknown): TalkRead | null {
  const { user_id, last_read_id } = fieldsOf(data);
  return isKey(user_id) && typeof last_read_id === 'string' ? { user_id, last_read_id } : null;
}

export function readClosed(data: unknown): TalkClosed | null {
  const { is_closed } = fieldsOf(data);
  return typeof is_closed === 'boolean' ? { is_closed } : null;
}
