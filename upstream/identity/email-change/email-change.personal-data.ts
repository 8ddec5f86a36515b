import { tablePart } from '../../database/export-parts';
import { type PersonalData, withhold } from '../../database/personal-data';
import { emailChanges } from './email-change.tables';

/** The member's addresses, with the times of their changes. */
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
        ended_at: emailChanges.endedAt,
        reverted_at: emailChanges.revertedAt,
        overtaken_at: emailChanges.overtakenAt,
      },
    }),
  ],
  deletes: [emailChanges],
  withholds: [
    withhold(emailChanges, ['codeHash', 'revertTokenHash'], 'they are made of secrets'),
    withhold(emailChanges, ['attempts', 'mails', 'mailedAt', 'revertExpiresAt'], 'they go with the secrets'),
  ],
};
