import { expect, test } from '../support/test';

test('greets the member and shows what waits for them', async ({ page, member, enter, t }) => {
  await enter(await member({ firstname: 'Juna', verified: false, addressFilled: false }), '/dashboard');
  await expect(page).toHaveTitle('Dashboard - Almende Farm');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Juna$/);
  await expect(page.getByText('2 tasks')).toBeVisible();
  await expect(page.getByText(t('dashboard.waiting.email.title'))).toBeVisible();
  await page.getByRole('link', { name: t('dashboard.waiting.address.title') }).click();
  await expect(page).toHaveURL(/\/settings\/address$/);
});

test('has nothing waiting for a member who has done everything', async ({ page, member, enter, t }) => {
  await enter(await member(), '/dashboard');
  await expect(page.getByText(t('dashboard.waiting.nothing.title'))).toBeVisible();
});

test('sends the link that confirms the address again', async ({ page, club, member, enter, t }) => {
  const mira = await member({ verified: false });
  await enter(mira, '/dashboard');
  await page.getByRole('button', { name: t('dashboard.waiting.email.resend') }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText(t('shell.verification_resent'))).toBeVisible();
  await club.mailbox.waitFor({ to: mira.email, subject: 'Please confirm' });
});

for (const id of ['register_intro', 'android_app'] as const) {
  test(`the introduction ${id} is hidden and shown again`, async ({ page, member, enter, t }) => {
    await enter(await member(), '/dashboard');
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

test('a page of yesterday hides an introduction, and does not show it again', async ({
  page,
  context,
  member,
  signInByCookie,
  t,
}) => {
  await signInByCookie(await member());
  const title = t('dashboard.intro.register_intro.title');
  const hide = { name: new RegExp(`^${t('dashboard.intro.hide')} ?: ${title}`) };
  const old = await context.newPage();
  for (const tab of [page, old]) await tab.goto('/dashboard');
  for (const tab of [page, old]) {
    await tab.getByRole('button', hide).click();
    await expect(tab.getByRole('heading', { name: title, exact: true })).toBeHidden();
  }
  await page.goto('/settings/account');
  const line = page.getByRole('listitem').filter({ hasText: title });
  await expect(line).toContainText(t('dashboard.intro.is_hidden'));
  await line.getByRole('button', { name: new RegExp(`^${t('dashboard.intro.show')} ?: `) }).click();
  await expect(page).toHaveURL(/\/settings\/account$/);
  await expect(line).toContainText(t('dashboard.intro.is_shown'));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
});

test.describe('in the native app', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130 AlmendeApp/3.1' });
  test('nobody is told of the app', async ({ page, member, enter, t }) => {
    await enter(await member({ instructionState: { android_app_closed: true } }), '/dashboard');
    await expect(page.getByRole('heading', { name: t('dashboard.intro.register_intro.title') })).toBeVisible();
    await expect(page.getByText(t('dashboard.intro.android_app.title'))).toHaveCount(0);
  });
});

test('names the first post and the team', async ({ page, member, enter, t }) => {
  await enter(await member(), '/dashboard');
  await expect(page.getByText(t('dashboard.team.nobody'))).toBeVisible();
  const card = page.locator('.card').filter({ has: page.getByRole('heading', { name: t('dashboard.news.title') }) });
  await expect(card.getByRole('listitem')).toHaveCount(1);
  const post = card.getByRole('listitem').first().getByRole('link');
  const title = (await post.textContent()) ?? '';
  await post.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test.describe('the demo accounts', () => {
  test.use({ language: 'de' });

  test('show a team of some hundreds', async ({ page, enter, t }) => {
    await enter({ email: 'anna@example.org', password: 'almende-demo' }, '/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Anna');
    await expect(page.getByText(t('dashboard.team.members_other'))).toBeVisible();
  });
});
