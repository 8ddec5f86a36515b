import { expect, test } from '../support/test';

const subject = 'Please confirm your e-mail address';

test.describe('the link that confirms an address', () => {
  test('changes nothing until its button is pressed, and says so when it was pressed before', async ({
    page,
    club,
    member,
    enter,
    t,
  }) => {
    const mira = await member({ verified: false });
    await enter(mira, '/dashboard');
    await page.getByRole('button', { name: t('dashboard.waiting.email.resend') }).click();
    await expect(page.getByText(t('shell.verification_resent'))).toBeVisible();
    const { links } = await club.mailbox.waitFor({ to: mira.email, subject });

    await page.goto(links[0] ?? '');
    await page.goto('/dashboard');
    await expect(page.getByText(t('dashboard.waiting.email.title'))).toBeVisible();

    await page.goto(links[0] ?? '');
    await page.getByRole('button', { name: t('session:verify.submit') }).click();
    await expect(page.getByRole('heading', { name: t('session:verification.success.heading') })).toBeVisible();
    await page.getByRole('link', { name: t('session:verification.home'), exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText(t('dashboard.waiting.email.title'))).toBeHidden();

    await page.goto(links[0] ?? '');
    await page.getByRole('button', { name: t('session:verify.submit') }).click();
    await expect(page).toHaveURL(/\/email-verification\/already$/);
  });

  test('is over after a day, and the page sends a new one', async ({ page, club, member, t }) => {
    const mira = await member({ verified: false });
    await page.goto('/email-verification/sent');
    await page.getByLabel(t('session:email'), { exact: true }).fill(mira.email);
    await page.getByRole('button', { name: t('session:verification.resend') }).click();
    await expect(page.getByText(t('shell.verification_resent'))).toBeVisible();
    const first = await club.mailbox.waitFor({ to: mira.email, subject });

    await club.clock.advance(24 * 3600 + 1);
    await page.goto(first.links[0] ?? '');
    await page.getByRole('button', { name: t('session:verify.submit') }).click();
    await expect(page.getByRole('heading', { name: t('session:verification.expired.heading') })).toBeVisible();

    await page.getByLabel(t('session:email'), { exact: true }).fill(mira.email);
    await page.getByRole('button', { name: t('session:verification.resend') }).click();
    await expect(page.getByText(t('shell.verification_resent'))).toBeVisible();
    await expect.poll(async () => (await club.mailbox.list(mira.email)).length).toBe(2);
  });

  test('that was changed is not valid', async ({ page, t }) => {
    await page.goto('/verify-email/1/0000?expires=4102444800&signature=00');
    await page.getByRole('button', { name: t('session:verify.submit') }).click();
    await expect(page.getByRole('heading', { name: t('session:verification.invalid.heading') })).toBeVisible();
  });
});

test.describe('signing in with a link', () => {
  test('without its token says what is missing', async ({ page, t }) => {
    for (const path of ['/auth', '/auth?token=']) {
      await page.goto(path);
      await expect(page.getByText(t('session:auth.missing'))).toBeVisible();
      await expect(page.getByRole('link', { name: t('session:auth.login') })).toHaveAttribute('href', '/login');
    }
  });

  test('with a wrong token is refused', async ({ page, t }) => {
    await page.goto('/auth?token=nobody-ever-made-this-one');
    await page.getByRole('button', { name: t('session:auth.submit') }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('link', { name: t('session:auth.login') })).toBeVisible();
  });

  test('works once, after a press of its button, for a member without a password', async ({
    page,
    club,
    member,
    t,
    browser,
    extraHTTPHeaders,
    javaScriptEnabled,
  }) => {
    const mira = await member({ password: false });
    await fetch(`${club.server.local}/api/auth/unlock-link`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...extraHTTPHeaders },
      body: JSON.stringify({ email: mira.email }),
    });
    const { links } = await club.mailbox.waitFor({ to: mira.email, subject: 'Your link to' });
    await page.goto(links[0] ?? '');
    await page.getByRole('button', { name: t('session:auth.submit') }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Mira');

    await page.getByRole('button', { name: t('shell.lock') }).click();
    await expect(page.getByText(t('session:lock.no_password'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('session:lock.send_link') })).toBeVisible();

    const elsewhere = await browser.newContext({ baseURL: club.url, javaScriptEnabled });
    const second = await elsewhere.newPage();
    await second.goto(links[0] ?? '');
    await second.getByRole('button', { name: t('session:auth.submit') }).click();
    await expect(second.getByText(t('session:auth.missing'))).toBeVisible();
    await elsewhere.close();
  });
});
