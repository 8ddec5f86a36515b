import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { useShownTexts } from '../i18n/texts.client';
import { TextsContext } from '../i18n/use-translation';
import { guardNavigation } from './navigation.client';

/** Does what has to be done before anything is hydrated. */
export async function prepareHydration() {
  nameHistoryEntry();
  await decodeState();
}

/** Gives the history entry a key for the position in `ScrollRestoration`. Entries without a key would share one. */
function nameHistoryEntry() {
  const { state } = window.history;
  if (!state?.key) window.history.replaceState({ ...state, key: String(performance.timeOrigin) }, '');
}

/**
 * Decodes the page's data before hydration. Remix would decode it in its first render and suspend. A key or click in
 * that moment makes React hydrate at once, which fails while it is suspended (React error 345).
 */
async function decodeState() {
  try {
    RemixBrowser({});
  } catch (pending) {
    await pending;
  }
}

/**
 * Hydrates the container, not the document. A browser extension may add nodes to the document. React would then render
 * the whole page again, and typed text would be lost.
 */
export function hydrate(container: Element) {
  startTransition(() => {
    hydrateRoot(
      container,
      <StrictMode>
        <Browser />
      </StrictMode>,
    );
  });
}

function Browser() {
  // A layout effect, because it runs before React handles any click.
  useLayoutEffect(() => guardNavigation(), []);
  return (
    <TextsContext.Provider value={useShownTexts()}>
      <RemixBrowser />
    </TextsContext.Provider>
  );
}
