import type { Page, Request } from '@playwright/test';
import { expect, fillLogin, hydrated, test } from '../support/test';

const isPost = (path: string) => (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname === `${path}.data`;

async function open(page: Page, path: string) {
  await page.goto(path);
  await hydrated(page, { javaScriptEnabled: true });
}

const noted = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-noted', ''));
const isSamePage = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-noted', '');

test.describe('a refused form', () => {
  test('keeps its errors, and its button in place, until it is sent again', async ({ page, member, t }) => {
    const mira = await member();
    await open(page, '/login');
    await fillLogin(page, { email: mira.email, password: 'not the password' });
    const summary = page.locator('#error-summary');
    await expect(summary).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(`^${t('ui.error_prefix')}`));
    const words = await summary.innerText();

    await page.locator('input[name=password]').fill('wrong again');
    await page.locator('input[name=email]').fill('no address');
    const button = page.locator('form#login button[type=submit]').first();
    await button.scrollIntoViewIfNeeded();
    const place = () => button.evaluate((element) => (element as HTMLElement).offsetTop);
    const before = await place();
    await button.hover();
    await page.mouse.down();
    await page.waitForTimeout(100);
    expect(await place()).toBe(before);
    expect(await summary.innerText()).toBe(words);
    await page.mouse.up();
    await expect(summary).toHaveText(new RegExp(t('form.email', { field: t('session:email') })));

    await page.locator('input[name=email]').fill(mira.email);
    const sent = page.waitForRequest(isPost('/login'));
    await button.click();
    await sent;
    await expect(page.locator('input[name=password]')).toHaveValue('');
    await page.locator('input[name=password]').fill(mira.password);
    await button.click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('a field that is validated below the pressed link does not move it', async ({ page, t }) => {
    await open(page, '/login');
    await page.getByLabel(t('session:email'), { exact: true }).fill('no address');
    await page.getByRole('link', { name: t('session:login.apply') }).click();
    await expect(page).toHaveURL(/\/register$/);
  });

  test('names its limits in the summary, and sends nothing', async ({ page, t }) => {
    await open(page, '/reset-password/anna%40example.org/some-token');
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    const password = page.getByLabel(t('session:reset.new_password'), { exact: true });
    await password.fill('short');
    await page.getByRole('button', { name: t('session:reset.submit'), exact: true }).click();
    const summary = page.locator('#error-summary');
    await expect(summary).toContainText(t('form.min', { field: t('session:reset.new_password'), minLength: 10 }));
    await expect(summary).toContainText(t('form.missing.password_confirmation'));
    await expect(summary).not.toContainText('{');
    await expect(password).toHaveValue('short');
    expect(posts).toEqual([]);
  });

  test('the server’s word on a field stays while the field does', async ({ page, t }) => {
    await open(page, '/register');
    await page.getByLabel(t('session:firstname'), { exact: true }).fill('Mira');
    await page.getByLabel(t('session:lastname'), { exact: true }).fill('Feld');
    const email = page.getByLabel(t('session:email'), { exact: true });
    await email.fill('mira.feld@example.org');
    await page.getByLabel(t('session:birthdate'), { exact: true }).fill('2020-01-01');
    await page.getByLabel(t('session:country'), { exact: true }).selectOption('DE');
    await page.getByLabel(t('session:password'), { exact: true }).fill('three wet garden gates');
    await page.getByLabel(t('session:password_confirmation'), { exact: true }).fill('three wet garden gates');
    for (const box of await page.locator('form#register input[type=checkbox]').all()) await box.check();
    await page.getByRole('button', { name: t('session:register.submit'), exact: true }).click();
    const birthdate = page.getByLabel(t('session:birthdate'), { exact: true });
    await expect(birthdate).toHaveAttribute('aria-invalid', 'true');
    await email.fill('mira@example.org');
    await email.blur();
    await expect(birthdate).toHaveAttribute('aria-invalid', 'true');
    await birthdate.fill('1990-01-01');
    await birthdate.blur();
    await expect(birthdate).not.toHaveAttribute('aria-invalid', 'true');
  });
});

test('a new page begins at its top, with the focus on its content', async ({ page, t }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await open(page, '/login');
  await noted(page);
  await expect(page.locator('body')).toBeFocused();
  await page.getByRole('link', { name: t('session:login.apply') }).click();
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.locator('#content')).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await isSamePage(page);
});

test('a form far below leads back to the top of its page, with the focus', async ({
  page,
  member,
  signInByCookie,
  t,
}) => {
  await signInByCookie(await member());
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, '/settings/notifications');
  const save = page.getByRole('button', { name: t('settings:notifications.save') });
  await save.click();
  await expect(page.getByText(t('settings:notifications.saved'))).toBeVisible();
  await expect(save).not.toBeInViewport();
  await expect(page.locator('#content')).toBeFocused();
});

