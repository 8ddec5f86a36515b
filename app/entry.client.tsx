import { watchRequests } from './platform/browser/connection.client';
import { reportErrorsWhenIdle } from './platform/browser/error-reporting.client';
import { startTexts } from './platform/i18n/texts.client';
import { hydrate, prepareHydration } from './platform/remix/hydration.client';

async function start() {
  const container = document.getElementById('app');
  if (!container || !(await startTexts())) return;
  await prepareHydration();
  watchRequests();
  hydrate(container);
  reportErrorsWhenIdle();
}

void start();
