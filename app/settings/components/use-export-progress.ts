import type { SerializeFrom } from '@remix-run/node';
import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { loader as pageLoader } from '../privacy.route';

export type ExportState = SerializeFrom<typeof pageLoader>['dataExport'];

const EVERY_MS = 2000;

/**
 * Returns the current state of the export. While it is being made and the page is visible, it asks again and again.
 * These requests are marked as background, so that they keep no session alive. When it is made, the page reloads its
 * data.
 */
export function useExportProgress(loaded: ExportState): ExportState {
  const { revalidate } = useRevalidator();
  const [seen, setSeen] = useState<{ after: ExportState; state: ExportState } | null>(null);
  const isMade = loaded.state === 'waiting' || loaded.state === 'running';
  useEffect(() => {
    if (!isMade) return;
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible') return;
      const state = await askForProgress();
      if (state?.state === 'waiting' || state?.state === 'running') setSeen({ after: loaded, state });
      else if (state) revalidate();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isMade, loaded, revalidate]);
  return isMade && seen?.after === loaded ? seen.state : loaded;
}

async function askForProgress(): Promise<ExportState | null> {
  try {
    const answer = await fetch('/settings/privacy/export', { headers: { 'x-background': '1' } });
    return answer.ok ? await answer.json() : null;
  } catch {
    // Without a network the page itself says so.
    return null;
  }
}
