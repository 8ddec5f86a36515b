import { type Page, test } from '@playwright/test';

/** The file behind a link or an address that is a download, saved where the test may read it. */
export async function download(page: Page, start: () => Promise<unknown>): Promise<{ name: string; path: string }> {
  const waiting = page.waitForEvent('download');
  // An address that is a download never arrives as a page.
  await start().catch(() => {});
  const file = await waiting;
  const name = file.suggestedFilename();
  const path = test.info().outputPath(name);
  await file.saveAs(path);
  return { name, path };
}
