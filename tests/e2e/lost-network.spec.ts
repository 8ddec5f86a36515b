import type { Page } from '@playwright/test';
import { hold } from '../support/hold';
import { expect, fillLogin, hydrated, test } from '../support/test';
import type { Translate } from '../support/texts';

async function open(page: Page, path: string) {
  await page.goto(path);
  await hydrated(page, { javaScriptEnabled: true });
}

/** Waits until the browser has finished the work of the last answer. */
const idle = (page: Page) => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

/** Waits until the router knows these routes. It requests the routes of links and forms once script runs. */
const knows = (page: Page, ...ids: string[]) =>
  page.waitForFunction((all) => all.every((id) => id in window.__remixManifest.routes), ids);

const noted = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-noted', ''));
const isSamePage = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-noted', '');

test.describe('a lost network', { tag: '@js' }, () => {
  // The router prefetches what the links of a page need, and logs a failure.
  test.use({ expectedFaults: [[/Failed to fetch manifest patches/], { scope: 'test' }] });
  const toast = (page: Page, t: Translate) => page.getByRole('alert').filter({ hasText: t('shell.offline.text') });
  const retry = (page: Page, t: Translate) => toast(page, t).getByRole('button', { name: t('ui.retry') });

  for (const language of ['en', 'de'] as const) {
    test.describe(language, () => {
      test.use({ language });
      test('keeps the form that was sent, and sends it again', async ({ page, context, member, t }) => {
        const mira = await member({ language });
        await open(page, '/login');
        await context.setOffline(true);
        await fillLogin(page, mira);
        await expect(toast(page, t)).toHaveCount(1);
        const failed = page.waitForEvent('requestfailed');
        await retry(page, t).click();
        await failed;
        await idle(page);
        await expect(toast(page, t)).toHaveCount(1);
        await expect(page.locator('input[name=email]')).toHaveValue(mira.email);
        await context.setOffline(false);
        await retry(page, t).click();
        await expect(page).toHaveURL(/\/dashboard$/);
        await expect(toast(page, t)).toHaveCount(0);
      });
    });
  }

  test('keeps the page when the next one cannot be loaded', async ({ page, context, t }) => {
    await open(page, '/login');
    await noted(page);
    await page.locator('input[name=email]').fill('typed@example.org');
    await knows(page, 'session/register.route', 'session/recover.route');
    await context.setOffline(true);
    await page.getByRole('link', { name: t('session:login.apply') }).click();
    await expect(toast(page, t)).toHaveCount(1);
    await page.getByRole('link', { name: t('session:login.forgot') }).click();
    await expect(toast(page, t)).toHaveCount(1);
    await expect(page.locator('input[name=email]')).toHaveValue('typed@example.org');
    await context.setOffline(false);
    await retry(page, t).click();
    await expect(page).toHaveURL(/\/recover$/);
    await isSamePage(page);
  });

  test('keeps the page when the router does not know the next one yet', async ({ page, context, t }) => {
    // The router asks ahead for the routes of a page's links. Those answers never come.
    let isAhead = true;
    await page.route('**/__manifest?*', (route) => (isAhead ? undefined : route.continue()));
    await open(page, '/login');
    await noted(page);
    await page.locator('input[name=email]').fill('typed@example.org');
    await context.setOffline(true);
    isAhead = false;
    expect(await page.evaluate(() => 'session/recover.route' in window.__remixManifest.routes)).toBe(false);
    await page.getByRole('link', { name: t('session:login.forgot') }).click();
    await expect(toast(page, t)).toHaveCount(1);
    await expect(page.locator('input[name=email]')).toHaveValue('typed@example.org');
    await context.setOffline(false);
    await retry(page, t).click();
    await expect(page).toHaveURL(/\/recover$/);
    await isSamePage(page);
  });

  test('keeps the page at the switches of language and script', async ({ page, context, t }) => {
    await open(page, '/login');
    await noted(page);
    await page.locator('input[name=email]').fill('typed@example.org');
    await context.setOffline(true);
    await page.getByRole('button', { name: t('shell.footer.light') }).click();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await expect(toast(page, t)).toHaveCount(1);
    await isSamePage(page);
    await expect(page.locator('input[name=email]')).toHaveValue('typed@example.org');
  });

  test('says that a member may still be signed in after a logout', async ({
    page,
    context,
    member,
    signInByCookie,
    t,
  }) => {
    await signInByCookie(await member());
    await open(page, '/dashboard');
    await context.setOffline(true);
    await page.getByRole('button', { name: t('shell.logout') }).click();
    const notice = page.getByRole('alert').filter({ hasText: t('shell.offline.logout') });
    await expect(notice).toHaveCount(1);
    await context.setOffline(false);
    await notice.getByRole('button', { name: t('ui.retry') }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test('does not keep a member from locking later', async ({ page, context, member, signInByCookie, t }) => {
    await signInByCookie(await member());
    await open(page, '/dashboard');
    await noted(page);
    await knows(page, 'session/lock.route');
    await context.setOffline(true);
    await page.getByRole('button', { name: t('shell.lock') }).click();
    await expect(toast(page, t)).toHaveCount(1);
    await context.setOffline(false);
    await retry(page, t).click();
    await expect(page.getByRole('heading', { name: t('session:lock.heading') })).toBeVisible();
    await isSamePage(page);
  });
});

test.describe('texts that cannot be loaded', { tag: '@js' }, () => {
  test('once are asked for again', async ({ page }) => {
    let asked = 0;
    await page.route('**/locales/*/session.json*', (route) =>
      asked++ === 0 ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await open(page, '/login');
    expect(asked).toBe(2);
  });

  test('leave the page as it is without script', async ({ page, member, t }) => {
    const mira = await member();
    let asked = 0;
    await page.route('**/locales/*/session.json*', (route) => {
      asked++;
      return route.fulfill({ status: 503 });
    });
    await page.goto('/login');
    await page.waitForFunction(() => {
      const answered = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/session.json'));
      return answered.length === 2;
    });
    await idle(page);
    expect(asked).toBe(2);
    await expect(page.getByRole('button', { name: t('ui.reveal_password') })).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('session:login.heading'));
    await fillLogin(page, mira);
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('leave going to other pages to the browser', async ({ page, member, signInByCookie, t }) => {
    await signInByCookie(await member());
    await page.route('**/locales/*/session.json*', (route) => route.fulfill({ status: 503 }));
    await open(page, '/dashboard');
    await noted(page);
    await page.getByRole('button', { name: t('shell.lock') }).click();
    await expect(page.getByRole('heading', { name: t('session:lock.heading') })).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-noted', '');
  });

  test('leave the page in its language, until the member asks again', async ({ page, t }) => {
    await open(page, '/login');
    let refused = 0;
    await page.route('**/locales/de/*', async (route) => {
      await route.fulfill({ status: 503 });
      refused += 1;
    });
    // Two files, and each once more: while the choice is sent, and when the page's data has come.
    await page.route('**/language.data*', async (route) => {
      await expect.poll(() => refused).toBeGreaterThanOrEqual(4);
      await route.continue();
    });
    const german = page.getByRole('button', { name: 'Deutsch' });
    await german.click();
    await expect.poll(() => refused).toBe(8);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('session:login.heading'));
    await page.unroute('**/locales/de/*');
    await german.click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('button', { name: 'English' })).toBeVisible();
  });
});

test.describe('texts that come late', { tag: '@js' }, () => {
  test('bring no page that the member has gone back from', async ({ page, member, signInByCookie }) => {
    await signInByCookie(await member());
    await open(page, '/dashboard');
    const link = (path: string) => page.locator(`nav a[href="${path}"]`).first();
    await link('/posts').click();
    await expect(page).toHaveURL(/\/posts$/);
    const release = await hold(page, '**/locales/*/growing.json*');
    const late = page.waitForResponse('**/locales/*/growing.json*');
    await link('/growing').click();
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
    release();
    await (await late).finished();
    await idle(page);
    await idle(page);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(link('/dashboard')).toHaveAttribute('aria-current', 'page');
  });
});

test.describe('code that is gone', { tag: '@js' }, () => {
  test.use({ expectedFaults: [[/register\.route-.* answers 404/], { scope: 'test' }] });
  test('leaves going there to the browser', async ({ page, t }) => {
    await page.route('**/assets/register.route-*.js', (route) => route.fulfill({ status: 404 }));
    await open(page, '/login');
    await knows(page, 'session/register.route');
    await noted(page);
    await page.getByRole('link', { name: t('session:login.apply') }).click();
    await expect(page).toHaveURL(/\/register$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('session:register.heading'));
    await expect(page.locator('html')).not.toHaveAttribute('data-noted', '');
  });
});
