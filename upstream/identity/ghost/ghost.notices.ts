import type { GhostMode } from '../../http/env';
import type { NewNotification } from '../../notifications/notifications';

/** A member of staff has entered the member's area. */
export const ghostAccessNotice = (
  userId: number,
  { actorName, reason, readOnly }: GhostMode,
  now: Date,
): NewNotification => ({
  userId,
  type: 'security.ghost_access',
  title: {
    en: `${actorName} of our staff is looking at your account`,
    de: `${actorName} aus unserem Team sieht sich dein Konto an`,
  },
  description: {
    en: `Reason: “${reason}” ${readOnly ? 'Nothing can be changed.' : 'Little can be changed, and never money, passwords or terms.'} It lasts 30\u00a0minutes at most. You see every opened page and can end it at any time.`,
    de: `Grund: „${reason}“ ${readOnly ? 'Ändern lässt sich dabei nichts.' : 'Ändern lässt sich dabei wenig, und niemals Geld, Passwörter oder Bedingungen.'} Es dauert höchstens 30\u00a0Minuten. Du siehst jede Seite, die geöffnet wurde, und kannst es jederzeit beenden.`,
  },
  class: 'eye',
  status: 'warning',
  url: '/settings/privacy#ghost-access',
  now,
});
