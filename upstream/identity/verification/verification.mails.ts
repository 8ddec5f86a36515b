import type { MailTemplate } from '../../mail/mail';

/** The code of a verification step. `purpose` says what it confirms. The code is valid for nothing else. */
export const verificationCodeMail: MailTemplate<{
  firstname: string;
  code: string;
  purpose: string;
  minutes: number;
}> = (language, { firstname, code, purpose, minutes }) =>
  language === 'de'
    ? {
        subject: `Dein Code: ${spaced(code)}`,
        paragraphs: [
          `Hallo ${firstname},`,
          `mit diesem Code bestätigst du: ${purpose}`,
          spaced(code),
          `Er gilt ${minutes}\u00a0Minuten, nur einmal und nur dafür. Gib ihn an niemanden weiter. Unser Team fragt dich nie danach.`,
        ],
        notes: [
          'Du wolltest das nicht? Dann gib den Code nirgends ein und setze bitte ein neues Passwort: Jemand ist in deinem Konto angemeldet.',
        ],
      }
    : {
        subject: `Your code: ${spaced(code)}`,
        paragraphs: [
          `Hello ${firstname},`,
          `This code confirms: ${purpose}`,
          spaced(code),
          `It works for ${minutes}\u00a0minutes, once, and only for this. Do not pass it on. Our staff never ask you for it.`,
        ],
        notes: [
          'You did not want this? Then do not enter the code anywhere and set a new password: somebody is signed in to your account.',
        ],
      };

const spaced = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;
