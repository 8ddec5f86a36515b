import { type PersonalData, tablePart } from '../../privacy/privacy';
import { emailChanges } from './email-change.tables';

/** Which addresses the member had, and when. */
export const emailChangeData: PersonalData = {
  exports: [
    tablePart({
      name: 'email_changes',
      description: { en: 'Changes of your e-mail address.', de: 'Änderungen deiner E-Mail-Adresse.' },
      table: emailChanges,
      owner: emailChanges.userId,
      key: emailChanges.id,
      fields: {
        id: emailChanges.id,
        old_email: emailChanges.oldEmail,
        new_email: emailChanges.newEmail,
        created_at: emailChanges.createdAt,
        confirmed_at: emailChanges.confirmedAt,
        reverted_at: emailChanges.revertedAt,
      },
    }),
  ],
  deletes: [emailChanges],
};
