import sheet from '../../ui/css/growth.css?url';
import documentSheet from '../document.css?url';

/** What a route of growing names as the style sheet of its document. */
export { documentSheet };

/**
 * The rules of growing, for a page that script has opened from another module. A page load has them in its one style
 * sheet, which stays in the head.
 */
export function GrowingSheet() {
  const isPageLoad = typeof document === 'undefined' || document.head.querySelector(`link[href="${documentSheet}"]`);
  return isPageLoad ? null : <link rel="stylesheet" href={sheet} />;
}
