/** The mails about withdraw accounts, in both languages. */

import { moment } from '../../identity/identity';
import type { MailTemplate } from '../../mail/mail';

interface WithdrawAccountMail {
  firstname: string;
  name: string;
  holder: string;
  masked: string;
  /** The page that lists the member's accounts. */
  url: string;
}

/** Tells that an account was added, and when it begins to take money. */
export const accountAddedMail: MailTemplate<WithdrawAccountMail & { isDisabled: boolean; usableAt: Date }> = (
  language,
  { firstname, name, holder, masked, isDisabled, usableAt, url, productName },
) =>
  language === 'de'
    ? {
        subject: `Neues Auszahlungskonto bei ${productName}`,
        paragraphs: [
          `Hallo ${firstname},`,
          `du hast jetzt das Auszahlungskonto „${name}“: ${masked}, ${holder}.`,
          isDisabled
            ? 'Kontoinhaber und Name in deiner Adresse stimmen nicht überein, darum ist es nicht freigegeben. Antworte auf diese E-Mail, dann helfen wir dir.'
            : `Ab ${moment(usableAt, 'de')} kannst du dorthin auszahlen.`,
          'Wenn du das warst, ist alles gut. Wenn nicht, lösche das Auszahlungskonto und setze gleich ein neues Passwort.',
        ],
        action: { label: 'Meine Auszahlungskonten', url },
      }
    : {
        subject: `New withdraw account at ${productName}`,
        paragraphs: [
          `Hello ${firstname},`,
          `You now have the withdraw account “${name}”: ${masked}, ${holder}.`,
          isDisabled
            ? 'The holder differs from the name in your address, so it is disabled. Reply to this e-mail, and we will help you.'
            : `You can withdraw to it from ${moment(usableAt, 'en')}.`,
          'If this was you, all is well. If not, delete the withdraw account and set a new password now.',
        ],
        action: { label: 'My withdraw accounts', url },
      };

/** Tells that an account was deleted. */
export const accountDeletedMail: MailTemplate<WithdrawAccountMail> = (
  language,
  { firstname, name, holder, masked, url, productName },
) =>
  language === 'de'
    ? {
        subject: `Auszahlungskonto bei ${productName} gelöscht`,
        paragraphs: [
          `Hallo ${firstname},`,
          `dein Auszahlungskonto „${name}“ ist gelöscht: ${masked}, ${holder}.`,
          'Wenn du das warst, ist alles gut. Wenn nicht, setze gleich ein neues Passwort und antworte auf diese E-Mail.',
        ],
        action: { label: 'Meine Auszahlungskonten', url },
      }
    : {
        subject: `Withdraw account at ${productName} deleted`,
        paragraphs: [
          `Hello ${firstname},`,
          `Your withdraw account “${name}” is deleted: ${masked}, ${holder}.`,
          'If this was you, all is well. If not, set a new password now and reply to this e-mail.',
        ],
        action: { label: 'My withdraw accounts', url },
      };
