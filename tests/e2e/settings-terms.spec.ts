import { publishTerms } from '../support/terms';
import { test } from '../support/terms-club';
import { expect, hydrated } from '../support/test';

for (const language of ['en', 'de'] as const) {
  test.describe(`in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('what was accepted stands there with its text, and with what has changed since', async ({
      page,
      club,
      member,
      signInByCookie,
      t,
      javaScriptEnabled,
    }) => {
      const mira = await member({ language });
      const { version } = await publishTerms(club);
      await signInByCookie(mira);
      await page.goto('/settings/terms');
      // Script moves the dialog to the top layer. A click at that moment would hit nothing.
      await hydrated(page, { javaScriptEnabled });
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: t('terms.confirm'), exact: true }).click();
      await expect(page.getByText(t('terms.agreed'))).toBeVisible();
      await page.goto('/settings/terms');
      const name = language === 'de' ? 'Datenschutzhinweise' : 'Privacy notice';
      const card = page.getByRole('region', { name, exact: true });
      const [newest, before] = [card.getByRole('listitem').nth(0), card.getByRole('listitem').nth(1)];
      await expect(newest).toContainText(t('settings:terms.version', { version }));
      await expect(newest).toContainText(t('settings:terms.in_force'));
      await expect(before).toContainText(t('settings:terms.version', { version: version - 1 }));
      await expect(before.locator('time')).toBeVisible();

      await before.getByRole('link', { name: t('settings:terms.changes', { version }) }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('terms.what_changed'));
      await page.goBack();
      await before.getByRole('link', { name: t('settings:terms.text') }).click();
      await expect(page.getByText(t('session:terms.older', { version }))).toBeVisible();
      await expect(page.getByText(t('session:register.version', { version: version - 1 }))).toBeVisible();
      await page.getByRole('link', { name: t('titles.terms'), exact: true }).click();
      await expect(page).toHaveURL(/\/settings\/terms$/);
      await before.getByRole('link', { name: t('settings:terms.text') }).click();
      await page.getByRole('link', { name: t('session:terms.changed_since') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('terms.what_changed'));
    });
  });
}

test('a version that was never in force is not there', async ({ page }) => {
  for (const version of ['999', '0', 'x']) {
    const answer = await page.goto(`/terms/privacy?version=${version}`);
    expect(answer?.status()).toBeGreaterThanOrEqual(400);
    expect(answer?.status()).toBeLessThan(500);
  }
});
