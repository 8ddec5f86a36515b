import { growRoom, stateHarvest } from '../support/harvests';
import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, weighPage } from '../support/judges';
import { expect, test } from '../support/test';

for (const language of ['en', 'de'] as const) {
  test.describe(`a harvest, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language, colorScheme: language === 'en' ? 'light' : 'dark' });

    test('is explained to the cent, and saved as a file', { tag: '@laravel' }, async ({
      page,
      club,
      member,
      enter,
      walk,
      accessibilityFaults,
      t,
    }) => {
      const mira = await member({ language });
      const id = await growRoom(club, mira, 3);
      await stateHarvest(club, { id, staff: mira });
      await stateHarvest(club, { id, staff: mira, version: 2, revenue: 120_000 });
      const newest = `/growing/harvest/${id}`;
      await enter(mira, '/growing');
      await walk(newest);
      for (const path of [`${newest}?version=1`, newest]) {
        await walk(path);
        await expect(page).toHaveURL(path);
        expect(await htmlFaults(await page.content())).toEqual([]);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect((await weighPage(page, page.url())).bytes).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
        for (const width of [320, 360, 1280, 1920]) expect(await layoutFaultsAt(page, width)).toEqual([]);
      }
      const account = page.getByRole('table', { name: t('harvest:to_you') });
      await expect(account.locator('tfoot')).toContainText(/630[.,]02/);
      const file = page.waitForEvent('download');
      await page.getByRole('link', { name: t('harvest:pdf') }).click();
      const names = { en: `Statement of harvest ${id}.pdf`, de: `Abrechnung der Ernte ${id}.pdf` };
      expect((await file).suggestedFilename()).toBe(names[language]);
    });
  });
}

// Anna's language.
test.describe('a harvest of the demo club', () => {
  test.use({ language: 'de' });

  test('explains the amount of its transaction, and leads back', async ({ page, enter, t }) => {
    await enter({ email: 'anna@example.org', password: 'almende-demo' }, '/financial/transactions');
    const proceeds = 'Erlös aus deiner Ernte';
    await page.getByRole('link', { name: proceeds }).first().click();
    await page.getByRole('link', { name: t('wallet:transactions.explain') }).click();
    await expect(page).toHaveURL(/\/growing\/harvest\/\w+-\d+$/);
    await expect(page.getByRole('table', { name: t('harvest:to_you') })).toBeVisible();
    await page.getByRole('link', { name: /^TX-/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(proceeds);
  });
});
