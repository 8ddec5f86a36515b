import { hold } from '../support/hold';
import { expect, hydrated, test } from '../support/test';

test.describe('before the page is taken over by script', () => {
  for (const place of ['body', '#app'] as const) {
    test(`a foreign element in ${place} and what was typed survive`, async ({ page, t }) => {
      const release = await hold(page, '**/assets/*.js');
      await page.goto('/login', { waitUntil: 'load' });
      await page.evaluate((selector) => {
        const foreign = document.createElement('div');
        foreign.id = 'foreign';
        foreign.textContent = 'from an extension';
        const target = selector === 'body' ? document.body : document.querySelector(selector)?.parentElement;
        target?.prepend(foreign);
        document.documentElement.setAttribute('data-extension', 'on');
      }, place);
      await page.getByLabel(t('session:email'), { exact: true }).fill('typed.early@example.org');
      await page.getByLabel(t('session:password'), { exact: true }).fill('typed early');
      await page.getByLabel(t('session:password'), { exact: true }).focus();

      release();
      await hydrated(page, { javaScriptEnabled: true });
      await expect(page.getByRole('button', { name: t('ui.reveal_password') })).toBeVisible();
      await expect(page.locator('#foreign')).toHaveText('from an extension');
      await expect(page.locator('html')).toHaveAttribute('data-extension', 'on');
      await expect(page.getByLabel(t('session:email'), { exact: true })).toHaveValue('typed.early@example.org');
      await expect(page.getByLabel(t('session:password'), { exact: true })).toHaveValue('typed early');
      await expect(page.getByLabel(t('session:password'), { exact: true })).toBeFocused();
    });
  }

  test('boxes and choices of the application stay as they were made', async ({ page, t }) => {
    const release = await hold(page, '**/assets/*.js');
    await page.goto('/register', { waitUntil: 'load' });
    await page.getByLabel(t('session:country'), { exact: true }).selectOption('CH');
    await page.getByRole('checkbox').first().check();
    await page.getByLabel(t('session:birthdate'), { exact: true }).fill('1980-12-31');
    release();
    await hydrated(page, { javaScriptEnabled: true });
    await expect(page.getByRole('button', { name: t('ui.reveal_password') }).first()).toBeVisible();
    await expect(page.getByLabel(t('session:country'), { exact: true })).toHaveValue('CH');
    await expect(page.getByRole('checkbox').first()).toBeChecked();
    await expect(page.getByLabel(t('session:birthdate'), { exact: true })).toHaveValue('1980-12-31');
  });

  test('a form is sent all the same', async ({ page, member }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    const mira = await member();
    await page.goto('/login');
    await page.locator('input[name=email]').fill(mira.email);
    await page.locator('input[name=password]').fill(mira.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('no field asks the server while it is filled in', async ({ page, t }) => {
  await page.goto('/register');
  await hydrated(page, { javaScriptEnabled: true });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  await page.getByLabel(t('session:password'), { exact: true }).fill('short');
  await page.getByLabel(t('session:password_confirmation'), { exact: true }).fill('other');
  await page.getByLabel(t('session:firstname'), { exact: true }).focus();
  await expect(page.getByLabel(t('session:password'), { exact: true })).toHaveAttribute('aria-invalid', 'true');
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual([]);
});
