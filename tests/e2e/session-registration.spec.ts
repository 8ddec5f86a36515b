import { fillApplication, newEmail, newPassword } from '../support/registration';
import { expect, hydrated, test } from '../support/test';
import type { Language } from '../support/texts';

const otherPassword = 'vier blaue Hügel im Herbst';

const subjects: Record<Language, { verify: string; reset: string; changed: string }> = {
  en: {
    verify: 'Please confirm your e-mail address',
    reset: 'Reset your password',
    changed: 'Your password was changed',
  },
  de: {
    verify: 'Bitte bestätige deine E-Mail-Adresse',
    reset: 'Passwort zurücksetzen',
    changed: 'Dein Passwort wurde geändert',
  },
};

for (const language of ['en', 'de'] as const) {
  test.describe(`in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('register, mail, verify, log in, log out, recover, reset, log in', { tag: '@laravel' }, async ({
      page,
      club,
      t,
    }) => {
      const email = newEmail();
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      const logIn = async (secret: string) => {
        await page.getByLabel(t('session:email'), { exact: true }).fill(email);
        await page.getByLabel(t('session:password'), { exact: true }).fill(secret);
        await press(t('session:login.submit'));
      };

      await page.goto('/register');
      await fillApplication(page, t, email);
      await press(t('session:register.submit'));
      await expect(page.getByRole('heading', { name: t('session:verification.sent.heading') })).toBeVisible();

      const verification = await club.mailbox.waitFor({ to: email, subject: subjects[language].verify });
      await page.goto(verification.links[0] ?? '');
      await press(t('session:verify.submit'));
      await expect(page).toHaveURL(/\/email-verification\/success$/);
      await page.getByRole('link', { name: t('session:login.submit'), exact: true }).click();
      await expect(page.getByRole('heading', { name: t('session:login.heading') })).toBeVisible();

      await logIn(newPassword);
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Jonas');
      await expect(page.getByText(t('dashboard.waiting.email.title'))).toBeHidden();

      await press(t('shell.logout'));
      await expect(page).toHaveURL(/\/login$/);
      await page.getByRole('link', { name: t('session:login.forgot') }).click();
      await expect(page.getByRole('heading', { name: t('session:recover.heading') })).toBeVisible();
      await page.getByLabel(t('session:email'), { exact: true }).fill(email);
      await press(t('session:recover.submit'));
      await expect(page.getByText(t('session:recover.sent'))).toBeVisible();

      const recovery = await club.mailbox.waitFor({ to: email, subject: subjects[language].reset });
      await page.goto(recovery.links[0] ?? '');
      await page.getByLabel(t('session:reset.new_password'), { exact: true }).fill(otherPassword);
      await page.getByLabel(t('session:password_confirmation'), { exact: true }).fill(otherPassword);
      await press(t('session:reset.submit'));
      await expect(page.getByText(t('session:reset.done'))).toBeVisible();
      await club.mailbox.waitFor({ to: email, subject: subjects[language].changed });

      await logIn(newPassword);
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(page.getByLabel(t('session:email'), { exact: true })).toHaveValue(email);
      await logIn(otherPassword);
      await expect(page).toHaveURL(/\/dashboard$/);

      await press(t('shell.logout'));
      await expect(page).toHaveURL(/\/login$/);
      await page.goto(recovery.links[0] ?? '');
      await page.getByLabel(t('session:reset.new_password'), { exact: true }).fill(`${otherPassword} 2`);
      await page.getByLabel(t('session:password_confirmation'), { exact: true }).fill(`${otherPassword} 2`);
      await press(t('session:reset.submit'));
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(`^${t('ui.error_prefix')} `));
    });
  });
}

test('an application with many errors names all of them at once, the judgement of the password included', async ({
  page,
  t,
  javaScriptEnabled,
}) => {
  await page.goto('/register');
  await hydrated(page, { javaScriptEnabled });
  const password = page.getByLabel(t('session:password'), { exact: true });
  await page.getByLabel(t('session:lastname'), { exact: true }).fill('Öztürk-Weiß');
  await page.getByLabel(t('session:email'), { exact: true }).fill('no address');
  await page.getByLabel(t('session:birthdate'), { exact: true }).fill('2020-01-01');
  await password.fill('schmetterling');
  await page.getByLabel(t('session:password_confirmation'), { exact: true }).fill('something else');
  await page.getByRole('button', { name: t('session:register.submit') }).click();

  const wrong = page.getByRole('alert').getByRole('link');
  await expect(wrong).toHaveText([
    t('form.missing.firstname'),
    t('form.email', { field: t('session:email') }),
    /at least 18\syears old/,
    t('form.missing.country'),
    /easy to guess/,
    /not the same/,
    /agree/,
  ]);
  await expect(password).toHaveValue('');
  await expect(page.getByText(t('session:password_again'))).toBeVisible();
  if (javaScriptEnabled) await expect(page.locator('#register-password-strength')).toBeEmpty();
  await password.fill('three wet garden gates');
  if (javaScriptEnabled) await expect(page.getByText(t('ui.password.open'))).toBeVisible();
});

test('what is wrong with an application stands at its fields, and nothing else has to be typed again', async ({
  page,
  t,
}) => {
  await page.goto('/register');
  await fillApplication(page, t, newEmail());
  await page.getByLabel(t('session:birthdate'), { exact: true }).fill('2020-01-01');
  await page.getByLabel(t('session:password_confirmation'), { exact: true }).fill('something else');
  await page.getByRole('button', { name: t('session:register.submit') }).click();

  const summary = page.getByRole('alert');
  await expect(summary).toContainText(t('form.confirmed', { field: t('session:password_confirmation') }));
  await expect(page).toHaveTitle(/^Error: Apply for membership - Almende Farm$/);
  const confirmation = page.getByLabel(t('session:password_confirmation'), { exact: true });
  await expect(confirmation).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel(t('session:lastname'), { exact: true })).toHaveValue('Öztürk-Weiß');
  await expect(page.getByLabel(t('session:country'), { exact: true })).toHaveValue('AT');
  for (const box of await page.getByRole('checkbox').all()) await expect(box).toBeChecked();

  await expect(summary.getByRole('link').first()).toHaveText(/at least 18\syears old/);
  await summary.getByRole('link').nth(1).click();
  await expect(confirmation).toBeFocused();
});

test('the language switch keeps what was typed and never sends the password back', async ({
  page,
  t,
  javaScriptEnabled,
}) => {
  const sentBodies: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sentBodies.push(request.postData() ?? '');
  });
  const email = newEmail();
  await page.goto('/register');
  await hydrated(page, { javaScriptEnabled });
  await fillApplication(page, t, email);
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { name: 'Mitgliedschaft beantragen' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('alert')).toBeHidden();

  await expect(page.getByLabel('Vorname', { exact: true })).toHaveValue('Jonas');
  await expect(page.getByLabel('E-Mail-Adresse', { exact: true })).toHaveValue(email);
  await expect(page.getByLabel('Geburtsdatum', { exact: true })).toHaveValue('1991-02-28');
  await expect(page.getByLabel('Land', { exact: true })).toHaveValue('AT');
  await expect(page.getByRole('checkbox').first()).toBeChecked();
  if (javaScriptEnabled) expect(sentBodies.join()).not.toContain(encodeURIComponent(newPassword).slice(0, 8));
  else await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue('');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Mitgliedschaft beantragen' })).toBeVisible();
});

test.describe('an invitation', () => {
  test('names who invites, keeps the campaign, and can be removed', async ({ page }) => {
    await page.goto('/r/AnnaKessler?utm_source=flyer&other=1&c=spring');
    await expect(page).toHaveURL('/register/AnnaKessler?utm_source=flyer&c=spring');
    await expect(page.getByText('Invited by Anna K.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Invited by')).toBeHidden();
    await expect(page).toHaveURL(/\/register$/);
  });

  test('is kept for whoever comes back without it', async ({ page }) => {
    await page.goto('/r/AnnaKessler');
    await page.goto('/login');
    await page.goto('/register');
    await expect(page.getByText('Invited by Anna K.')).toBeVisible();
  });

  test('that nobody knows is said to be so', async ({ page, t }) => {
    await page.goto('/r/Nobody123456');
    await expect(page).toHaveURL(/\/register$/);
    await expect(page.getByText(t('session:register.unknown_referral'))).toBeVisible();
  });

  test('leads a member to the dashboard', async ({ page, member, signInByCookie }) => {
    await signInByCookie(await member());
    await page.goto('/r/AnnaKessler');
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});
