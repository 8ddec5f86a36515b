import { expect, test } from '../support/test';

test('greets the member and shows what waits for them', async ({ page, member, signInByCookie, t }) => {
  await signInByCookie(await member({ firstname: 'Juna', verified: false, addressFilled: false }));
  await page.goto('/dashboard');
  await expect(page).toHaveTitle('Dashboard - Almende Farm');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Juna$/);
  await expect(page.getByText('2 things')).toBeVisible();
  await expect(page.getByText(t('dashboard.waiting.email.title'))).toBeVisible();
  await page.getByRole('link', { name: t('dashboard.waiting.address.title') }).click();
  await expect(page).toHaveURL(/\/settings\/address$/);
});

test('has nothing waiting for a member who has done everything', async ({ page, member, signInByCookie, t }) => {
  await signInByCookie(await member());
  await page.goto('/dashboard');
  await expect(page.getByText(t('dashboard.waiting.nothing.title'))).toBeVisible();
});

test('sends the link that confirms the address again', async ({ page, club, member, signInByCookie, t }) => {
  const mira = await member({ verified: false });
  await signInByCookie(mira);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: t('dashboard.waiting.email.resend') }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText(t('shell.verification_resent'))).toBeVisible();
  await club.mailbox.waitFor({ to: mira.email, subject: 'Please confirm' });
});

for (const id of ['register_intro', 'android_app'] as const) {
  test(`the introduction ${id} is hidden and shown again`, async ({ page, member, signInByCookie, t }) => {
    await signInByCookie(await member());
    await page.goto('/dashboard');
    const title = t(`dashboard.intro.${id}.title`);
    const panel = page.getByRole('heading', { name: title, exact: true });
    await expect(panel).toBeVisible();
    await page.getByRole('button', { name: new RegExp(`^${t('dashboard.intro.hide')} ?: ${title}`) }).click();
    await expect(panel).toBeHidden();
    await page.reload();
    await expect(panel).toBeHidden();
    await page.getByRole('button', { name: title, exact: true }).click();
    await expect(panel).toBeVisible();
  });
}

test('names the devices and the team', async ({ page, member, signInByCookie, t }) => {
  await signInByCookie(await member());
  await page.goto('/dashboard');
  await expect(page.getByText(t('dashboard.devices.this'))).toBeVisible();
  await expect(page.getByText(t('dashboard.team.nobody'))).toBeVisible();
});

test.describe('the demo accounts', () => {
  test.use({ language: 'de' });

  test('show a team of some hundreds', async ({ page, signInByCookie, t }) => {
    await signInByCookie({ email: 'anna@example.org', password: 'almende-demo' });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Anna');
    await expect(page.getByText(t('dashboard.team.members_other'))).toBeVisible();
  });
});
