import type { Attachment } from '../../contract/support-attachments';
import type { supportAttachments } from './attachments.tables';

type Row = typeof supportAttachments.$inferSelect;

/** Returns an attachment in the shape of the contract. */
export const showAttachment = ({ id, name, type, size, previewWidth, previewHeight, createdAt }: Row): Attachment => ({
  id,
  name,
  type,
  size,
  preview: previewWidth && previewHeight ? { width: previewWidth, height: previewHeight } : null,
  created_at: createdAt.toISOString(),
});
