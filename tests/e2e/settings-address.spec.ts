import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../support/test';
import type { Translate } from '../support/texts';

const control = (page: Page, name: string) => page.locator(`#address-${name}`);
const options = (page: Page, name: string) => control(page, name).locator('option');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** With script all choices load automatically. Without script a button loads them. */
async function openChoices(page: Page, t: Translate, hasScript = true) {
  if (!hasScript) await press(page, t('settings:address.choose'));
  await expect(options(page, 'country')).toHaveCount(249);
}

for (const language of ['en', 'de'] as const) {
  test.describe(`in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('the dashboard leads to the address, and is done with it once it is saved', async ({
      page,
      member,
      enter,
      visit,
      t,
      javaScriptEnabled,
    }) => {
      await enter(await member({ language, addressFilled: false }), '/dashboard');
      await page.getByRole('link', { name: t('dashboard.waiting.address.title') }).click();
      await expect(page).toHaveURL(/\/settings\/address$/);
      await expect(page).toHaveTitle(`${t('titles.address')} - Almende Farm`);
      await expect(control(page, 'firstname')).toHaveValue('Mira');
      await hydrated(page, { javaScriptEnabled });
      await page.getByLabel(t('fields.street'), { exact: true }).fill('Lindenstraße');
      await page.getByLabel(t('fields.street_number'), { exact: true }).fill('7a');
      await page.getByLabel(t('fields.postcode'), { exact: true }).fill(' 10969 ');
      await page.getByLabel(t('fields.city'), { exact: true }).fill('Berlin');
      await control(page, 'phone').fill('030 901820');
      await openChoices(page, t, javaScriptEnabled);
      await expect(options(page, 'country').nth(0)).toHaveText('Afghanistan');
      await page.getByLabel(t('fields.region'), { exact: true }).selectOption('Berlin');
      await press(page, t('settings:address.save'));
      await expect(page.getByText(t('settings:address.saved'))).toBeVisible();
      await expect(control(page, 'postcode')).toHaveValue('10969');
      await expect(control(page, 'phone')).toHaveValue('+4930901820');
      await expect(control(page, 'region')).toHaveValue('DE-BE');
      await visit('/dashboard');
      await expect(page.getByText(t('dashboard.waiting.nothing.title'))).toBeVisible();
    });
  });
}

test('another country brings its regions, and everything typed stays', async ({
  page,
  member,
  enter,
  t,
  javaScriptEnabled,
}) => {
  await enter(await member(), '/settings/address');
  await hydrated(page, { javaScriptEnabled });
  await expect(control(page, 'region')).toHaveValue('DE-BB');
  await openChoices(page, t, javaScriptEnabled);
  await control(page, 'street').fill('Orchard Lane');
  await control(page, 'company').fill('Feld & Co');
  await control(page, 'country').focus();
  await control(page, 'country').selectOption('GB');
  if (!javaScriptEnabled) await press(page, t('settings:address.change_country'));
  await expect(options(page, 'region')).toHaveCount(218);
  await expect(control(page, 'region')).toHaveValue('');
  await expect(control(page, 'country')).toHaveValue('GB');
  await expect(control(page, 'street')).toHaveValue('Orchard Lane');
  await expect(control(page, 'company')).toHaveValue('Feld & Co');
  await expect(control(page, 'city')).toHaveValue('Angermünde');
  await expect(page.getByRole('alert')).toBeHidden();
  if (javaScriptEnabled) await expect(control(page, 'country')).toBeFocused();

  await control(page, 'country').selectOption('HK');
  if (!javaScriptEnabled) await press(page, t('settings:address.change_country'));
  await expect(options(page, 'region')).toHaveText(['Hong Kong']);
  await control(page, 'postcode').fill('');
  await press(page, t('settings:address.save'));
  await expect(page.getByText(t('settings:address.saved'))).toBeVisible();
  await expect(control(page, 'postcode')).toBeHidden();
  await expect(control(page, 'country')).toHaveValue('HK');
});

test('a country without known regions asks for none', async ({ page, member, enter, t, javaScriptEnabled }) => {
  await enter(await member(), '/settings/address');
  await hydrated(page, { javaScriptEnabled });
  await openChoices(page, t, javaScriptEnabled);
  await control(page, 'country').selectOption('IM');
  if (!javaScriptEnabled) await press(page, t('settings:address.change_country'));
  await expect(control(page, 'region')).toBeHidden();
  await control(page, 'postcode').fill('im1 1aa');
  await press(page, t('settings:address.save'));
  await expect(page.getByText(t('settings:address.saved'))).toBeVisible();
  await expect(control(page, 'postcode')).toHaveValue('IM1 1AA');
});

test('Enter in a field saves', async ({ page, member, enter, t }) => {
  await enter(await member(), '/settings/address');
  await control(page, 'city').fill('Potsdam');
  await control(page, 'city').press('Enter');
  await expect(page.getByText(t('settings:address.saved'))).toBeVisible();
});

test('names and country are locked after the first withdrawal, with the reason and the way', async ({
  page,
  member,
  enter,
  t,
  club,
  accessibilityFaults,
}) => {
  await enter(await member({ firstWithdrawalAt: new Date(club.clock.now()) }), '/settings/address');
  const facts = page.locator('section', { hasText: t('settings:address.locked.why') });
  await expect(facts).toContainText('Mira Feld');
  await expect(facts).toContainText('Germany');
  await expect(facts).toContainText(t('settings:address.locked.way'));
  for (const name of ['firstname', 'lastname', 'country']) await expect(control(page, name)).toBeHidden();
  expect(await accessibilityFaults(page)).toEqual([]);
  await control(page, 'city').fill('Schwedt');
  await press(page, t('settings:address.save'));
  await expect(page.getByText(t('settings:address.saved'))).toBeVisible();
  await expect(control(page, 'city')).toHaveValue('Schwedt');
});

test('of two windows the second hears what the first has saved', async ({
  page,
  context,
  member,
  signInByCookie,
  t,
}) => {
  await signInByCookie(await member());
  const other = await context.newPage();
  await page.goto('/settings/address');
  await other.goto('/settings/address');
  await control(page, 'street').fill('Erste Straße');
  await press(page, t('settings:address.save'));
  await expect(page.getByText(t('settings:address.saved'))).toBeVisible();
  await control(other, 'street').fill('Zweite Straße');
  await press(other, t('settings:address.save'));
  await expect(other.getByText(t('settings:address.changed.title'))).toBeVisible();
  await expect(other.getByText(/Erste Straße 7/)).toBeVisible();
  await expect(control(other, 'street')).toHaveValue('Zweite Straße');
  await press(other, t('settings:address.save'));
  await expect(other.getByText(t('settings:address.saved'))).toBeVisible();
  await expect(control(other, 'street')).toHaveValue('Zweite Straße');
});

test('the settings lead to every part, in order, by keyboard as well', async ({
  page,
  member,
  enter,
  t,
  javaScriptEnabled,
}) => {
  await enter(await member(), '/settings');
  await expect(page).toHaveURL(/\/settings\/address$/);
  const links = page.getByRole('navigation', { name: t('titles.settings'), exact: true }).getByRole('link');
  const titles = ['address', 'account', 'two_factor', 'devices', 'notification_settings', 'terms', 'sponsor'];
  const names = [...titles, 'api_token', 'withdraw_accounts', 'privacy'].map((name) => t(`titles.${name}`));
  await expect(links).toHaveText(names);
  for (const [at, name] of names.entries()) {
    await links.nth(at).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(links.nth(at)).toHaveAttribute('aria-current', 'page');
    // Script moves the focus there, which must not happen after the next link has it.
    if (javaScriptEnabled && at > 0) await expect(page.locator('#content')).toBeFocused();
    await expect(page.locator('.subnav [aria-current]')).toHaveCount(1);
  }
});

// Without a network only script can fail.
test.describe('where the choices cannot be had', { tag: '@js' }, () => {
  test.use({ expectedFaults: [/settings\/address\/choices/] });

  test('the button that works without script does it', async ({ page, member, signInByCookie, t }) => {
    await signInByCookie(await member({ addressFilled: false }));
    await page.route('**/settings/address/choices?*', (route) => route.abort());
    await page.goto('/settings/address');
    await control(page, 'street').fill('Lindenstraße');
    await press(page, t('settings:address.choose'));
    await expect(options(page, 'country')).toHaveCount(249);
    await control(page, 'country').selectOption('AT');
    await press(page, t('settings:address.change_country'));
    await expect(options(page, 'region')).toHaveCount(10);
    await expect(control(page, 'country')).toHaveValue('AT');
    await expect(control(page, 'street')).toHaveValue('Lindenstraße');
  });
});
