/** The form of the workshop, and what the tab keeps of it. */
import type { Page } from '@playwright/test';
import { hydrated } from './test';
import type { Translate } from './texts';

export const TYPED = 'Three seedlings';

export async function open(page: Page, path: string) {
  await page.goto(path);
  await hydrated(page, { javaScriptEnabled: true });
}

export async function reload(page: Page) {
  await page.reload();
  await hydrated(page, { javaScriptEnabled: true });
}

export const subject = (page: Page, t: Translate) => page.getByLabel(t('ui.form.subject'));
export const message = (page: Page, t: Translate) => page.getByLabel(t('ui.form.message'), { exact: true });
export const password = (page: Page, t: Translate) => page.getByLabel(t('ui.form.password'), { exact: true });
export const note = (page: Page, t: Translate) =>
  page.getByRole('status').filter({ hasText: t('shell.draft.restored') });
export const send = (page: Page, t: Translate) => page.getByRole('button', { name: t('ui.form.send'), exact: true });
export const kept = (page: Page) =>
  page.evaluate(() =>
    Object.values({ ...sessionStorage })
      .filter((text) => text.includes('"forms"'))
      .join(),
  );

/** Adds a field that the form's schema does not know, so that the server refuses the form. */
export const spoil = (page: Page) =>
  page.locator('form#workshop').evaluate((form) => {
    const extra = document.createElement('input');
    Object.assign(extra, { type: 'hidden', name: 'extra', value: 'x' });
    form.append(extra);
  });
