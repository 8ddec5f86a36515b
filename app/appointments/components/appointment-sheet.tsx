import appointmentSheet from '../../ui/css/appointment.css?url';
import soilSheet from '../../ui/css/soil.css?url';
import { proseSheet } from '../../ui/shared-sheets';
import documentSheet from '../document.css?url';

/** What a route of appointments names as the style sheet of its document. */
export { documentSheet };

/**
 * The rules of appointments, for a page that script has opened from another module. A page load has them in its one
 * style sheet, which stays in the head.
 */
export function AppointmentSheet() {
  const isPageLoad = typeof document === 'undefined' || document.head.querySelector(`link[href="${documentSheet}"]`);
  if (isPageLoad) return null;
  return (
    <>
      {[proseSheet, soilSheet, appointmentSheet].map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
    </>
  );
}
