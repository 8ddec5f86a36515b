import { RemixBrowser } from '@remix-run/react';
import i18next from 'i18next';
import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { watchRequests } from './platform/connection.client';
import { reportErrorsWhenIdle } from './platform/error-reporting.client';
import { startTexts } from './platform/i18n.client';
import { guardNavigation } from './platform/navigation.client';

/** Hydrates the container, never the document: a node that an extension put into the page must not cost what was typed. */
async function start() {
  const container = document.getElementById('app');
  if (!container || !(await startTexts())) return;
  nameHistoryEntry();
  await decodeState();
  watchRequests();
  startTransition(() => {
    hydrateRoot(
      container,
      <I18nextProvider i18n={i18next}>
        <StrictMode>
          <Browser />
        </StrictMode>
      </I18nextProvider>,
    );
  });
  reportErrorsWhenIdle(document.documentElement.dataset.sentry);
}

/** `ScrollRestoration` keeps a page's place by this name, and gives every entry that has none one and the same. */
function nameHistoryEntry() {
  const { state } = window.history;
  if (!state?.key) window.history.replaceState({ ...state, key: String(performance.timeOrigin) }, '');
}

/**
 * Remix decodes the page's data in its first render, which waits for it. A key or button that is pressed in that moment
 * makes React hydrate at once, and it cannot (its error 345); so the data is decoded before.
 */
async function decodeState() {
  try {
    RemixBrowser({});
  } catch (pending) {
    await pending;
  }
}

function Browser() {
  // Before anything can be pressed that React listens to.
  useLayoutEffect(() => guardNavigation(), []);
  return <RemixBrowser />;
}

void start();
