/** The mails about API tokens, in both languages. */
import type { Ability } from '../../contract/abilities';
import type { MailTemplate } from '../../mail/mail';
import { moment } from '../identity.mails';
import { abilitiesIn } from './api-tokens.texts';

interface ApiTokenMail {
  firstname: string;
  /** Name of the token. */
  name: string;
  expiresAt: Date;
  /** The page that lists the member's tokens. */
  url: string;
}

/** Tells the member about a new token: its abilities and its end. */
export const apiTokenCreatedMail: MailTemplate<ApiTokenMail & { abilities: Ability[] }> = (
  language,
  { firstname, name, abilities, expiresAt, url, productName },
) =>
  language === 'de'
    ? {
        subject: `Neues API-Token bei ${productName}`,
        paragraphs: [
          `Hallo ${firstname},`,
          `in deinem Konto gibt es jetzt das API-Token „${name}“. Ein Programm, das es hat, darf: ${abilitiesIn('de', abilities)}. Geld bewegen kann es nicht.`,
          `Es gilt bis zum ${moment(expiresAt, 'de')}.`,
          'Wenn du das warst, ist alles gut. Wenn nicht, widerrufe es und setze gleich ein neues Passwort.',
        ],
        action: { label: 'Meine API-Tokens', url },
      }
    : {
        subject: `New API token at ${productName}`,
        paragraphs: [
          `Hello ${firstname},`,
          `Your account now has the API token “${name}”. A program that holds it may ${abilitiesIn('en', abilities)}. It cannot move money.`,
          `It works until ${moment(expiresAt, 'en')}.`,
          'If this was you, all is well. If not, revoke it and set a new password now.',
        ],
        action: { label: 'My API tokens', url },
      };

/** Goes out seven days before a token expires. */
export const apiTokenExpiresMail: MailTemplate<ApiTokenMail> = (language, { firstname, name, expiresAt, url }) =>
  language === 'de'
    ? {
        subject: `Dein API-Token „${name}“ läuft bald ab`,
        paragraphs: [
          `Hallo ${firstname},`,
          `dein API-Token „${name}“ gilt noch bis zum ${moment(expiresAt, 'de')}. Danach kommt kein Programm mehr damit hinein.`,
          'Wenn du es weiter brauchst, lege vorher ein neues an und trag es in deinem Programm ein.',
        ],
        action: { label: 'Meine API-Tokens', url },
        notes: ['Brauchst du es nicht mehr, ist nichts zu tun.'],
      }
    : {
        subject: `Your API token “${name}” expires soon`,
        paragraphs: [
          `Hello ${firstname},`,
          `Your API token “${name}” works until ${moment(expiresAt, 'en')}. After that no program gets in with it.`,
          'If you still need it, make a new one before then and enter it in your program.',
        ],
        action: { label: 'My API tokens', url },
        notes: ['If you no longer need it, there is nothing to do.'],
      };
