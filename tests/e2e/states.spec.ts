import { broadcastsOf } from '../support/broadcasts';
import { layoutFaultsAt } from '../support/judges';
import { toasts } from '../support/shell';
import { expect, hydrated, test } from '../support/test';

/** Judges pages that exist only after an action, each in one language and scheme. */
test.describe('states', () => {
  test.use({ language: 'de', colorScheme: 'dark' });
  test.describe.configure({ timeout: 120_000 });

  let judge: () => Promise<void>;
  test.beforeEach(({ page, accessibilityFaults, javaScriptEnabled }) => {
    judge = async () => {
      await hydrated(page, { javaScriptEnabled });
      expect.soft(await accessibilityFaults(page), page.url()).toEqual([]);
      for (const width of [320, 360, 1280]) expect.soft(await layoutFaultsAt(page, width), page.url()).toEqual([]);
    };
  });

  test('a refused login and a refused application', async ({ page, t }) => {
    await page.goto('/login');
    await page.locator('input[name=email]').fill('niemand@example.org');
    await page.locator('input[name=password]').fill('falsch geraten');
    await page.getByRole('button', { name: t('session:login.submit'), exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await judge();

    await page.goto('/register');
    await page.locator('form#register').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await page.getByRole('button', { name: t('session:register.submit') }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await judge();
  });

  test('a second step, a locked session, and one that is back', async ({ page, club, member, t }) => {
    const mira = await member({ twoFactor: true, language: 'de' });
    await page.goto('/login');
    await page.locator('input[name=email]').fill(mira.email);
    await page.locator('input[name=password]').fill(mira.password);
    await page.getByRole('button', { name: t('session:login.submit'), exact: true }).click();
    await page.waitForURL('**/login/two-factor');
    await judge();
    await page.goto('/login/two-factor?recovery');
    await judge();
    await page.goto('/login/two-factor');
    await page.locator('input[name=one_time_password]').fill(await mira.code());
    await page.getByRole('button', { name: t('session:two_factor.submit') }).click();
    await page.waitForURL('**/dashboard');

    await club.clock.advance(3601);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page
      .getByRole('button', { name: new RegExp(`^${t('dashboard.intro.hide')} ?:`) })
      .first()
      .click();
    await expect(page.getByText(t('session:lock.kept'))).toBeVisible();
    await judge();
    await page.locator('input[name=password]').fill(mira.password);
    await page.getByRole('button', { name: t('session:lock.unlock') }).click();
    await expect(page.locator('input[name=one_time_password]')).toBeVisible();
    await judge();
    // The judges may take longer than a code is valid.
    await page.locator('input[name=one_time_password]').fill(await mira.code());
    await page.getByRole('button', { name: t('session:lock.unlock') }).click();
    await expect(page.getByRole('heading', { name: t('form.resumed') })).toBeVisible();
    await judge();
  });

  test('a draft that is back, and an update that waits for it', { tag: '@js' }, async ({
    page,
    member,
    signInByCookie,
    t,
  }) => {
    await signInByCookie(await member({ language: 'de' }));
    const dialogs = page.waitForResponse(/script-dialogs-.*\.js$/);
    await page.goto('/ui/form');
    await (await dialogs).finished();
    await page.getByLabel(t('ui.form.subject')).fill('Drei Setzlinge');
    await page.goto('/dashboard');
    await page.goto('/ui/form');
    await expect(page.getByText(t('shell.draft.restored'))).toBeVisible();
    await judge();
    const announce = (version: string) =>
      page.evaluate(
        (newest) => window.dispatchEvent(new CustomEvent('almende:client-updated', { detail: { version: newest } })),
        version,
      );
    await announce('2999.1');
    await expect(page.getByText(t('shell.update.held'))).toBeVisible();
    await judge();
    await page.getByRole('button', { name: t('shell.update.later') }).click();
    await page.goto('/growing/sale');
    await hydrated(page, { javaScriptEnabled: true });
    await announce('2999.1');
    await expect(page.getByText(t('shell.update.ready'))).toBeVisible();
    await judge();
  });

  test('toasts', { tag: '@js' }, async ({ page, club, member, enter, t }) => {
    const mira = await member({ language: 'de' });
    const broadcasts = broadcastsOf(club);
    await enter(mira, '/dashboard');
    await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
    const links = toasts(page, t).getByRole('link');
    await broadcasts.notify(mira.id, { status: 'success', url: '/posts' });
    // Toasts go after some seconds, but none goes while one is read.
    await links.first().focus();
    for (const status of ['warning', 'danger']) await broadcasts.notify(mira.id, { status, url: '/posts' });
    await expect(links).toHaveCount(3);
    await judge();
  });

  test('open menu, open display panel, hidden introductions', async ({ page, member, enter, t }) => {
    const instructionState = { register_intro_closed: true, android_app_closed: true };
    await enter(await member({ language: 'de', instructionState }), '/dashboard');
    await judge();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: t('display.title'), exact: true }).click();
    await judge();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/growing');
    await page.getByRole('link', { name: t('shell.menu.open'), exact: true }).click();
    await judge();
  });
});
