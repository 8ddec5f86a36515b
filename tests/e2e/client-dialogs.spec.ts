import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { type ForeignUpstream, startForeignUpstream } from '../support/foreign-upstream';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { expect, fillLogin, hydrated, test } from '../support/test';
import type { Translate } from '../support/texts';

async function open(page: Page, path: string) {
  // The dialogs' own file is loaded when the browser is idle.
  const dialogs = page.waitForResponse(/script-dialogs-.*\.js$/);
  await page.goto(path);
  await hydrated(page, { javaScriptEnabled: true });
  await (await dialogs).finished();
  await page.evaluate(() => document.documentElement.setAttribute('data-noted', ''));
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
    await open(page, '/settings/devices');
    await announce(page);
    await expect(dialog(page, t)).toBeVisible();
    await expect(dialog(page, t)).toContainText(t('shell.update.text'));
    await expect(dialog(page, t)).toBeFocused();
    await expect(page.getByText(t('shell.update.held'))).toHaveCount(0);
    await page.clock.runFor(4500);
    await isSamePage(page);
    await page.clock.runFor(1000);
    await isNewPage(page);
    await expect(page).toHaveURL(/\/settings\/devices$/);
  });

  test('is loaded at once on request, also one without a number', async ({ page, t }) => {
    await open(page, '/settings/devices');
    await announce(page, null);
    await apply(page, t).click();
    await isNewPage(page);
  });

  test('waits when it is put off, and is not told of twice', async ({ page, t }) => {
    await open(page, '/settings/devices');
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

  test('is only flagged while plants are bought', async ({ page, t }) => {
    await open(page, '/growing/sale/SL-0');
    await announce(page);
    const flag = page.getByRole('status').filter({ hasText: t('shell.update.title') });
    await expect(flag).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.clock.runFor(60_000);
    await isSamePage(page);
    await apply(page, t).click();
    await isNewPage(page);
    await expect(flag).toHaveCount(0);
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
    await open(page, '/settings/devices');
    let isUp = false;
    await page.route('**/healthz', (route) => (isUp ? route.continue() : route.fulfill({ status: 503 })));
    await announce(page);
    await apply(page, t).click();
    const toast = page.getByRole('alert').filter({ hasText: t('shell.offline.title') });
    await expect(toast).toBeVisible();
    await expect(dialog(page, t)).toBeHidden();
    await isSamePage(page);
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

test.describe('new messages', () => {
  let upstream: ForeignUpstream;
  let web: ServerProcess;
  test.beforeAll(async ({ club }) => {
    upstream = await startForeignUpstream(club.url);
    web = await startServerProcess({ UPSTREAM_URL: upstream.url, SESSION_SECRET: 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa' });
  });
  test.afterAll(async () => {
    await web.stop();
    await upstream.close();
  });

  /** The club's own answer, with a chat in it. */
  const headerWith =
    (clubUrl: string, unread: number) => async (request: IncomingMessage, response: ServerResponse) => {
      const { authorization = '' } = request.headers;
      const answer = await fetch(`${clubUrl}/api/user/header`, {
        headers: { authorization, accept: 'application/json' },
      });
      const header = (await answer.json()) as { notifications?: object };
      const chat = { unread_count: unread, unread_message_conversation_id: 12 };
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...header, notifications: { ...header.notifications, chat } }));
    };
  const closed = { register_intro_closed: true, android_app_closed: true };
  const popUp = (page: Page, t: Translate) => page.getByRole('dialog', { name: t('shell.new_messages.title') });

  test('are told of once, and lead to the conversation', async ({ page, club, member, t, javaScriptEnabled }) => {
    upstream.override('GET /user/header', headerWith(club.url, 3));
    const mira = await member({ instructionState: closed });
    await page.goto(`${web.url}/login`);
    await fillLogin(page, mira);
    const icon = page.getByRole('banner').getByRole('link', { name: t('shell.chat_other', { count: 3 }) });
    await expect(icon).toHaveAttribute('href', '/chat/12');
    if (!javaScriptEnabled) {
      // The number in the top bar says it all; nothing covers the page.
      await expect(page.getByRole('dialog')).toHaveCount(0);
      return;
    }
    await expect(popUp(page, t)).toContainText(t('shell.chat_other', { count: 3 }));
    await expect(popUp(page, t)).toBeFocused();
    const isMarked = () => page.waitForResponse((response) => response.url().endsWith('/new-messages.data'));
    let marked = isMarked();
    await popUp(page, t)
      .getByRole('link', { name: t('shell.new_messages.open') })
      .click();
    expect((await marked).status()).toBe(200);
    await expect(page).toHaveURL(`${web.url}/chat/12`);
    await expect(popUp(page, t)).toBeHidden();
    await page.goto(`${web.url}/settings/devices`);
    await hydrated(page, { javaScriptEnabled });
    await expect(icon).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(popUp(page, t)).toBeHidden();

    // The logout forgets it (specification, section 4).
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('shell.logout') })
      .click();
    await expect(page).toHaveURL(/\/login$/);
    await fillLogin(page, mira);
    await expect(popUp(page, t)).toBeVisible();
    marked = isMarked();
    await page.keyboard.press('Escape');
    expect((await marked).status()).toBe(200);
    await page.reload();
    await hydrated(page, { javaScriptEnabled });
    await page.waitForLoadState('networkidle');
    await expect(popUp(page, t)).toBeHidden();
  });

  for (const [who, unread, instructionState] of [
    ['a single one', 1, closed],
    ['a member with an open introduction', 3, { register_intro_closed: true }],
  ] as const) {
    test(`are not told of for ${who}`, async ({ page, club, member, t, javaScriptEnabled }) => {
      upstream.override('GET /user/header', headerWith(club.url, unread));
      await page.goto(`${web.url}/login`);
      await fillLogin(page, await member({ instructionState }));
      await expect(page.getByRole('banner').getByRole('link', { name: /unread message/ })).toBeVisible();
      await hydrated(page, { javaScriptEnabled });
      await page.waitForLoadState('networkidle');
      await expect(popUp(page, t)).toBeHidden();
    });
  }
});
