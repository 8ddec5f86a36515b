import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../support/test';

const control = (page: Page, name: string) => page.locator(`#address-${name}`);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

for (const language of ['en', 'de'] as const) {
  test.describe(`an address with many errors, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('names all of them at once, and keeps what was typed', async ({
      page,
      member,
      enter,
      t,
      javaScriptEnabled,
    }) => {
      await enter(await member({ language }), '/settings/address');
      await hydrated(page, { javaScriptEnabled });
      const typed = {
        firstname: 'Mira 🌻',
        street: '',
        postcode: '1010',
        city: '',
        phone: '12',
        birthdate: '2020-01-01',
      };
      for (const [name, value] of Object.entries(typed)) await control(page, name).fill(value);
      await press(page, t('settings:address.save'));
      const german = language === 'de';
      await expect(page.getByRole('alert').getByRole('link')).toHaveText([
        t('form.name', { field: t('fields.firstname') }),
        t('form.missing.street'),
        german ? /Das ist keine Postleitzahl/ : /not a postcode of the chosen country/,
        t('form.missing.city'),
        german ? /Telefonnummer/ : /phone number/,
        german ? /18\sJahre/ : /18\syears/,
      ]);
      for (const [name, value] of Object.entries(typed)) {
        await expect(control(page, name)).toHaveAttribute('aria-invalid', 'true');
        await expect(control(page, name)).toHaveValue(value);
      }
    });
  });
}

test('what is wrong stands at its field, and nothing has to be typed again', async ({
  page,
  member,
  enter,
  t,
  javaScriptEnabled,
}) => {
  await enter(await member(), '/settings/address');
  await hydrated(page, { javaScriptEnabled });
  await control(page, 'postcode').fill('1010');
  await control(page, 'phone').fill('12');
  await control(page, 'birthdate').fill('2020-01-01');
  await control(page, 'street').fill('Zur Allmende');
  await press(page, t('settings:address.save'));
  const summary = page.getByRole('alert');
  await expect(summary).toContainText('This is not a postcode of the chosen country.');
  await expect(summary.getByRole('link')).toHaveCount(3);
  await expect(page).toHaveTitle(/^Error: /);
  for (const name of ['postcode', 'phone', 'birthdate'])
    await expect(control(page, name)).toHaveAttribute('aria-invalid', 'true');
  await expect(control(page, 'street')).toHaveValue('Zur Allmende');
  await expect(control(page, 'postcode')).toHaveValue('1010');
  await expect(control(page, 'region')).toHaveValue('DE-BB');
  await summary.getByRole('link', { name: /postcode/ }).click();
  await expect(control(page, 'postcode')).toBeFocused();
});
