import type { ChatMessage } from '../../upstream/contract/chat-messages';
import { calendarDayIn } from '../ui/dates';

export const isBy = ({ user }: Pick<ChatMessage, 'user'>, own: number): boolean => !user.is_staff && user.id === own;

export interface Seen {
  /** The id of the member. */
  own: number;
  timeZone: string;
  /** The newest message that the other side has read. */
  otherRead: string | null;
  /** The first of the new messages. */
  firstNew: string | null;
}

/** Returns messages, the oldest first, as the page and the frame show them. */
export function shownMessages(messages: ChatMessage[], { own, timeZone, otherRead, firstNew }: Seen) {
  const lastRead = messages.findLast((one) => isBy(one, own) && one.id <= (otherRead ?? ''))?.id;
  let before = '';
  return messages.map((one) => {
    const day = calendarDayIn(Date.parse(one.created_at), timeZone);
    const isFirstOfDay = day !== before;
    before = day;
    return {
      ...{ id: one.id, name: one.user.name, text: one.message, at: one.created_at, isEdited: Boolean(one.edited_at) },
      ...{ isOwn: isBy(one, own), day: isFirstOfDay ? day : null },
      editableUntil: Date.parse(one.editable_until ?? '') || 0,
      /** The newest message of the member that the other side has read. */
      isRead: one.id === lastRead,
      isFirstNew: one.id === firstNew,
    };
  });
}

export type ShownMessage = ReturnType<typeof shownMessages>[number];
