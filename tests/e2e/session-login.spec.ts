import { oneTimeCode } from '../support/one-time-code';
import { expect, fillLogin, hydrated, test } from '../support/test';

test('a demo member logs in and out', async ({ page, t }) => {
  await page.goto('/login');
  await expect(page).toHaveTitle('Sign in - Almende Farm');
  await page.getByLabel(t('session:email'), { exact: true }).fill('anna@example.org');
  await page.getByLabel(t('session:password'), { exact: true }).fill('almende-demo');
  await page.getByRole('button', { name: t('session:login.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  await page.getByRole('button', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('E-Mail-Adresse', { exact: true })).toHaveValue('');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Willkommen zurück' })).toBeVisible();
});

test('a wrong password and an unknown address look the same, and the address stays', async ({ page, member, t }) => {
  const { email } = await member();
  const texts: string[] = [];
  for (const address of [email, 'nobody.at.all@example.org']) {
    await page.goto('/login');
    await page.getByLabel(t('session:email'), { exact: true }).fill(address);
    await page.getByLabel(t('session:password'), { exact: true }).fill('this is not it');
    await page.getByRole('button', { name: t('session:login.submit'), exact: true }).click();
    await expect(page).toHaveTitle('Error: Sign in - Almende Farm');
    texts.push((await page.getByRole('alert').textContent()) ?? '');
    await expect(page.getByLabel(t('session:email'), { exact: true })).toHaveValue(address);
    await expect(page.getByLabel(t('session:password'), { exact: true })).toHaveValue('');
  }
  expect(texts[0]).not.toBe('');
  expect(texts[1]).toBe(texts[0]);
});

