import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, weighPage } from '../support/judges';
import { expect, hydrated, test } from '../support/test';

const anna = { email: 'anna@example.org', password: 'almende-demo' };

// Anna's language.
for (const language of ['de'] as const) {
  test.describe(`the plants of a member, ${language}`, () => {
    test.use({ language, colorScheme: 'dark' });

    test('lead from the dashboard to one plant, to its order, and back', async ({
      page,
      enter,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      const judge = async () => {
        expect(await htmlFaults(await page.content())).toEqual([]);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect((await weighPage(page, page.url())).bytes).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
        for (const width of [320, 360, 1280, 1920]) expect(await layoutFaultsAt(page, width)).toEqual([]);
      };
      await enter(anna, '/dashboard');
      await page.getByRole('link', { name: t('dashboard.growing.open') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('titles.growing'));
      await hydrated(page, { javaScriptEnabled });
      await judge();

      await page.getByText(t('growing:overview.filter')).click();
      const stage = page.getByLabel(t('growing:plants.stage'), { exact: true });
      await stage.selectOption('flowering');
      await page.getByRole('button', { name: t('growing:plants.apply') }).click();
      await expect(page).toHaveURL(/stage=flowering/);
      await expect(stage).toHaveValue('flowering');
      await expect(page.locator('.growth')).toHaveCount(1);

      await page
        .getByRole('link', { name: t('growing:pages.plants'), exact: true })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('titles.plants'));
      await hydrated(page, { javaScriptEnabled });
      await judge();
      const plants = page.locator('a[href^="/growing/plant/"]');
      const number = (await plants.first().textContent()) ?? '';
      await page.getByLabel(t('growing:plants.number'), { exact: true }).fill(number.toLowerCase());
      await page.getByRole('button', { name: t('growing:plants.apply') }).click();
      await expect(plants).toHaveCount(1);

      await plants.click();
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText(t('growing:plant.title', { number }));
      await hydrated(page, { javaScriptEnabled });
      await judge();
      await page.locator('a[href^="/financial/order/"]').click();
      await expect(page.getByText(t('wallet:order.status.completed')).first()).toBeVisible();
      await page.goBack();
      await expect(heading).toHaveText(t('growing:plant.title', { number }));
    });
  });
}
