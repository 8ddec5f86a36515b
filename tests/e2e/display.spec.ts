import type { Page } from '@playwright/test';
import { DISPLAY_SETTINGS, type DisplaySetting } from '../../app/platform/page/display';
import { PAPER } from '../../app/platform/page/theme-color';
import { expect, hydrated, test } from '../support/test';

/** Returns the first screenshot that equals the next one. */
async function settled(page: Page): Promise<Buffer> {
  let picture = await page.screenshot();
  await expect(async () => {
    const previous = picture;
    picture = await page.screenshot();
    expect(picture.equals(previous)).toBe(true);
  }).toPass();
  return picture;
}

test.describe('display settings', () => {
  test.use({ viewport: { width: 1600, height: 900 } });
  test.describe.configure({ timeout: 180_000 });

  test('each of them can be seen', async ({ page, member, signInByCookie, club, javaScriptEnabled }) => {
    await signInByCookie(await member());
    // So low that the page scrolls.
    await page.setViewportSize({ width: 1600, height: 500 });
    // A page without times, because they change during the test.
    const path = '/chat';
    await page.goto(path);
    const csrf = (await page.locator('input[name=csrf]').first().getAttribute('value')) ?? '';
    const toggle = async (name: string) => {
      const form = { csrf, name };
      const answer = await page.request.post(`${club.url}/display`, { form, maxRedirects: 0 });
      expect(answer.status(), name).toBe(303);
    };
    /** Takes a picture of the scrolled page, with what stays in view and what is at the end. */
    const look = async () => {
      // A page that is opened again would restore its scroll position.
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

  test('a name that is none is refused', async ({ page, member, enter, club }) => {
    await enter(await member(), '/dashboard');
    const csrf = (await page.locator('input[name=csrf]').first().getAttribute('value')) ?? '';
    const answer = await page.request.post(`${club.url}/display`, { form: { csrf, name: 'isWide' }, maxRedirects: 0 });
    expect(answer.status()).toBe(422);
  });

  test('colours and layout are set in the panel and stay', async ({ page, member, enter, t, javaScriptEnabled }) => {
    await enter(await member(), '/dashboard');
    await hydrated(page, { javaScriptEnabled });
    // Without script the link leads to the page with the same settings.
    const panel = javaScriptEnabled
      ? page.getByRole('complementary', { name: t('display.title') })
      : page.getByRole('main');
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
    await expect.poll(background).not.toBe(light);
    for (const index of [0, 1]) await expect(around.nth(index)).toHaveAttribute('content', PAPER.dark);

    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
    await expect(page.getByRole('contentinfo')).toBeHidden();
  });

  test('the panel stays open beside each page until it is told otherwise', async ({
    page,
    member,
    enter,
    t,
    javaScriptEnabled,
  }) => {
    await enter(await member(), '/dashboard');
    await hydrated(page, { javaScriptEnabled });
    await page.getByRole('link', { name: t('display.title'), exact: true }).click();
    const form = page.locator(javaScriptEnabled ? 'aside form[action="/display"]' : 'main form[action="/display"]');
    const stays = t('display.setting.offsidebarOpen');
    await form.getByLabel(stays).check();
    if (!javaScriptEnabled) await form.getByRole('button', { name: t('display.save') }).click();
    const panel = page.getByRole('complementary', { name: t('display.title') });
    await expect(panel).toBeVisible();
    await page
      .getByRole('link', { name: t('titles.growing'), exact: true })
      .first()
      .click();
    await expect(page).toHaveURL('/growing');
    await expect(panel.getByLabel(stays)).toBeChecked();
    await panel.getByLabel(stays).uncheck();
    if (!javaScriptEnabled) await panel.getByRole('button', { name: t('display.save') }).click();
    await expect(panel).toBeHidden();
  });

  test('several that are set quickly all stay', { tag: '@js' }, async ({ page, context, member, enter, t }) => {
    await enter(await member(), '/dashboard');
    await hydrated(page, { javaScriptEnabled: true });
    await page.getByRole('link', { name: t('display.title'), exact: true }).click();
    const panel = page.getByRole('complementary', { name: t('display.title') });
    const set = (name: DisplaySetting) => panel.getByLabel(t(`display.setting.${name}`)).check();
    const stored = (...names: string[]) =>
      expect(page.locator('html')).toHaveAttribute('data-display', names.join(' '));
    for (const name of ['isBoxed', 'isFloat', 'asideScrollbar'] as const) await set(name);
    await stored('isFixed', 'isBoxed', 'isFloat', 'asideScrollbar', 'showUserBlock');

    // A slow connection, on which the answer to the previous choice has started but not ended.
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

  test('the last of two stays, although the router still looks for the route of the first', { tag: '@js' }, async ({
    page,
    member,
    enter,
    t,
  }) => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    let looksFor = 0;
    await page.route('**/__manifest?*', async (route) => {
      if (new URL(route.request().url()).searchParams.getAll('p').includes('/display')) {
        looksFor += 1;
        await isReleased;
      }
      await route.continue();
    });
    await enter(await member(), '/dashboard');
    await hydrated(page, { javaScriptEnabled: true });
    await page.getByRole('link', { name: t('display.title'), exact: true }).click();
    const panel = page.getByRole('complementary', { name: t('display.title') });
    await panel.getByLabel(t('display.scheme.dark'), { exact: true }).check();
    await expect.poll(() => looksFor).toBeGreaterThan(0);
    await panel.getByLabel(t('display.setting.hiddenFooter')).check();
    // A second choice that does not wait for the first one would be done before it.
    const overtakes = page.waitForResponse('**/display.data*', { timeout: 2000 }).catch(() => undefined);
    let choices = 0;
    await page.route('**/display.data*', async (route) => {
      choices += 1;
      if (choices === 1) await overtakes;
      await route.continue();
    });
    release();
    await expect.poll(() => choices).toBe(2);
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  });

  test('colours follow the device until they are set', async ({ page }) => {
    await page.goto('/login');
    const background = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(background).not.toBe(light);
  });
});
