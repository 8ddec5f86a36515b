/** The files of tickets' messages. Rules: docs/product/support.md#attachments. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { type Attachment, attachmentLimits } from '../../contract/support-attachments';
import type { Queryable, Tx } from '../../database/database';
import type { Language } from '../../http/env';
import { InvalidFields } from '../../http/problems';
import { users } from '../../members/members.tables';
import { supportAttachmentPreviews, supportAttachments } from './attachments.tables';
import { textsIn } from './attachments.texts';
import { showAttachment } from './show-attachment';

/** Milliseconds that a file waits for its message. */
export const waitingMs = 24 * 60 * 60_000;

/** Whose files a message may name: the member whose ticket it is, and the member of staff who writes it. */
interface Author {
  userId: number;
  staffId?: number | undefined;
}

/**
 * Gives uploaded files to the message that names them, in the transaction that writes the message. A file is given
 * once, to a message of whoever added it. The order of `ids` has no meaning.
 * @throws InvalidFields at `attachments` for a file that is unknown, foreign, used or a day old, for more than 5 files,
 * and for more than 25 MB together
 */
export async function claimAttachments(
  tx: Tx,
  { userId, staffId }: Author,
  ids: readonly string[],
  messageId: string,
  now: Date,
): Promise<Attachment[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return [];
  const refuse = async (why: 'unknown' | 'tooMany' | 'tooMuch') => {
    throw new InvalidFields({ attachments: [textsIn(await languageOf(tx, userId))[why]] });
  };
  if (wanted.length > attachmentLimits.files) await refuse('tooMany');
  const free = and(
    inArray(supportAttachments.id, wanted),
    eq(supportAttachments.userId, userId),
    staffId === undefined ? isNull(supportAttachments.staffId) : eq(supportAttachments.staffId, staffId),
    eq(supportAttachments.state, 'ready'),
    isNull(supportAttachments.messageId),
    gt(supportAttachments.createdAt, new Date(now.getTime() - waitingMs)),
  );
  const sizes = await tx.select({ size: supportAttachments.size }).from(supportAttachments).where(free).for('update');
  if (sizes.length < wanted.length) await refuse('unknown');
  if (sizes.reduce((sum, { size }) => sum + size, 0) > attachmentLimits.together) await refuse('tooMuch');
  const claimed = await tx.update(supportAttachments).set({ messageId }).where(free).returning();
  return claimed.map(showAttachment);
}

async function languageOf(tx: Tx, userId: number): Promise<Language> {
  const [member] = await tx.select({ language: users.language }).from(users).where(eq(users.id, userId));
  return member?.language ?? 'en';
}

/** Returns the files of messages by the message, oldest first. A message without files is not in the map. */
export async function listAttachments(
  db: Queryable,
  messageIds: readonly string[],
): Promise<Map<string, Attachment[]>> {
  const found = new Map<string, Attachment[]>();
  if (messageIds.length === 0) return found;
  const rows = await db
    .select()
    .from(supportAttachments)
    .where(inArray(supportAttachments.messageId, [...messageIds]))
    .orderBy(asc(supportAttachments.createdAt), asc(supportAttachments.id));
  for (const row of rows) {
    const { messageId } = row;
    if (messageId) found.set(messageId, [...(found.get(messageId) ?? []), showAttachment(row)]);
  }
  return found;
}

/** Finds a file that the member may read: one of the member's own, or one that the staff sent with a message. */
export async function findAttachment(db: Queryable, userId: number, id: string): Promise<Attachment | null> {
  const mayRead = readableBy(userId, id);
  const [found] = mayRead ? await db.select().from(supportAttachments).where(mayRead) : [];
  return found ? showAttachment(found) : null;
}

/** Finds the preview of a file that the member may read. */
export async function findPreview(db: Queryable, userId: number, id: string): Promise<Buffer | null> {
  const mayRead = readableBy(userId, id);
  if (!mayRead) return null;
  const [found] = await db
    .select({ bytes: supportAttachmentPreviews.bytes })
    .from(supportAttachmentPreviews)
    .innerJoin(supportAttachments, eq(supportAttachments.id, supportAttachmentPreviews.attachmentId))
    .where(mayRead);
  return found?.bytes ?? null;
}

/** Whether a member may see a file: it has arrived, and the staff have sent it if it is theirs. */
export const isThere = and(
  eq(supportAttachments.state, 'ready'),
  or(isNull(supportAttachments.staffId), isNotNull(supportAttachments.messageId)),
);

/** Undefined for an id that the database would not read. */
const readableBy = (userId: number, id: string) =>
  isUuid.test(id) ? and(eq(supportAttachments.id, id), eq(supportAttachments.userId, userId), isThere) : undefined;

/** As the database writes it, so that each file has one address. */
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
