/** Where `ScrollRestoration` keeps the positions of pages, by the key of their history entry. */
const POSITIONS = 'positions';

/**
 * What `ScrollRestoration` would have done in an inline script of every page: names the history entry, and puts the page
 * where it was left. The browser mostly did that itself, unless the entry was left for another one of the same document.
 */
export function enterHistory() {
  const { state } = window.history;
  if (!state?.key) {
    window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
    return;
  }
  if (window.scrollY !== 0) return;
  try {
    const positions = JSON.parse(sessionStorage.getItem(POSITIONS) ?? '{}');
    window.scrollTo(0, positions[state.key] ?? 0);
  } catch {
    // Where nothing may be kept, a page begins at its top.
  }
}
