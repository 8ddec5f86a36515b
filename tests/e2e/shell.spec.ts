import type { Page } from '@playwright/test';
import { DISPLAY_SETTINGS, type DisplaySetting } from '../../app/platform/display';
import { PAPER } from '../../app/platform/theme-color';
import { expect, hydrated, test } from '../support/test';

/** The first picture of the page that the next one agrees with. */
async function settled(page: Page): Promise<Buffer> {
  let picture = await page.screenshot();
  await expect(async () => {
    const previous = picture;
    picture = await page.screenshot();
    expect(picture.equals(previous)).toBe(true);
  }).toPass();
  return picture;
}

test.describe('the menu on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('opens from its button, leads to a page and closes', async ({
    page,
    member,
    signInByCookie,
    t,
    javaScriptEnabled,
  }) => {
    await signInByCookie(await member());
    await page.goto('/dashboard');
    await hydrated(page, { javaScriptEnabled });
    const menu = page.getByRole('navigation', { name: t('shell.menu.label') });
    await expect(menu).toBeHidden();
    await page.getByRole('link', { name: t('shell.menu.open'), exact: true }).click();
    await expect(menu).toBeVisible();
    await menu.getByRole('link', { name: t('nav.growing') }).click();
    await expect(page).toHaveURL(/\/growing$/);
    await expect(menu).toBeHidden();
    await page.getByRole('link', { name: t('shell.menu.open'), exact: true }).click();
    await menu.getByRole('link', { name: t('shell.menu.close') }).click();
    await expect(menu).toBeHidden();
  });

  test('with script keeps the focus inside and closes on Escape', { tag: '@js' }, async ({
    page,
    member,
    signInByCookie,
    t,
  }) => {
    await signInByCookie(await member());
    await page.goto('/dashboard');
    await hydrated(page, { javaScriptEnabled: true });
    const opener = page.getByRole('link', { name: t('shell.menu.open'), exact: true });
    await opener.click();
    const menu = page.getByRole('navigation', { name: t('shell.menu.label') });
    await expect(menu.getByRole('link', { name: t('shell.menu.close') })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(menu.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
  });
});

test('every entry of the sidebar leads to its page, and what comes later says so', async ({
  page,
  member,
  signInByCookie,
  t,
}) => {
  await signInByCookie(await member());
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: t('shell.menu.label') });
  const links = await menu.getByRole('listitem').getByRole('link').all();
  expect(links.length).toBe(9);
  const entries = await Promise.all(
    links.map(async (link) => ({
      text: (await link.textContent()) ?? '',
      path: (await link.getAttribute('href')) ?? '',
    })),
  );
  for (const { text, path } of entries) {
    await page.goto(path);
    const current = menu.locator('a[aria-current=page]');
    await expect(current).toHaveText(text);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const isMarked = text.includes('Coming Soon!');
    await expect(page.getByRole('heading', { name: t('shell.soon.title') })).toBeVisible({ visible: isMarked });
  }
});

test.describe('display settings', () => {
  test.use({ viewport: { width: 1600, height: 900 } });
  test.describe.configure({ timeout: 180_000 });

  test('each of them can be seen', async ({ page, member, signInByCookie, club, javaScriptEnabled }) => {
    await signInByCookie(await member());
    // So low that there is something to scroll.
    await page.setViewportSize({ width: 1600, height: 500 });
    // A page without times, which change while the test looks.
    const path = '/growing';
    await page.goto(path);
    const csrf = (await page.locator('input[name=csrf]').first().getAttribute('value')) ?? '';
    const toggle = async (name: string) => {
      const form = { csrf, name };
      const answer = await page.request.post(`${club.url}/display`, { form, maxRedirects: 0 });
      expect(answer.status(), name).toBe(303);
    };
    /** Scrolled down, where it shows what stays in view and what stands at the end. */
    const look = async () => {
      // A page that is opened once more would go back to where it was by itself.
      await page.goto('about:blank');
      await page.goto(path);
      await hydrated(page, { javaScriptEnabled });
      await page.locator('html').evaluate(() => window.scrollTo(0, 400));
      return settled(page);
    };
    const before = await look();
    for (const name of DISPLAY_SETTINGS) {
      await toggle(name);
      expect((await look()).equals(before), name).toBe(false);
      await toggle(name);
    }
    expect((await look()).equals(before), 'two looks at the same page agree').toBe(true);
  });

  test('a name that is none is refused', async ({ page, member, signInByCookie, club }) => {
    await signInByCookie(await member());
    await page.goto('/dashboard');
    const csrf = (await page.locator('input[name=csrf]').first().getAttribute('value')) ?? '';
    const answer = await page.request.post(`${club.url}/display`, { form: { csrf, name: 'isWide' }, maxRedirects: 0 });
    expect(answer.status()).toBe(422);
  });

  test('colours and layout are set in the panel and stay', async ({
    page,
    member,
    signInByCookie,
    t,
    javaScriptEnabled,
  }) => {
    await signInByCookie(await member());
    await page.goto('/dashboard');
    await hydrated(page, { javaScriptEnabled });
    const panel = page.getByRole('complementary', { name: t('display.title') });
    const background = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    const light = await background();
    const around = page.locator('meta[name="theme-color"]');
    for (const [index, color] of [PAPER.light, PAPER.dark].entries())
      await expect(around.nth(index)).toHaveAttribute('content', color);
    await page.getByRole('link', { name: t('display.title'), exact: true }).click();
    await panel.getByLabel(t('display.scheme.dark'), { exact: true }).check();
    await panel.getByLabel(t('display.setting.hiddenFooter')).check();
    if (!javaScriptEnabled) await panel.getByRole('button', { name: t('display.save') }).click();
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
    await expect(page.getByRole('contentinfo')).toBeHidden();
    expect(await background()).not.toBe(light);
    for (const index of [0, 1]) await expect(around.nth(index)).toHaveAttribute('content', PAPER.dark);

    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
    await expect(page.getByRole('contentinfo')).toBeHidden();
  });

  test('several that are set quickly all stay', { tag: '@js' }, async ({
    page,
    context,
    member,
    signInByCookie,
    t,
  }) => {
    await signInByCookie(await member());
    await page.goto('/dashboard');
    await hydrated(page, { javaScriptEnabled: true });
    await page.getByRole('link', { name: t('display.title'), exact: true }).click();
    const panel = page.getByRole('complementary', { name: t('display.title') });
    const set = (name: DisplaySetting) => panel.getByLabel(t(`display.setting.${name}`)).check();
    const stored = (...names: string[]) =>
      expect(page.locator('html')).toHaveAttribute('data-display', names.join(' '));
    for (const name of ['isBoxed', 'isFloat', 'asideScrollbar'] as const) await set(name);
    await stored('isFixed', 'isBoxed', 'isFloat', 'asideScrollbar', 'showUserBlock');

    // On a slow line, where the answer to the one before has begun and not ended.
    const line = await context.newCDPSession(page);
    const conditions = { offline: false, latency: 0, uploadThroughput: -1 };
    await line.send('Network.emulateNetworkConditions', { ...conditions, downloadThroughput: 2000 });
    const answer = page.waitForResponse('**/dashboard.data*');
    await set('useFullLayout');
    await answer;
    await set('hiddenFooter');
    await line.send('Network.emulateNetworkConditions', { ...conditions, downloadThroughput: -1 });
    const all = ['isFixed', 'isBoxed', 'isFloat', 'asideScrollbar', 'showUserBlock', 'useFullLayout', 'hiddenFooter'];
    await stored(...all);
    await page.reload();
    await stored(...all);
  });

  test('colours follow the device until they are set', async ({ page }) => {
    await page.goto('/login');
    const background = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background()).not.toBe(light);
  });
});

