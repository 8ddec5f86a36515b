/** Notifications about exports and deletion. `hasOwnMail` marks those with a mail of their own. */
import type { NewNotification } from '../notifications/notifications';

const common = { class: 'lock', url: '/settings/privacy' } as const;

/** The export is ready. */
export const exportReadyNotice = (userId: number, now: Date): NewNotification => ({
  ...common,
  userId,
  type: 'security.export_ready',
  title: { en: 'Your data export is ready', de: 'Dein Datenexport ist fertig' },
  description: {
    en: 'You can download it for 7\u00a0days.',
    de: 'Du kannst ihn 7\u00a0Tage lang herunterladen.',
  },
  status: 'success',
  hasOwnMail: true,
  now,
});

/** The export failed three times. */
export const exportFailedNotice = (userId: number, now: Date): NewNotification => ({
  ...common,
  userId,
  type: 'security.export_failed',
  title: { en: 'Your data export did not work', de: 'Dein Datenexport hat nicht geklappt' },
  description: {
    en: 'Something went wrong on our side. Please ask for it again.',
    de: 'Bei uns ist etwas schiefgegangen. Bitte fordere ihn noch einmal an.',
  },
  status: 'danger',
  now,
});

/** The deletion was requested by a signed-in person. */
export const deletionRequestedNotice = (userId: number, now: Date): NewNotification => ({
  ...common,
  userId,
  type: 'security.deletion_requested',
  title: { en: 'Your account will be deleted in 14\u00a0days', de: 'Dein Konto wird in 14\u00a0Tagen gelöscht' },
  description: {
    en: 'Until then you can keep it with one click. If this was not you, set a new password at once.',
    de: 'Bis dahin kannst du es mit einem Klick behalten. Wenn du das nicht warst, setze sofort ein neues Passwort.',
  },
  status: 'warning',
  hasOwnMail: true,
  now,
});
