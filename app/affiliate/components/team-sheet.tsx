import sheet from '../../ui/css/team.css?url';
import documentSheet from '../document.css?url';

/** What a route of the team names as the style sheet of its document. */
export { documentSheet };

/**
 * The rules of the team, for a page that script has opened from another module. A page load has them in its one style
 * sheet, which stays in the head.
 */
export function TeamSheet() {
  const isPageLoad = typeof document === 'undefined' || document.head.querySelector(`link[href="${documentSheet}"]`);
  return isPageLoad ? null : <link rel="stylesheet" href={sheet} />;
}