test('the notice is hidden for the session', async ({ page, context, member, signInByCookie, t }) => {
  await signInByCookie(await member());
  await page.goto('/dashboard');
  await expect(page.getByText(t('shell.notice.text'))).toBeVisible();
  await page.getByRole('button', { name: t('shell.notice.hide') }).click();
  await expect(page.getByText(t('shell.notice.text'))).toBeHidden();
  await page.goto('/settings/devices');
  await expect(page.getByText(t('shell.notice.text'))).toBeHidden();
  const cookie = (await context.cookies()).find(({ name }) => name === 'notice');
  expect(cookie?.expires, 'it goes with the window').toBe(-1);
});

test.describe('the light version', () => {
  test('has no script and can be left again', async ({ page, member, signInByCookie, t }) => {
    await signInByCookie(await member());
    await page.goto('/settings/devices?here=1');
    await page.getByRole('button', { name: t('shell.footer.light') }).click();
    await expect(page.getByRole('button', { name: t('shell.footer.full') })).toBeVisible();
    await expect(page).toHaveURL('/settings/devices?here=1');
    for (const path of ['/dashboard', '/settings/devices', '/growing', '/routes']) {
      const html = await (await page.request.get(path)).text();
      expect(html, path).not.toMatch(/<script|modulepreload|<template|onclick=/i);
    }
    await page.getByRole('button', { name: t('shell.footer.full') }).click();
    await expect(page.getByRole('button', { name: t('shell.footer.light') })).toBeVisible();
    expect(await (await page.request.get('/dashboard')).text()).toContain('<script');
  });

  test('comes by itself for whoever saves data', async ({ page, club, extraHTTPHeaders }) => {
    const headers = { ...extraHTTPHeaders, 'Save-Data': 'on' };
    const answer = await page.request.get(`${club.url}/login`, { headers });
    expect(await answer.text()).not.toContain('<script');
    expect(answer.headers().vary).toContain('Save-Data');
  });
});

test.describe('a path that does not exist', () => {
  test('leads a guest to the login and a member to the dashboard', async ({ page, member, signInByCookie }) => {
    await page.goto('/no/such/page');
    await expect(page).toHaveURL(/\/login$/);
    await signInByCookie(await member());
    await page.goto('/no/such/page');
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/');
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('pages of trouble say what they are', async ({ page, t }) => {
  const pages = [
    ['/notfound', 404, 'problem.not_found.title'],
    ['/error500', 500, 'problem.server.title'],
    ['/maintenance', 503, 'problem.maintenance.title'],
    ['/terms/none', 404, 'problem.not_found.title'],
  ] as const;
  for (const [path, status, title] of pages) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(status);
    await expect(page).toHaveTitle(`${t(title)} - Almende Farm`);
    await expect(page.getByRole('heading', { level: 1, name: t(title) })).toBeVisible();
    if (status === 503) expect(answer?.headers()['retry-after']).toBe('600');
  }
});

test('the list of all pages is open to everybody', async ({ page, t }) => {
  await page.goto('/routes');
  await expect(page).toHaveTitle('All pages - Almende Farm');
  const rows = page.getByRole('row');
  expect(await rows.count()).toBeGreaterThan(50);
  const row = page.getByRole('row').filter({ hasText: /\/bank-details(?!\.pdf)/ });
  await expect(row).toContainText(t('titles.bank_details'));
  await expect(row).toContainText('wallet');
});