test('a page that loads is where it was left, and every other one begins at its top', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  const place = () => page.evaluate(() => window.scrollY);
  const goBy = async (steps: number, path: string) => {
    await page.evaluate((by) => window.history.go(by), steps);
    await expect(page).toHaveURL(path);
    await hydrated(page, { javaScriptEnabled: true });
  };
  await open(page, '/register');
  await page.evaluate(() => window.scrollTo(0, 700));
  await page.reload();
  await hydrated(page, { javaScriptEnabled: true });
  await expect.poll(place).toBe(700);
  // A real click would scroll to the link first.
  await page.getByRole('contentinfo').getByRole('link').first().dispatchEvent('click');
  await expect(page).toHaveURL('/imprint');
  await open(page, '/routes');
  expect(await place()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 300));
  await goBy(-1, '/imprint');
  await goBy(-1, '/register');
  await expect.poll(place).toBe(700);
  await goBy(2, '/routes');
  await expect.poll(place).toBe(300);
});

test('a new password is judged while it is typed', async ({ page, t }) => {
  await open(page, '/register');
  const password = page.getByLabel(t('session:password'), { exact: true });
  const words = page.locator('#register-password-strength');
  await expect(words).toBeEmpty();
  await page.getByLabel(t('session:email'), { exact: true }).fill('mira.feld@example.org');
  for (const [typed, strength] of [
    ['short', 'short'],
    ['mira.feld@example.org', 'email'],
    ['1234567890', 'sequence'],
    ['leafgreen7', 'open'],
  ] as const) {
    await password.fill(typed);
    await expect(words).toContainText(t(`ui.password.${strength}`));
  }
  await expect(password).toHaveAttribute('aria-describedby', /register-password-strength/);
  await expect(page.locator('#register-password_confirmation-strength')).toHaveCount(0);
});

test.describe('a dialog tells', () => {
  test('that there were too many attempts, once and with the wait', async ({ page, t }) => {
    await open(page, '/login');
    const dialog = page.getByRole('dialog', { name: t('problem.too_many.title') });
    for (let attempt = 1; attempt <= 6; attempt++) {
      const answer = page.waitForResponse((response) => isPost('/login')(response.request()));
      await fillLogin(page, { email: 'nobody.here@example.org', password: 'not the password' });
      expect((await answer).status()).toBe(attempt === 6 ? 429 : 422);
      await expect(page.locator('input[name=password]')).toHaveValue('');
    }
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(dialog).toContainText(t('problem.too_many.text'));
    await expect(dialog).toContainText(/\d+\s(second|minute)s?/);
    await dialog.getByRole('button', { name: t('ui.close') }).click();
    await expect(dialog).toBeHidden();
    await expect(page.locator('#error-summary')).toBeFocused();
    await expect(page.locator('#error-summary')).toContainText(t('problem.too_many.title'));
  });

  for (const [status, kind] of [
    [500, 'server'],
    [503, 'maintenance'],
  ] as const) {
    test(`that a form met with ${status}`, async ({ page, t }) => {
      await page.route('**/login.data', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, status });
      });
      await open(page, '/login');
      await fillLogin(page, { email: 'nobody.there@example.org', password: 'not the password' });
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(t(`problem.${kind}.text`));
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
  }
});

test('a page tells the browser’s time zone if the member set none and the clocks differ, or if it shows the zone', async ({
  page,
  context,
  member,
  signInByCookie,
}) => {
  const isTold = async () => (await context.cookies()).some(({ name }) => name === 'tz');
  const idle = () => page.evaluate(() => new Promise((resolve) => window.requestIdleCallback(resolve)));
  await signInByCookie(await member());
  await open(page, '/dashboard');
  await idle();
  expect(await isTold()).toBe(false);
  await open(page, '/settings/account');
  await expect.poll(isTold).toBe(true);
  await context.clearCookies();
  await signInByCookie(await member({ timeZone: null }));
  await open(page, '/dashboard');
  await idle();
  expect(await isTold(), 'in the zone that the server takes by itself').toBe(false);
  await context.addCookies([{ name: 'tz', value: 'America/New_York', url: page.url() }]);
  await open(page, '/dashboard');
  const zone = async () => (await context.cookies()).find(({ name }) => name === 'tz')?.value;
  await expect.poll(zone).toBe(encodeURIComponent('Europe/Berlin'));
});
