import { proseSheet } from '../../ui/shared-sheets';
import documentSheet from '../faq-document.css?url';

/** What the route of questions and answers names as the style sheet of its document. */
export { documentSheet };

/** The rules of answers, for a page that script has opened from another module. A page load has them in its one sheet. */
export function FaqSheet() {
  const isPageLoad = typeof document === 'undefined' || document.head.querySelector(`link[href="${documentSheet}"]`);
  return isPageLoad ? null : <link rel="stylesheet" href={proseSheet} />;
}
