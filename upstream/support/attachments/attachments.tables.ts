import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { attachmentLimits, attachmentTypes } from '../../contract/support-attachments';
import { bytes, instant } from '../../database/columns';
import { literal } from '../../database/lengths';
import { users } from '../../members/members.tables';
import { supportMessages } from '../tickets/tickets.tables';

/** Bytes of every chunk but the last one, so that a place in the file tells its chunk. */
export const chunkBytes = 256 * 1024;

/** Characters of a file's name. */
export const longestName = 120;
/** Pixels of the longer side of a preview. */
export const previewSide = 480;
const mostPreviewBytes = 512 * 1024;

const types = sql.raw(attachmentTypes.map((type) => `'${type}'`).join(', '));

/**
 * A file of a ticket. It is `uploading` while its chunks arrive. A file that is `ready` never changes. It gets its
 * message once, and perhaps a preview.
 */
export const supportAttachments = pgTable(
  'support_attachments',
  {
    id: uuid().primaryKey(),
    /** The member whose ticket it is. */
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    /** The member of staff who added it; null for a file of the member. */
    staffId: integer().references(() => users.id, { onDelete: 'restrict' }),
    /** Null until a message names it. */
    messageId: uuid().references(() => supportMessages.id, { onDelete: 'restrict' }),
    name: text().notNull(),
    /** By the signature of the file. */
    type: text({ enum: attachmentTypes }).notNull(),
    /** Bytes; 0 while it is uploading. */
    size: integer().notNull().default(0),
    previewWidth: integer(),
    previewHeight: integer(),
    state: text({ enum: ['uploading', 'ready'] }).notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    index('support_attachments_of_message').on(t.messageId, t.createdAt, t.id),
    index('support_attachments_of_member').on(t.userId, t.createdAt, t.id),
    index('support_attachments_unclaimed').on(t.createdAt, t.id).where(sql`${t.messageId} is null`),
    check('support_attachments_state', sql`${t.state} in ('uploading', 'ready')`),
    check('support_attachments_name', sql`char_length(${t.name}) between 1 and ${literal(longestName)}`),
    check('support_attachments_type', sql`${t.type} in (${types})`),
    check(
      'support_attachments_whole',
      sql`case ${t.state} when 'ready' then ${t.size} between 1 and ${literal(attachmentLimits.each)}
        else ${t.size} = 0 and ${t.messageId} is null end`,
    ),
    check(
      'support_attachments_preview',
      sql`case when ${t.previewWidth} is null then ${t.previewHeight} is null
        else ${t.type} like 'image/%' and ${t.previewWidth} between 1 and ${literal(previewSide)}
          and ${t.previewHeight} is not null and ${t.previewHeight} between 1 and ${literal(previewSide)} end`,
    ),
  ],
);

/** The bytes of a file. Append-only while it is uploading; they go with their file. */
export const supportAttachmentChunks = pgTable(
  'support_attachment_chunks',
  {
    attachmentId: uuid().notNull(),
    /** From 0, without a gap. */
    number: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.attachmentId, t.number] }),
    // The names that are made up are longer than PostgreSQL allows.
    foreignKey({
      name: 'support_attachment_chunks_of_attachment',
      columns: [t.attachmentId],
      foreignColumns: [supportAttachments.id],
    }).onDelete('cascade'),
    check('support_attachment_chunks_size', sql`octet_length(${t.bytes}) between 1 and ${literal(chunkBytes)}`),
    check(
      'support_attachment_chunks_number',
      sql`${t.number} between 0 and ${literal(Math.ceil(attachmentLimits.each / chunkBytes) - 1)}`,
    ),
  ],
);

/** A small WebP of an image. */
export const supportAttachmentPreviews = pgTable(
  'support_attachment_previews',
  {
    attachmentId: uuid().primaryKey(),
    bytes: bytes().notNull(),
  },
  (t) => [
    foreignKey({
      name: 'support_attachment_previews_of_attachment',
      columns: [t.attachmentId],
      foreignColumns: [supportAttachments.id],
    }).onDelete('cascade'),
    check('support_attachment_previews_size', sql`octet_length(${t.bytes}) between 1 and ${literal(mostPreviewBytes)}`),
  ],
);
