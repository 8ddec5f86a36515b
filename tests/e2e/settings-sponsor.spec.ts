import { expect, test } from '../support/test';

const DAY_S = 24 * 3600;

for (const language of ['en', 'de'] as const) {
  test.describe(`in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('a sponsor is named once, after a look at who it is', async ({ page, member, signIn, walk, t }) => {
      await signIn(await member({ language }));
      await walk('/settings', '/settings/sponsor');
      await page
        .getByLabel(t('fields.ref_hash'), { exact: true })
        .fill(' https://club.example/r/AnnaKessler?utm_source=flyer ');
      await page.getByRole('button', { name: t('settings:sponsor.look') }).click();
      await expect(page.getByText(t('settings:sponsor.confirm.for_good', { name: 'Anna K.' }))).toBeVisible();

      await page.getByRole('link', { name: t('settings:sponsor.confirm.no') }).click();
      await page.getByLabel(t('fields.ref_hash'), { exact: true }).fill('AnnaKessler');
      await page.getByLabel(t('fields.ref_hash'), { exact: true }).press('Enter');
      await page.getByRole('button', { name: t('settings:sponsor.confirm.yes', { name: 'Anna K.' }) }).click();

      await expect(page.getByText(t('settings:sponsor.named', { name: 'Anna K.' }))).toBeVisible();
      await expect(page.getByRole('definition').first()).toHaveText('Anna K.');
      await expect(page.getByText(t('settings:sponsor.fixed'))).toBeVisible();
      await expect(page.locator('#sponsor')).toBeHidden();
      await page.goto('/settings/sponsor?link=BenArcher');
      await expect(page.getByRole('definition').first()).toHaveText('Anna K.');
      await expect(page.locator('#confirm-sponsor')).toBeHidden();
    });
  });
}

for (const language of ['en', 'de'] as const) {
  test.describe(`in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('the page has the link by which the member brings others', async ({ page, club, member, enter, t }) => {
      const mira = await member({ language });
      await enter(mira, '/settings/sponsor');
      const own = page.getByRole('region', { name: t('settings:sponsor.own.title') });
      const link = `${club.url}/r/${mira.refHash}`;
      await expect(own.getByRole('definition').first()).toHaveText(link);
      await page.context().clearCookies();
      await page.goto(link);
      await expect(page).toHaveURL(`/register/${mira.refHash}`);
    });
  });
}

test('a link that leads to nobody is said to be so and kept', async ({ page, member, signIn, walk, t }) => {
  const mira = await member();
  await signIn(mira);
  await walk('/settings', '/settings/sponsor');
  const field = page.getByLabel(t('fields.ref_hash'), { exact: true });
  const summary = page.getByRole('alert');
  for (const [typed, words] of [
    ['Nobody123456', 'We do not know this referral link.'],
    ['not a link', t('settings:sponsor.no_link')],
    [mira.refHash, 'This is your own link.'],
  ] as const) {
    await field.fill(typed);
    await page.getByRole('button', { name: t('settings:sponsor.look') }).click();
    await expect(summary).toContainText(words);
    await expect(field).toHaveValue(typed);
  }
});

test('after the fourteenth day there is nothing to name', async ({ page, member, signIn, club, t }) => {
  const mira = await member();
  await club.clock.advance(14 * DAY_S);
  await signIn(mira);
  await page.goto('/settings/sponsor');
  await expect(page.getByText(t('settings:sponsor.too_late'))).toBeVisible();
  await expect(page.locator('#sponsor')).toBeHidden();
});
