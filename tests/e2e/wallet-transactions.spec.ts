import { stayOnOneDay } from '../support/clock';
import { HTML_AND_CSS_BYTES, weighPage } from '../support/judges';
import { bookDeposits } from '../support/ledger';
import { expect, test } from '../support/test';

const PATH = '/financial/transactions';

for (const language of ['en', 'de'] as const) {
  test.describe(`in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('somebody filters their bookings, looks at one, and takes the filter back', async ({
      page,
      club,
      member,
      enter,
      accessibilityFaults,
      t,
    }) => {
      const mira = await member({ language });
      await bookDeposits(club, mira.id, 40);
      await enter(mira, PATH);
      await expect(page.getByRole('row')).toHaveCount(16);
      await page.getByText(t('wallet:transactions.filter')).click();
      await page.getByLabel(t('wallet:transactions.min')).fill(language === 'de' ? '30,5' : '30.5');
      await page.getByLabel(t('wallet:transactions.types.deposit'), { exact: true }).check();
      await page.getByRole('button', { name: t('wallet:transactions.apply') }).click();
      await expect(page).toHaveURL(/min=30/);
      await expect(page.getByRole('row')).toHaveCount(11);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page
        .getByRole('columnheader', { name: t('wallet:transactions.amount') })
        .getByRole('link')
        .click();
      await expect(page).toHaveURL(/sort=highest/);
      await expect(page.getByRole('row').nth(1)).toContainText(language === 'de' ? '+40,00' : '+€40.00');

      const label = (await page.locator('.ref').first().textContent()) ?? '';
      await page.getByRole('rowheader').first().getByRole('link').click();
      await expect(page.getByRole('definition').first()).toHaveText(label);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.goBack();
      await page
        .getByRole('link', { name: t('wallet:transactions.clear') })
        .first()
        .click();
      await expect(page.getByRole('row')).toHaveCount(16);
      await page.getByRole('link', { name: t('ui.pages.next') }).click();
      await expect(page).toHaveURL(/sort=highest&cursor=/);
    });
  });
}

test('an amount that is none is said to be so, and kept', async ({ page, member, enter, t }) => {
  await enter(await member(), PATH);
  await page.getByText(t('wallet:transactions.filter')).click();
  await page.getByLabel(t('wallet:transactions.min')).fill('lots');
  await page.getByRole('button', { name: t('wallet:transactions.apply') }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel(t('wallet:transactions.min'))).toHaveValue('lots');
  await expect(page.getByLabel(t('wallet:transactions.min'))).toHaveAttribute('aria-invalid', 'true');
});

test('the year is added up by type', async ({ page, club, member, enter, accessibilityFaults, t }) => {
  await stayOnOneDay(club);
  const mira = await member();
  await bookDeposits(club, mira.id, 3);
  await enter(mira, PATH);
  await page.getByRole('link', { name: t('wallet:transactions.year.link') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\d{4}/);
  const deposits = page.getByRole('row', { name: t('wallet:transactions.types.deposit') });
  await expect(deposits).toContainText('€6.00');
  expect(await accessibilityFaults(page)).toEqual([]);
  // On a phone both sums are in one line.
  await page.setViewportSize({ width: 360, height: 800 });
  const [paidIn, paidOut] = await deposits.getByRole('cell').all();
  expect((await paidIn?.boundingBox())?.y).toBe((await paidOut?.boundingBox())?.y);
});

test('a full page stays within its weight', { tag: '@js' }, async ({ page, club, member, signInByCookie }) => {
  for (const language of ['de', 'en'] as const) {
    const mira = await member({ language });
    await bookDeposits(club, mira.id, 200);
    await page.context().clearCookies();
    await signInByCookie(mira);
    for (const query of ['?page=5', '?type[]=deposit&type[]=bonus&direction=in&q=a']) {
      const { bytes } = await weighPage(page, `${club.url}${PATH}${query}`, { 'accept-language': language });
      expect.soft(bytes, `${language} ${query}`).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
    }
  }
});
