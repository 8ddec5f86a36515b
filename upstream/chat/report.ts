/** A member reports a message to the club: a ticket quotes it (docs/product/chat.md#reports). */
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import { Conflict, NotFound } from '../http/problems';
import { writeTicket } from '../support/support';
import { chatMessages, chatReports } from './chat.tables';
import { textsIn } from './chat.texts';
import { messageColumns, showMessage } from './show-conversation';
import { type Acting, lockConversation, type WritingDeps } from './write';

interface Report {
  message_id: string;
  reason?: string | null | undefined;
}

/**
 * Opens a ticket that quotes the message, and returns its number. A second report returns the first ticket.
 * @throws NotFound; Conflict `own_message`, `message_deleted`
 */
export async function reportMessage(deps: WritingDeps, id: string, wanted: Report, acting: Acting): Promise<number> {
  const { userId, now, language } = acting;
  return transaction(deps.db, async (tx) => {
    // The lock makes two reports of one message one ticket.
    const found = await lockConversation(tx, userId, id);
    const { conversationId, id: messageId } = chatMessages;
    const [message] = await tx
      .select(messageColumns)
      .from(chatMessages)
      .where(and(eq(conversationId, id), eq(messageId, wanted.message_id)));
    if (!message) throw new NotFound();
    const texts = textsIn(language);
    if (message.author === 'member' && message.userId === userId) throw new Conflict('own_message', texts.ownMessage);
    const earlier = await findReport(tx, userId, id, message.id);
    if (earlier) return earlier;
    if (message.body === null) throw new Conflict('message_deleted', texts.deleted);
    const { user, created_at } = showMessage(message, found, language);
    const at = `${created_at.slice(0, 16).replace('T', ' ')} UTC`;
    const heading = texts.report({ name: `${user.name} (${user.id})`, at, where: `${id}, ${message.id}` });
    // The quotation comes last, so that no message looks like the end of one.
    const text = [...(wanted.reason ? [wanted.reason, ''] : []), heading, '', message.body].join('\n');
    const ticketId = await writeTicket(
      tx,
      deps,
      { category: 'other', subject: texts.reportSubject, message: text, attachments: [] },
      acting,
    );
    await tx
      .insert(chatReports)
      .values({ userId, conversationId: id, messageId: message.id, ticketId, createdAt: now });
    return ticketId;
  });
}

async function findReport(tx: Tx, userId: number, id: string, messageId: string): Promise<number | undefined> {
  const { userId: reporter, conversationId, messageId: reported, ticketId } = chatReports;
  const [found] = await tx
    .select({ ticketId })
    .from(chatReports)
    .where(and(eq(reporter, userId), eq(conversationId, id), eq(reported, messageId)));
  return found?.ticketId;
}