test.describe('two-factor sign-in', () => {
  test('takes the code of the app, spaced as apps show it', { tag: '@laravel' }, async ({ page, club, t }) => {
    await club.clock.advance(60);
    await page.goto('/login');
    await page.getByLabel(t('session:email'), { exact: true }).fill('ben@example.org');
    await page.getByLabel(t('session:password'), { exact: true }).fill('almende-demo');
    await page.getByRole('button', { name: t('session:login.submit'), exact: true }).click();
    await expect(page.getByRole('heading', { name: t('session:two_factor.heading') })).toBeVisible();
    const code = oneTimeCode('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', club.clock.now());
    await page.getByLabel(t('session:two_factor.code')).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole('button', { name: t('session:two_factor.submit') }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('refuses a wrong code and a code that was used, then takes a recovery code, once', async ({
    page,
    member,
    t,
  }) => {
    const mira = await member({ twoFactor: true });
    const firstStep = async () => {
      await page.goto('/login');
      await page.getByLabel(t('session:email'), { exact: true }).fill(mira.email);
      await page.getByLabel(t('session:password'), { exact: true }).fill(mira.password);
      await page.getByRole('button', { name: t('session:login.submit'), exact: true }).click();
      await expect(page.getByRole('heading', { name: t('session:two_factor.heading') })).toBeVisible();
    };
    const send = (field: string, value: string) =>
      page
        .getByLabel(field)
        .fill(value)
        .then(() => page.getByRole('button', { name: t('session:two_factor.submit') }).click());

    await firstStep();
    const used = await mira.code();
    await send(t('session:two_factor.code'), used);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.getByRole('button', { name: t('shell.logout') }).click();
    await expect(page).toHaveURL(/\/login$/);

    await firstStep();
    await send(t('session:two_factor.code'), used);
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel(t('session:two_factor.code'))).toHaveValue('');
    await page.getByRole('link', { name: t('session:two_factor.use_recovery') }).click();
    const [recoveryCode = ''] = mira.recoveryCodes;
    await send(t('session:two_factor.recovery_code'), ` ${recoveryCode.toLowerCase()} `);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.getByRole('button', { name: t('shell.logout') }).click();
    await expect(page).toHaveURL(/\/login$/);

    await firstStep();
    await page.getByRole('link', { name: t('session:two_factor.use_recovery') }).click();
    await send(t('session:two_factor.recovery_code'), recoveryCode);
    await expect(page.getByRole('alert')).toBeVisible();
  });

  test('begins anew when the second step took too long', async ({ page, club, member, t }) => {
    const mira = await member({ twoFactor: true });
    await page.goto('/login');
    await page.getByLabel(t('session:email'), { exact: true }).fill(mira.email);
    await page.getByLabel(t('session:password'), { exact: true }).fill(mira.password);
    await page.getByRole('button', { name: t('session:login.submit'), exact: true }).click();
    await expect(page.getByRole('heading', { name: t('session:two_factor.heading') })).toBeVisible();
    await club.clock.advance(301);
    await page.getByLabel(t('session:two_factor.code')).fill(await mira.code());
    await page.getByRole('button', { name: t('session:two_factor.submit') }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(t('session:two_factor.expired'))).toBeVisible();
  });
});

test.describe('the remembered page', () => {
  test('comes back after the login, with its query', async ({ page, member, t }) => {
    await page.goto('/settings/devices?from=mail');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(t('session:login.returning'))).toBeVisible();
    await fillLogin(page, await member());
    await expect(page).toHaveURL('/settings/devices?from=mail');
  });

  test('is never the lock or the login page', async ({ page, member, enter, t }) => {
    await enter(await member(), '/dashboard');
    await page.getByRole('button', { name: t('shell.lock') }).click();
    await expect(page).toHaveURL('/lock?return_to=%2Fdashboard');
    await page.goto('/lock');
    await page.getByLabel(t('session:password'), { exact: true }).fill('almende-demo');
    await page.getByRole('button', { name: t('session:lock.unlock') }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('with a register key in its query leads to the application', async ({ page }) => {
    await page.goto('/dashboard?register=1');
    await expect(page).toHaveURL(/\/register$/);
  });
});

test('pages for guests lead a member to the dashboard', async ({ page, member, signInByCookie }) => {
  await signInByCookie(await member());
  for (const path of ['/login', '/register', '/recover', '/reset-password/a%40example.org/abc', '/login/two-factor']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/dashboard$/);
  }
});

test.describe('several tabs', { tag: '@js' }, () => {
  for (const way of ['logout', 'lock'] as const) {
    test(`follow a ${way} in one of them`, async ({ page, context, member, signInByCookie, t }) => {
      await signInByCookie(await member());
      const other = await context.newPage();
      await other.goto('/settings/devices');
      await hydrated(other, { javaScriptEnabled: true });
      await page.goto('/dashboard');
      await page
        .getByRole('button', { name: t(`shell.${way}`) })
        .first()
        .click();
      const goal = (page: string) => (way === 'logout' ? '/login' : `/lock?return_to=${encodeURIComponent(page)}`);
      await expect(page).toHaveURL(goal('/dashboard'));
      await expect(other).toHaveURL(goal('/settings/devices'));
    });
  }

  test('unlock by themselves, each on its own page', async ({ page, context, member, signInByCookie, t }) => {
    await signInByCookie(await member());
    const other = await context.newPage();
    await other.goto('/settings/devices');
    await hydrated(other, { javaScriptEnabled: true });
    await page.goto('/settings/privacy');
    await page.getByRole('button', { name: t('shell.lock') }).click();
    await expect(other.getByRole('heading', { name: t('session:lock.heading') })).toBeVisible();
    await hydrated(other, { javaScriptEnabled: true });
    await page.getByLabel(t('session:password'), { exact: true }).fill('almende-demo');
    await page.getByRole('button', { name: t('session:lock.unlock') }).click();
    await expect(page).toHaveURL('/settings/privacy');
    await expect(other).toHaveURL('/settings/devices');
    await expect(other.getByRole('heading', { name: t('titles.devices'), level: 1 })).toBeVisible();
  });

  test('unlock with what one of them had sent too late', async ({ page, context, club, member, enter, t }) => {
    const lena = await member();
    await enter(lena, '/settings/account/display');
    const other = await context.newPage();
    await other.goto('/ui/form');
    await hydrated(other, { javaScriptEnabled: true });
    await other.getByLabel(t('ui.form.subject')).fill('Three seedlings');
    await other.getByLabel(t('ui.form.message'), { exact: true }).fill('They lean to the left.');
    await club.clock.advance(3601);
    await other.getByRole('button', { name: t('ui.form.send'), exact: true }).click();
    await expect(other.getByText(t('session:lock.kept'))).toBeVisible();
    await page.goto('/settings/devices');
    await page.getByLabel(t('session:password'), { exact: true }).fill(lena.password);
    await page.getByRole('button', { name: t('session:lock.unlock') }).click();
    await expect(page).toHaveURL('/settings/devices');
    await expect(other.getByRole('heading', { name: t('form.resumed') })).toBeVisible();
    await expect(other.getByText('Three seedlings')).toBeVisible();
  });
});
