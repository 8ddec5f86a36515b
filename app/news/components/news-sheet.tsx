import newsSheet from '../../ui/css/news.css?url';
import { proseSheet } from '../../ui/shared-sheets';
import documentSheet from '../document.css?url';

/** What a route of news names as the style sheet of its document. */
export { documentSheet };

/** The rules of news, for a page that script has opened from another module. A page load has them in its one sheet. */
export function NewsSheet() {
  const isPageLoad = typeof document === 'undefined' || document.head.querySelector(`link[href="${documentSheet}"]`);
  if (isPageLoad) return null;
  return (
    <>
      {[proseSheet, newsSheet].map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
    </>
  );
}
