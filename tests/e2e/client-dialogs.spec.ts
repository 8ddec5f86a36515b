import type { Page } from '@playwright/test';
import { stopTime } from '../support/clock';
import { expect, fillLogin, hydrated, test } from '../support/test';
import type { Translate } from '../support/texts';

async function open(page: Page, path: string) {
  // The browser loads the file of the dialogs when it is idle.
  const dialogs = page.waitForResponse(/script-dialogs-.*\.js$/);
  await page.goto(path);
  await hydrated(page, { javaScriptEnabled: true });
  await (await dialogs).finished();
  await page.evaluate(() => document.documentElement.setAttribute('data-noted', ''));
}

/** Opens a page whose time stands still, because the page reloads by itself five seconds after word of a version. */
async function openStopped(page: Page, path: string) {
  await open(page, path);
  await stopTime(page);
}

const announce = (page: Page, version: string | null = '2999.1') =>
  page.evaluate((newest) => {
    const detail = newest === null ? undefined : { version: newest };
    window.dispatchEvent(new CustomEvent('almende:client-updated', { detail }));
  }, version);

const isSamePage = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-noted', '');
const isNewPage = async (page: Page) => {
  await expect(page.locator('html')).not.toHaveAttribute('data-noted', '');
  await hydrated(page, { javaScriptEnabled: true });
};
const dialog = (page: Page, t: Translate) => page.getByRole('dialog', { name: t('shell.update.title') });
const apply = (page: Page, t: Translate) => page.getByRole('button', { name: t('shell.update.apply') });
const later = (page: Page, t: Translate) => page.getByRole('button', { name: t('shell.update.later') });

test.describe('a new version', { tag: '@js' }, () => {
  test.beforeEach(async ({ page, member, signInByCookie }) => {
    await signInByCookie(await member());
    await page.clock.install();
  });

  test('is told of, and loaded after five seconds', async ({ page, t }) => {
    await openStopped(page, '/settings/devices');
    await announce(page);
    await expect(dialog(page, t)).toBeVisible();
    await expect(dialog(page, t)).toContainText(t('shell.update.text'));
    await expect(dialog(page, t)).toBeFocused();
    await expect(page.getByText(t('shell.update.held'))).toHaveCount(0);
    await page.clock.runFor(4500);
    await isSamePage(page);
    await page.clock.runFor(1000);
    await page.clock.resume();
    await isNewPage(page);
    await expect(page).toHaveURL(/\/settings\/devices$/);
  });

  test('is loaded at once on request, also one without a number', async ({ page, t }) => {
    await openStopped(page, '/settings/devices');
    await announce(page, null);
    await apply(page, t).click();
    await page.clock.resume();
    await isNewPage(page);
  });

  test('waits when it is put off, and is not told of twice', async ({ page, t }) => {
    await openStopped(page, '/settings/devices');
    await announce(page);
    await later(page, t).click();
    await expect(dialog(page, t)).toBeHidden();
    await announce(page);
    await page.clock.runFor(60_000);
    await expect(dialog(page, t)).toBeHidden();
    await isSamePage(page);
    await announce(page, '2999.2');
    await expect(dialog(page, t)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.clock.runFor(60_000);
    await expect(dialog(page, t)).toBeHidden();
    await isSamePage(page);
  });

  test('waits for what was typed, says so, and brings it back', async ({ page, t }) => {
    await open(page, '/ui/form');
    const subject = page.getByLabel(t('ui.form.subject'));
    await subject.fill('Three seedlings');
    await announce(page);
    await expect(dialog(page, t).getByRole('status')).toHaveText(t('shell.update.held'));
    await page.clock.runFor(60_000);
    await isSamePage(page);
    await apply(page, t).click();
    await isNewPage(page);
    await expect(page.getByText(t('shell.draft.restored'))).toBeVisible();
    await expect(subject).toHaveValue('Three seedlings');
  });

  test('waits for a password that no draft keeps, and gives the focus back', async ({ page, t }) => {
    await open(page, '/ui/form');
    const password = page.getByLabel(t('ui.form.password'), { exact: true });
    await password.fill('half a pass');
    await announce(page);
    await expect(dialog(page, t).getByRole('status')).toHaveText(t('shell.update.held'));
    await page.keyboard.type('word ');
    await page.clock.runFor(60_000);
    await expect(dialog(page, t)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(password).toBeFocused();
    await expect(password).toHaveValue('half a pass');
    await isSamePage(page);
  });

  test('is only flagged while plants are bought, on each page of it', async ({ page, t }) => {
    const flag = page.getByRole('status').filter({ hasText: t('shell.update.ready') });
    const isOnlyFlagged = async () => {
      await hydrated(page, { javaScriptEnabled: true });
      await announce(page);
      await expect(flag).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.clock.runFor(60_000);
      await expect(flag).toBeVisible();
    };
    await page.goto('/growing/sale');
    await isOnlyFlagged();
    await page.reload();
    await page.getByRole('link', { name: t('growing:sales.buy', { room: 'House 4' }) }).click();
    await isOnlyFlagged();
    await page.getByLabel(t('growing:sale.quantity')).fill('3');
    await page.getByRole('button', { name: t('growing:sale.check') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('growing:sale.review') })).toBeVisible();
    await page.reload();
    await isOnlyFlagged();
    await page.evaluate(() => document.documentElement.setAttribute('data-noted', ''));
    await page.clock.runFor(60_000);
    await isSamePage(page);
    await flag.getByRole('button', { name: t('shell.update.reload') }).click();
    await isNewPage(page);
    await expect(flag).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: t('growing:sale.review') })).toBeVisible();
  });

  test('that runs already is none', async ({ page, t }) => {
    await open(page, '/settings/devices');
    const version = await page.getByRole('contentinfo').locator('.num').innerText();
    await announce(page, version);
    await page.clock.runFor(60_000);
    await expect(dialog(page, t)).toBeHidden();
    await isSamePage(page);
  });

  test('is loaded once the server is there again', async ({ page, t }) => {
    await openStopped(page, '/settings/devices');
    let isUp = false;
    await page.route('**/healthz', (route) => (isUp ? route.continue() : route.fulfill({ status: 503 })));
    await announce(page);
    await apply(page, t).click();
    const toast = page.getByRole('alert').filter({ hasText: t('shell.offline.title') });
    await expect(toast).toBeVisible();
    await expect(dialog(page, t)).toBeHidden();
    await isSamePage(page);
    await page.clock.resume();
    isUp = true;
    await toast.getByRole('button', { name: t('ui.retry') }).click();
    await isNewPage(page);
  });

  test.describe('in the native app', () => {
    test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130 AlmendeApp/3.1' });
    test('is the matter of the app', async ({ page, t }) => {
      await open(page, '/settings/devices');
      await announce(page);
      await page.clock.runFor(60_000);
      await expect(dialog(page, t)).toBeHidden();
      await isSamePage(page);
    });
  });
});

test('of two dialogs one is open, the refusal first', { tag: '@js' }, async ({ page, t }) => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/login.data', async (route) => {
    const response = await route.fetch();
    await answered;
    await route.fulfill({ response, status: 500 });
  });
  await open(page, '/login');
  await fillLogin(page, { email: 'nobody.there@example.org', password: 'not the password' });
  await announce(page);
  await expect(dialog(page, t)).toBeVisible();
  answer();
  await expect(page.getByRole('dialog')).toContainText(t('problem.server.text'));
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog(page, t)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await later(page, t).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
