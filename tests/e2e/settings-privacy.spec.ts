import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { tellMember } from '../support/notifications';
import { expect, hydrated, test } from '../support/test';

const days = 24 * 3600;

for (const language of ['en', 'de'] as const) {
  test.describe(`privacy in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('a member takes the data along', async ({ page, club, member, enter, t, javaScriptEnabled }) => {
      const mira = await member({ language });
      await tellMember(club, mira, { unread: 4, read: 2 });
      await enter(mira, '/settings/privacy');
      await hydrated(page, { javaScriptEnabled });
      await page.getByRole('button', { name: t('settings:privacy.export.request') }).click();
      await expect(page.getByText(t('settings:privacy.export.requested'))).toBeVisible();

      const subject = language === 'de' ? 'Dein Datenexport ist fertig' : 'Your data export is ready';
      const mail = await club.mailbox.waitFor({ to: mira.email, subject });
      expect(mail.links.map((link) => new URL(link).pathname)).toEqual(['/settings/privacy']);
      // Without script the member reloads the page. With script the page has noticed by itself.
      if (!javaScriptEnabled) await page.goto('/settings/privacy');
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: /ZIP/ }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^almende-\d{4}-\d\d-\d\d\.zip$/);
      const files = unzipSync(new Uint8Array(readFileSync(await file.path())));
      expect(Object.keys(files)).toContain(language === 'de' ? 'LIESMICH.txt' : 'README.txt');
      const told = JSON.parse(Buffer.from(files['notifications.json'] ?? []).toString());
      expect(told).toHaveLength(6);
      // The next export must wait, and the page says until when.
      await expect(page.getByText(t('settings:privacy.export.next'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('settings:privacy.export.again') })).toHaveCount(0);
    });

    test('a member leaves, changes their mind, and leaves for good', async ({
      page,
      club,
      member,
      enter,
      visit,
      t,
      javaScriptEnabled,
    }) => {
      test.slow();
      const mira = await member({ language });
      await enter(mira, '/settings/privacy');
      await page.getByRole('link', { name: t('settings:privacy.deletion.start') }).click();
      await expect(page.getByText('§ 147 AO')).toBeVisible();
      await page.getByRole('button', { name: t('settings:privacy.deletion.send_code') }).click();

      const password = page.getByLabel(t('settings:privacy.deletion.password'), { exact: true });
      const code = page.getByLabel(t('verification.mail'));
      const confirm = page.getByRole('button', { name: t('settings:privacy.deletion.confirm') });
      const mail = await club.mailbox.waitFor({ to: mira.email, subject: /\d{3} \d{3}$/ });
      const digits = /(\d{3} \d{3})$/.exec(mail.subject)?.[1] ?? '';
      await hydrated(page, { javaScriptEnabled });
      await code.fill('000 000');
      await password.fill(mira.password);
      await confirm.click();
      await expect(code).toHaveAttribute('aria-invalid', 'true');
      await expect(code).toHaveValue('');
      await expect(password).toHaveValue('');
      await code.fill(digits);
      await password.fill('not my password');
      await confirm.click();
      await expect(page.getByText(/This is not your password|Das ist nicht dein Passwort/).first()).toBeVisible();
      await code.fill(digits);
      await password.fill(mira.password);
      await confirm.click();
      await expect(page).toHaveURL('/settings/privacy');
      await expect(page.getByText(t('settings:privacy.deletion.requested'))).toBeVisible();

      await visit('/dashboard');
      await page.getByRole('link', { name: t('shell.deletion.keep') }).click();
      await page.getByRole('button', { name: t('settings:privacy.deletion.keep') }).click();
      await expect(page.getByText(t('settings:privacy.deletion.kept'))).toBeVisible();
      await visit('/dashboard');
      await expect(page.getByRole('link', { name: t('shell.deletion.keep') })).toHaveCount(0);
    });
  });
}

test('after the grace the account is gone, and its address is free', async ({ page, club, member, enter, t }) => {
  test.slow();
  const mira = await member({ twoFactor: true });
  await enter(mira, '/settings/privacy/delete');
  await page.getByLabel(t('verification.app')).fill(await mira.code());
  await page.getByLabel(t('settings:privacy.deletion.password'), { exact: true }).fill(mira.password);
  await page.getByRole('button', { name: t('settings:privacy.deletion.confirm') }).click();
  await expect(page).toHaveURL('/settings/privacy');
  await page.goto('about:blank');
  await club.clock.advance(14 * days + 1);
  // Housekeeping runs at each start and every hour.
  await club.restart();
  await club.mailbox.waitFor({ to: mira.email, subject: 'is deleted' });
  await page.context().clearCookies();
  await page.goto('/login');
  await page.locator('input[name=email]').fill(mira.email);
  await page.locator('input[name=password]').fill(mira.password);
  await page.locator('form#login button[type=submit]').first().click();
  await expect(page.getByText('The e-mail address or the password is not right.').first()).toBeVisible();
  const shown = await club.staff('member', 'show', String(mira.id));
  expect(shown.stdout).toContain('Deleted ');
});
