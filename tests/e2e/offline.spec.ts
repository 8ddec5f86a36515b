import { htmlFaults, layoutFaultsAt, weigh } from '../support/judges';
import { startServerProcess } from '../support/server-process';
import { cachedBy, workerReady } from '../support/service-worker';
import { expect, hydrated, test } from '../support/test';

for (const language of ['en', 'de'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`the offline page in ${language}, ${colorScheme}`, { tag: `@${language}` }, () => {
      test.use({ language, colorScheme });

      test('is a page like the others', async ({ page, club, accessibilityFaults, t }) => {
        const answer = await page.goto('/offline');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline.title'));
        await expect(page).toHaveTitle(new RegExp(`^${t('offline.title')} - `));
        expect(await htmlFaults((await answer?.text()) ?? '')).toEqual([]);
        expect(await accessibilityFaults(page)).toEqual([]);
        for (const width of [320, 360, 1280, 1920]) expect(await layoutFaultsAt(page, width)).toEqual([]);
        const { bytes } = await weigh(`${club.url}/offline?language=${language}`, {});
        expect(bytes).toBeLessThan(3000);
      });
    });
  }
}

test.describe('with a service worker', { tag: '@js' }, () => {
  test.use({ serviceWorkers: 'allow', expectedFaults: [[/Failed to fetch manifest patches/], { scope: 'test' }] });

  for (const language of ['en', 'de'] as const) {
    test.describe(language, () => {
      test.use({ language });

      test('a page that cannot be had is the offline page, until it can be', async ({
        page,
        context,
        member,
        signInByCookie,
        t,
      }) => {
        await signInByCookie(await member({ language }));
        await page.goto('/dashboard');
        await workerReady(page);
        await context.setOffline(true);
        await page.goto('/support/tickets');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline.title'));
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        // Its style sheet and its drawings are there too.
        await expect(page.getByRole('link', { name: t('ui.retry') })).toHaveCSS('display', 'flex');
        const drawn = () => page.locator('.acre use').evaluate((use: SVGUseElement) => use.getBBox().width);
        await expect.poll(drawn).toBeGreaterThan(100);
        await page.getByRole('link', { name: t('ui.retry') }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline.title'));
        await context.setOffline(false);
        await page.getByRole('link', { name: t('ui.retry') }).click();
        await expect(page).toHaveURL(/\/support\/tickets$/);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('titles.tickets'));
      });
    });
  }

  test('no page of a member and no answer of the server is kept', async ({ page, member, signIn, t }) => {
    const mira = await member({ firstname: 'Rosalinde' });
    await signIn(mira);
    await workerReady(page);
    for (const path of ['/settings/devices', '/terms/privacy', '/dashboard']) await page.goto(path);
    await hydrated(page, {});
    await page.evaluate(() => fetch('/manifest/en'));
    await page
      .getByRole('link', { name: t('nav.settings') })
      .first()
      .click();
    await expect(page).toHaveURL(/\/settings\/address$/);
    const { paths, holdsText } = await cachedBy(page, 'Rosalinde');
    expect(paths.map((path) => path.replace(/-[\w-]+\.css$/, '.css')).sort()).toEqual([
      '/assets/ui.css',
      '/favicon.svg',
      '/icons.svg',
      '/offline?language=en',
    ]);
    expect(holdsText).toBe(false);
  });

  test('a page that is open stays, with its toast, and the offline page only takes the place of one that loads', async ({
    page,
    context,
    member,
    signInByCookie,
    t,
  }) => {
    await signInByCookie(await member());
    await page.goto('/dashboard');
    await workerReady(page);
    await hydrated(page, {});
    await context.setOffline(true);
    await page
      .getByRole('link', { name: t('nav.settings') })
      .first()
      .click();
    await expect(page.getByRole('alert').filter({ hasText: t('shell.offline.text') })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline.title'));
    await context.setOffline(false);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t('offline.title'));
  });

  test('it speaks the language that was switched to, and keeps no other', async ({ page, context }) => {
    await page.goto('/login');
    await workerReady(page);
    await hydrated(page, {});
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect
      .poll(async () => (await cachedBy(page, '')).paths.filter((path) => path.startsWith('/offline')))
      .toEqual(['/offline?language=de']);
    await context.setOffline(true);
    await page.goto('/recover');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });

  test('logging in and out goes on as without it, and so does the light version', async ({
    page,
    context,
    member,
    signIn,
    t,
  }) => {
    await page.goto('/login');
    await workerReady(page);
    await signIn(await member());
    await page.getByRole('button', { name: t('shell.logout') }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.getByRole('button', { name: t('shell.footer.light') }).click();
    await expect(page.getByRole('button', { name: t('shell.footer.full') })).toBeVisible();
    expect(await page.locator('script').count()).toBe(0);
    await context.setOffline(true);
    await page.goto('/recover');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline.title'));
    await context.setOffline(false);
    await page.goto('/recover');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('session:recover.heading'));
  });

  test('the light version brings none', async ({ page }) => {
    await page.setExtraHTTPHeaders({ 'Save-Data': 'on' });
    await page.goto('/login');
    expect(await page.locator('script').count()).toBe(0);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  });

  test('one that is switched off leaves, with what it kept', async ({ page, club }) => {
    const settings = { UPSTREAM_URL: club.url, SESSION_SECRET: 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa' };
    const before = await startServerProcess(settings);
    await page.goto(`${before.url}/login`);
    await workerReady(page);
    expect((await cachedBy(page, '')).paths).toHaveLength(4);
    await before.stop();
    const after = await startServerProcess({ ...settings, PORT: new URL(before.local).port, SERVICE_WORKER: '0' });
    await page.goto(`${after.url}/login`);
    const left = () =>
      page.evaluate(async () => {
        const registrations = await navigator.serviceWorker.getRegistrations();
        return [registrations.length, (await caches.keys()).length];
      });
    await expect.poll(left).toEqual([0, 0]);
    await after.stop();
  });
});
