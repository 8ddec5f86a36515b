import type { Page } from '@playwright/test';
import { HTML_AND_CSS_BYTES, layoutFaultsAt, weighPage } from '../support/judges';
import { expect, hydrated, test } from '../support/test';

// New terms and a new version reach everybody, so this club is for these stories alone.
test.use({ clubFor: 'demo' });

for (const language of ['en', 'de'] as const) {
  test.describe(`a visitor who reads ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('is Anna, Ben or Clara with one press', async ({ page, t }) => {
      for (const [account, name, pages] of [
        ['anna', 'Anna Kessler', 'de'],
        ['ben', 'Ben Archer', 'en'],
        ['clara', 'Clara Neumann', 'de'],
      ] as const) {
        await page.goto('/login');
        await page.getByRole('button', { name: t(`session:demo.as.${account}`) }).click();
        await expect(page).toHaveURL(/\/dashboard$/);
        await expect(page.locator('html')).toHaveAttribute('lang', pages);
        await expect(page.getByRole('main')).toContainText(name.split(' ')[0] ?? name);
        await page.locator('form[action="/logout"] button').first().click();
        await expect(page).toHaveURL(/\/login$/);
        await page.context().clearCookies();
      }
    });
  });
}

// Anna's language.
test.describe('the demo page', () => {
  test.use({ language: 'de' });

  test.beforeEach(async ({ page, t }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: t('session:demo.as.anna') }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page
      .getByRole('main')
      .getByRole('link', { name: t('shell.demo_page') })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('titles.demo'));
  });

  test('lets the bank pay, the staff answer and a house be harvested, and leads to each', async ({
    page,
    t,
    accessibilityFaults,
  }) => {
    const press = (act: string) => page.getByRole('button', { name: t(`demo:acts.${act}.button`) }).click();
    const happened = page.getByRole('region', { name: t('demo:happened') }).getByRole('listitem');
    const open = async (sentence: RegExp) => {
      await expect(happened.first()).toHaveText(sentence);
      await happened.first().getByRole('link').click();
    };
    await press('payment');
    await open(/^Die Bank hat die Überweisung für deine Bestellung OR-\w+ gemeldet/);
    await expect(page).toHaveURL(/\/financial\/order\/OR-\w+$/);
    await expect(page.getByRole('main')).toContainText('Das Geld ist in deinem Guthaben');

    await page.goto('/demo');
    await press('reply');
    await open(/^Greta hat deine Anfrage \d+ beantwortet/);
    await expect(page).toHaveURL(/\/support\/ticket\/\d+$/);
    await expect(page.getByRole('main')).toContainText('Hallo Anna,');

    await page.goto('/demo');
    await press('harvest');
    await open(/^Greta hat die Ernte H\d-\d+ erfasst, und Holger hat sie freigegeben/);
    await expect(page).toHaveURL(/\/growing\/harvest\/H\d-\d+$/);
    await expect(page.getByRole('table', { name: t('harvest:to_you') })).toBeVisible();

    await page.goto('/demo');
    expect(await accessibilityFaults(page, { bothSchemes: true })).toEqual([]);
    for (const width of [320, 360, 1280]) expect(await layoutFaultsAt(page, width)).toEqual([]);
    expect((await weighPage(page, page.url())).bytes).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
  });

  test('tells open pages of a new version', async ({ page, t, javaScriptEnabled }) => {
    const isListening = javaScriptEnabled ? heard(page, /subscription_succeeded.*"client"/) : null;
    await page.reload();
    await isListening;
    await page.getByRole('button', { name: t('demo:acts.version.button') }).click();
    await expect(page.getByRole('main')).toContainText(t('demo:deeds.version'));
    const dialog = page.getByRole('dialog', { name: t('shell.update.title') });
    if (javaScriptEnabled) await expect(dialog).toBeVisible();
  });

  test('asks everybody for consent to new terms, and says what changed', async ({ page, t }) => {
    await page.getByRole('button', { name: t('demo:acts.terms.button') }).click();
    const dialog = page.getByRole('dialog', { name: t('terms.title') });
    await expect(dialog.getByText(t('terms.changed', { sections: 'Demo' }), { exact: true })).toBeVisible();
    await expect(dialog).toBeVisible();
    await dialog.getByLabel(t('terms.agree')).check();
    await dialog.getByRole('button', { name: t('terms.confirm') }).click();
    await expect(page.getByRole('main')).toContainText(t('terms.agreed'));
    await page.goto('/demo');
    await page
      .getByRole('region', { name: t('demo:happened') })
      .getByRole('link')
      .first()
      .click();
    await expect(page.locator('ins').last()).toContainText('Ein Gast des Demo-Vereins wollte Fassung');
  });

  test('shows what comes of it on another open page', { tag: '@js' }, async ({ page, context, t }) => {
    const other = await context.newPage();
    await other.goto('/settings/devices');
    await hydrated(other, { javaScriptEnabled: true });
    const bell = other.locator('a[href="/notifications"]:visible').first();
    const before = await bell.textContent();
    await page.getByRole('button', { name: t('demo:acts.payment.button') }).click();
    await expect(bell).not.toHaveText(before ?? '');
  });
});

/** Waits until the page has heard something on its socket, which it opens late. */
async function heard(page: Page, what: RegExp): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', ({ payload }) => what.test(String(payload)));
}
