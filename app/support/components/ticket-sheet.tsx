import fileSheet from '../../ui/css/file.css?url';
import ticketSheet from '../../ui/css/ticket.css?url';
import { proseSheet, saidSheet } from '../../ui/shared-sheets';
import documentSheet from '../ticket-document.css?url';

/** What a route of contact and tickets names as the style sheet of its document. */
export { documentSheet };

/**
 * The rules of contact and tickets, for a page that script has opened from another module. A page load has them in its
 * one style sheet, which stays in the head.
 */
export function TicketSheet() {
  const isPageLoad = typeof document === 'undefined' || document.head.querySelector(`link[href="${documentSheet}"]`);
  if (isPageLoad) return null;
  return (
    <>
      {[saidSheet, fileSheet, proseSheet, ticketSheet].map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
    </>
  );
}
