import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * What this tab shows: path, key, title, language, and the key of the navigation that brought the title. It is kept
 * here because a page and the error in its place are two components. It is a list because names add to every page.
 */
let shown: readonly string[] = [];

/** Links that lead to another part of the same list: its pages, what is new in it, and its entry in the menu. */
const TURNS = '.pages, .arrived, .nav';

/**
 * Moves the focus to the content of a new page, as a page load of the browser would reset it, so that users of a
 * keyboard or screen reader begin there. It does the same for a new step of the same page, which has another title, and
 * if the focused element is gone, out of sight, or a link that turned the pages of a list. If the address names a part
 * of the page, the focus goes there. A dialog, an error summary or a field for a code that has the focus keeps it.
 * @param title of the step
 * @param language of the page and of its texts, which arrive later; another one is not another step
 */
export function useFocusOnNewPage(title: string, language: string) {
  const { pathname, hash, key } = useLocation();
  useEffect(() => {
    const [path, lastKey, lastTitle, lastLanguage, since = key] = shown;
    const isSame = path === pathname && lastTitle === title;
    shown = [pathname, key, title, language, isSame ? since : key];
    if (!path) return;
    const isOther = !isSame && (path !== pathname || (since !== key && lastLanguage === language));
    const { activeElement, body } = document;
    const isLost =
      lastKey !== key &&
      (activeElement === body || activeElement?.closest(TURNS) || (activeElement && isOutOfSight(activeElement)));
    if (!isOther && !isLost) return;
    if (activeElement?.closest('.summary, dialog, [autocomplete=one-time-code]')) return;
    // A part that takes no focus leaves it to the content.
    for (const id of ['content', hash.slice(1)]) document.getElementById(id)?.focus({ preventScroll: true });
  }, [pathname, hash, key, title, language]);
}

/** As after a form far below has led back to the top of its page. */
function isOutOfSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom < 0 || top > innerHeight;
}
