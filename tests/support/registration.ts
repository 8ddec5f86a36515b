import type { Page } from '@playwright/test';
import type { Translate } from './texts';

/** A strong password, which nobody else has. */
export const newPassword = 'drei grüne Wiesen im Mai';

let applicants = 0;
export const newEmail = () => `applicant.${process.pid}.${++applicants}@example.org`;

/** Fills in the open registration page for Jonas Öztürk-Weiß, and agrees to all terms. */
export async function fillApplication(page: Page, t: Translate, email: string) {
  await page.getByLabel(t('session:firstname'), { exact: true }).fill('Jonas');
  await page.getByLabel(t('session:lastname'), { exact: true }).fill('Öztürk-Weiß');
  await page.getByLabel(t('session:email'), { exact: true }).fill(email);
  await page.getByLabel(t('session:birthdate'), { exact: true }).fill('1991-02-28');
  await page.getByLabel(t('session:country'), { exact: true }).selectOption('AT');
  await page.getByLabel(t('session:password'), { exact: true }).fill(newPassword);
  await page.getByLabel(t('session:password_confirmation'), { exact: true }).fill(newPassword);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
}
