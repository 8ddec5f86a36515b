/** The mails about withdraw accounts, in both languages. */

import { moment } from '../../identity/identity';
import type { MailTemplate } from '../../mail/mail';

interface About {
  firstname: string;
  name: string;
  holder: string;
  masked: string;
  /** Where the member's accounts are listed. */
  url: string;
}

/** Tells that an account was added, and from when on it takes money. */
export const accountAddedMail: MailTemplate<About & { isDisabled: boolean; usableAt: Date }> = (
  language,
  { firstname, name, holder, masked, isDisabled, usableAt, url, productName },
) =>
  language === 'de'
    ? {
        subject: `Neues Konto für Auszahlungen bei ${productName}`,
        paragraphs: [
          `Hallo ${firstname},`,
          `bei deinem Mitgliedskonto gibt es jetzt das Konto „${name}“ für Auszahlungen: ${masked}, ${holder}.`,
          isDisabled
            ? 'Der Name passt nicht zu dem in deiner Adresse, darum ist es gesperrt. Der Support hilft dir weiter.'
            : `Geld kann dorthin vom ${moment(usableAt, 'de')} an gehen.`,
          'Wenn du das warst, ist alles gut. Wenn nicht, lösche das Konto und setze gleich ein neues Passwort.',
        ],
        action: { label: 'Meine Konten', url },
      }
    : {
        subject: `New account for withdrawals at ${productName}`,
        paragraphs: [
          `Hello ${firstname},`,
          `Your membership now has the account “${name}” for withdrawals: ${masked}, ${holder}.`,
          isDisabled
            ? 'Its name differs from the one in your address, so it is disabled. The support helps you.'
            : `Money can go there from ${moment(usableAt, 'en')} on.`,
          'If this was you, all is well. If not, delete the account and set a new password now.',
        ],
        action: { label: 'My accounts', url },
      };

/** Tells that an account was deleted. */
export const accountDeletedMail: MailTemplate<About> = (
  language,
  { firstname, name, holder, masked, url, productName },
) =>
  language === 'de'
    ? {
        subject: `Konto für Auszahlungen bei ${productName} gelöscht`,
        paragraphs: [
          `Hallo ${firstname},`,
          `das Konto „${name}“ für Auszahlungen gibt es bei deinem Mitgliedskonto nicht mehr: ${masked}, ${holder}.`,
          'Wenn du das warst, ist alles gut. Wenn nicht, setze gleich ein neues Passwort und melde dich beim Support.',
        ],
        action: { label: 'Meine Konten', url },
      }
    : {
        subject: `Account for withdrawals at ${productName} deleted`,
        paragraphs: [
          `Hello ${firstname},`,
          `The account “${name}” for withdrawals is no longer part of your membership: ${masked}, ${holder}.`,
          'If this was you, all is well. If not, set a new password now and tell the support.',
        ],
        action: { label: 'My accounts', url },
      };
