/** Texts of the chat, in the language of the request. */
import type { Language } from '../http/env';

const en = {
  cannotWrite: 'You cannot write in this conversation.',
  closed: 'The club has closed this conversation. Your text is still here.',
  tooLate: 'You can change a message for 15 minutes after you have sent it.',
  deleted: 'This message has been deleted.',
  ownMessage: 'You can only report messages of others. You can delete your own.',
  reportSubject: 'Reported message',
  report: ({ name, at, where }: Reported) => `I report this message from ${name}, written on ${at} (${where}):`,
};

const de: typeof en = {
  cannotWrite: 'In dieser Unterhaltung kannst du nicht schreiben.',
  closed: 'Der Verein hat diese Unterhaltung geschlossen. Dein Text ist noch da.',
  tooLate: 'Du kannst eine Nachricht 15 Minuten lang ändern, nachdem du sie gesendet hast.',
  deleted: 'Diese Nachricht wurde gelöscht.',
  ownMessage: 'Du kannst nur Nachrichten von anderen melden. Deine eigenen kannst du löschen.',
  reportSubject: 'Gemeldete Nachricht',
  report: ({ name, at, where }) => `Ich melde diese Nachricht von ${name}, geschrieben am ${at} (${where}):`,
};

interface Reported {
  name: string;
  at: string;
  /** How the staff find the conversation. */
  where: string;
}

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
