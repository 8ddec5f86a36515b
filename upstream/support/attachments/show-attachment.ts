import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Attachment } from '../../contract/support-attachments';
import { supportAttachments } from './attachments.tables';

type Row = Pick<
  typeof supportAttachments.$inferSelect,
  'id' | 'name' | 'type' | 'size' | 'previewWidth' | 'previewHeight' | 'createdAt'
>;

/** Returns an attachment in the shape of the contract. */
export const showAttachment = ({ id, name, type, size, previewWidth, previewHeight, createdAt }: Row): Attachment => ({
  id,
  name,
  type,
  size,
  preview: previewWidth && previewHeight ? { width: previewWidth, height: previewHeight } : null,
  created_at: createdAt.toISOString(),
});

/** A row as JSON has it. */
export type AttachmentJson = Omit<Row, 'createdAt'> & { createdAt: string };

/** The files of a message as a column, oldest first. */
export function attachmentsOf(messageId: PgColumn): SQL<AttachmentJson[]> {
  const { id, name, type, size, previewWidth, previewHeight, createdAt } = supportAttachments;
  return sql`(select coalesce(json_agg(json_build_object('id', ${id}, 'name', ${name}, 'type', ${type}, 'size', ${size},
      'previewWidth', ${previewWidth}, 'previewHeight', ${previewHeight}, 'createdAt', ${createdAt})
      order by ${createdAt}, ${id}), '[]')
    from ${supportAttachments} where ${supportAttachments.messageId} = ${messageId})`;
}

export const showAttachmentJson = ({ createdAt, ...row }: AttachmentJson): Attachment =>
  showAttachment({ ...row, createdAt: new Date(createdAt) });
