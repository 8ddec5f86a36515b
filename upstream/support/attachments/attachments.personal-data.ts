/** The files of a member's tickets, as a part of the member's personal data. */
import { tablePart } from '../../database/export-parts';
import { type PersonalData, withhold } from '../../database/personal-data';
import { isThere } from './attachments';
import { supportAttachments } from './attachments.tables';

const { id, userId, messageId, name, type, size, createdAt } = supportAttachments;

export const attachmentData: PersonalData = {
  exports: [
    tablePart({
      name: 'attachments',
      description: {
        en: 'The files of your tickets. The file itself is at /support/attachment/ followed by its id, for as long as your account exists.',
        de: 'Die Dateien deiner Anfragen. Die Datei selbst liegt unter /support/attachment/ mit ihrer Kennung dahinter, solange dein Konto besteht.',
      },
      table: supportAttachments,
      owner: userId,
      where: isThere,
      key: id,
      fields: { id, message: messageId, name, type, size, created_at: createdAt },
    }),
  ],
  // Chunks and previews go with their files.
  deletes: [supportAttachments],
  withholds: [
    withhold(supportAttachments, ['state'], 'only files that the member can open are exported'),
    withhold(supportAttachments, ['staffId'], 'it is about a member of staff'),
    withhold(supportAttachments, ['previewWidth', 'previewHeight'], 'they are how the page looks'),
  ],
};
