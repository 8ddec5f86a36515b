import { type Page, test } from '@playwright/test';

/** Saves the file of a link or an address that is a download, where the test may read it. */
export async function download(page: Page, start: () => Promise<unknown>): Promise<{ name: string; path: string }> {
  const waiting = page.waitForEvent('download');
  // Navigation to a download never completes.
  await start().catch(() => {});
  const file = await waiting;
  const name = file.suggestedFilename();
  const path = test.info().outputPath(name);
  await file.saveAs(path);
  return { name, path };
}
