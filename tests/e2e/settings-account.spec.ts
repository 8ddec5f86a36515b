import type { Page } from '@playwright/test';
import type { Club } from '../support/club';
import { expect, hydrated, test } from '../support/test';
import type { Translate } from '../support/texts';

const next = 'harbour pencil walrus 77';
const digits = (subject: string) => subject.replace(/\D/g, '');
const verificationCode = async (club: Club, to: string, language: 'en' | 'de' = 'en') =>
  digits((await club.mailbox.waitFor({ to, subject: language === 'de' ? 'Dein Code' : 'Your code' })).subject);

/** Does both steps, up to the code from the new mailbox. */
async function askForAddress(page: Page, t: Translate, address: string, code: () => Promise<string>) {
  await page.getByLabel(t('settings:account.email.new'), { exact: true }).fill(address);
  await page.getByRole('button', { name: t('settings:account.email.submit') }).click();
  const field = page.getByLabel(t('verification.mail'), { exact: true });
  await expect(field).toHaveAccessibleDescription(new RegExp(t('settings:account.email.confirms', { email: address })));
  await field.fill(await code());
  await expect(page.getByLabel(t('settings:account.email.new'), { exact: true })).toHaveValue(address);
  await page.getByRole('button', { name: t('settings:account.email.submit') }).click();
  await expect(page.getByRole('heading', { name: t('settings:account.email.confirm_heading') })).toBeVisible();
}

const notPresent = { en: 'This is not your current password', de: 'Das ist nicht dein aktuelles Passwort' };

const codeField = (page: Page, t: Translate) => page.getByLabel(t('settings:account.email.code'), { exact: true });

test.describe('another e-mail address', () => {
  test('was typed before the member went away: nothing is said of it once it is sent', { tag: '@js' }, async ({
    page,
    club,
    member,
    enter,
    t,
  }) => {
    const mira = await member();
    await enter(mira, '/settings/account/email');
    await hydrated(page, { javaScriptEnabled: true });
    await page.getByLabel(t('settings:account.email.new'), { exact: true }).fill('half@');
    await page.getByRole('link', { name: t('settings:account.back') }).click();
    await expect(page).toHaveURL(/\/account$/);
    await page.goBack();
    await expect(page.getByText(t('shell.draft.restored'))).toBeVisible();
    await askForAddress(page, t, `new.${mira.email}`, () => verificationCode(club, mira.email));
    await expect(page.getByText(t('shell.draft.restored'))).toBeHidden();
    await expect(page.locator('#content')).toBeFocused();
  });

  test('holds with the code that went there, and comes back by the link of the notice', async ({
    page,
    club,
    member,
    signIn,
    enter,
    visit,
    t,
  }) => {
    const mira = await member();
    const address = `new.${mira.email}`;
    await enter(mira, '/settings/account/email');
    await askForAddress(page, t, address, () => verificationCode(club, mira.email));
    await visit('/settings/account');
    await expect(page.getByText(t('settings:account.email.waits', { email: address }))).toBeVisible();
    await page.getByRole('link', { name: t('settings:account.email.enter_code') }).click();

    await codeField(page, t).fill('000 000');
    await page.getByRole('button', { name: t('settings:account.email.confirm') }).click();
    await expect(page.getByRole('alert')).toContainText('This code is not right');
    await expect(codeField(page, t)).toHaveValue('');
    const mail = await club.mailbox.waitFor({ to: address, subject: 'Confirm your new address' });
    await codeField(page, t).fill(digits(mail.subject));
    await page.getByRole('button', { name: t('settings:account.email.confirm') }).click();
    await expect(page.getByText(t('settings:account.email.changed'))).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: address })).toBeVisible();

    const notice = await club.mailbox.waitFor({ to: mira.email, subject: 'Your e-mail address at' });
    await page.goto(notice.links[0] ?? '');
    await page.getByRole('button', { name: t('session:revert_email.submit') }).click();
    await expect(page.getByRole('heading', { name: t('session:reversal.success.heading') })).toBeVisible();
    await page.goto('/settings/account');
    await expect(page).toHaveURL('/lock?return_to=%2Fsettings%2Faccount');

    const reset = await club.mailbox.waitFor({ to: mira.email, subject: 'This address is back' });
    await page.context().clearCookies();
    await page.goto(reset.links[0] ?? '');
    await page.getByLabel(t('session:reset.new_password'), { exact: true }).fill(next);
    await page.getByLabel(t('session:password_confirmation'), { exact: true }).fill(next);
    await page.getByRole('button', { name: t('session:reset.submit') }).click();
    await expect(page).toHaveURL(/\/login$/);
    await signIn({ email: mira.email, password: next });

    await page.goto(notice.links[0] ?? '');
    await page.getByRole('button', { name: t('session:revert_email.submit') }).click();
    await expect(page.getByRole('heading', { name: t('session:reversal.used.heading') })).toBeVisible();
  });

  test('can wait for another mail, honestly refused within the minute, or be given up', async ({
    page,
    club,
    member,
    enter,
    javaScriptEnabled,
    t,
  }) => {
    const mira = await member();
    const address = `new.${mira.email}`;
    await enter(mira, '/settings/account/email');
    await askForAddress(page, t, address, () => verificationCode(club, mira.email));
    await page.getByRole('button', { name: t('settings:account.email.resend') }).click();
    await expect(page.getByRole('alert')).toContainText(t('problem.too_many.title'));
    if (javaScriptEnabled) await page.getByRole('dialog').press('Escape');
    await club.clock.advance(61);
    await page.getByRole('button', { name: t('settings:account.email.resend') }).click();
    await expect(page.getByText(t('settings:account.email.code_sent'))).toBeVisible();
    await expect.poll(async () => (await club.mailbox.list(address)).length).toBe(2);
    await page.getByRole('button', { name: t('settings:account.email.cancel') }).click();
    await expect(page.getByText(t('settings:account.email.cancelled'))).toBeVisible();
    await expect(page.getByText(t('settings:account.email.waits', { email: address }))).toBeHidden();
  });

  test.describe('in German', () => {
    test.use({ language: 'de' });

    test('is confirmed by the app where two-factor sign-in is on', async ({ page, club, member, enter, t }) => {
      const mira = await member({ twoFactor: true, language: 'de' });
      const address = `neu.${mira.email}`;
      await enter(mira, '/settings/account/email');
      await page.getByLabel(t('settings:account.email.new'), { exact: true }).fill(address);
      await page.getByLabel(t('verification.app'), { exact: true }).fill(await mira.code());
      await page.getByRole('button', { name: t('settings:account.email.submit') }).click();
      const mail = await club.mailbox.waitFor({ to: address, subject: 'Bestätige deine neue Adresse' });
      await codeField(page, t).fill(digits(mail.subject));
      await page.getByRole('button', { name: t('settings:account.email.confirm') }).click();
      await expect(page.getByText(t('settings:account.email.changed'))).toBeVisible();
      const notice = await club.mailbox.waitFor({ to: mira.email, subject: 'wurde geändert' });
      expect(notice.links[0]).toContain('/revert-email/');
    });
  });

  test('keeps a link that is over from doing anything, in clear words', async ({ page, t }) => {
    for (const status of ['overtaken', 'expired', 'invalid'] as const) {
      await page.goto(`/email-reversal/${status}`);
      await expect(page.getByRole('heading', { name: t(`session:reversal.${status}.heading`) })).toBeVisible();
    }
    await page.goto('/revert-email/nobody-ever-made-this-one');
    await page.getByRole('button', { name: t('session:revert_email.submit') }).click();
    await expect(page).toHaveURL(/\/email-reversal\/invalid$/);
  });
});

test.describe('a new password', () => {
  for (const language of ['en', 'de'] as const) {
    test.describe(language, { tag: `@${language}` }, () => {
      test.use({ language });

      test('signs the other browsers out and keeps this one', { tag: '@laravel' }, async ({
        page,
        club,
        member,
        enter,
        browser,
        extraHTTPHeaders,
        javaScriptEnabled,
        t,
      }) => {
        const mira = await member({ language });
        const elsewhere = await browser.newContext({ baseURL: club.url, javaScriptEnabled, extraHTTPHeaders });
        const other = await elsewhere.newPage();
        await other.goto('/login');
        await other.locator('input[name=email]').fill(mira.email);
        await other.locator('input[name=password]').fill(mira.password);
        await other.locator('form#login button[type=submit]').first().click();
        await expect(other).toHaveURL(/\/dashboard$/);

        await enter(mira, '/settings/account');
        await page
          .getByRole('link', { name: t('settings:account.change') })
          .filter({ hasText: t('settings:account.password.label') })
          .click();
        await page.getByRole('button', { name: t('settings:account.password.send_code') }).click();
        const code = await verificationCode(club, mira.email, language);
        await page.getByLabel(t('verification.mail'), { exact: true }).fill(code);
        await hydrated(page, { javaScriptEnabled });
        const present = page.getByLabel(t('settings:account.password.current'), { exact: true });
        const fresh = page.getByLabel(t('settings:account.password.new'), { exact: true });
        const repeated = page.getByLabel(t('settings:account.password.repeat'), { exact: true });
        await present.fill('not this one');
        await fresh.fill(next);
        if (javaScriptEnabled) await expect(page.getByText(t('ui.password.open'))).toBeVisible();
        await repeated.fill(next);
        await page.getByRole('button', { name: t('settings:account.password.submit') }).click();
        await expect(page.getByRole('alert')).toContainText(notPresent[language]);
        for (const field of [present, fresh, repeated]) await expect(field).toHaveValue('');

        await page.getByLabel(t('verification.mail'), { exact: true }).fill(code);
        await present.fill(mira.password);
        await fresh.fill(next);
        await repeated.fill(next);
        // Enter saves. It does not ask for another code.
        await repeated.press('Enter');
        await expect(page.getByText(t('settings:account.password.changed'))).toBeVisible();

        await other.goto('/settings/account');
        await expect(other).toHaveURL('/lock?return_to=%2Fsettings%2Faccount');
        await elsewhere.close();
      });
    });
  }

  test('is the first one of a member who signed in by mailed links', async ({
    page,
    club,
    member,
    visit,
    t,
    extraHTTPHeaders,
  }) => {
    const mira = await member({ password: false });
    await page.goto('/lock');
    await fetch(`${club.server.local}/api/auth/unlock-link`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...extraHTTPHeaders },
      body: JSON.stringify({ email: mira.email }),
    });
    const { links } = await club.mailbox.waitFor({ to: mira.email, subject: 'Your link to' });
    await page.goto(links[0] ?? '');
    await page.getByRole('button', { name: t('session:auth.submit') }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await visit('/settings/account/password');
    await expect(page.getByText(t('settings:account.password.intro_first'))).toBeVisible();
    await page.getByRole('button', { name: t('settings:account.password.send_code') }).click();
    await page.getByLabel(t('verification.mail'), { exact: true }).fill(await verificationCode(club, mira.email));
    await expect(page.getByLabel(t('settings:account.password.current'), { exact: true })).toBeHidden();
    await page.getByLabel(t('settings:account.password.new'), { exact: true }).fill(next);
    await page.getByLabel(t('settings:account.password.repeat'), { exact: true }).fill(next);
    await page.getByRole('button', { name: t('settings:account.password.submit') }).click();
    await expect(page.getByText(t('settings:account.password.changed'))).toBeVisible();
    await page.getByRole('button', { name: t('shell.lock') }).click();
    await page.getByLabel(t('session:password'), { exact: true }).fill(next);
    await page.getByRole('button', { name: t('session:lock.unlock') }).click();
    await expect(page).toHaveURL(/\/settings\/account$/);
  });
});

test.describe('what the account page sets', () => {
  test('language and time zone, with every zone at hand', async ({ page, member, enter, t }) => {
    const mira = await member();
    await enter(mira, '/settings/account/preferences');
    const zone = page.getByLabel(t('settings:account.preferences.time_zone'), { exact: true });
    const language = page.getByLabel(t('settings:account.preferences.language'), { exact: true });
    await language.selectOption('Deutsch');
    await expect(zone.getByRole('option', { name: 'Asia/Tokyo' })).toHaveCount(0);
    await page.getByRole('button', { name: t('settings:account.preferences.all_zones') }).click();
    await expect(language).toHaveValue('de');
    await zone.selectOption('Asia/Tokyo');
    await page.getByRole('button', { name: t('settings:account.save'), exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByText('Gespeichert.')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'Asia/Tokyo' })).toBeVisible();
  });

  test('an ETH address, with its checksum or a clear word against it', async ({ page, member, enter, visit, t }) => {
    const mira = await member();
    await enter(mira, '/settings/account/eth-address');
    const field = page.getByRole('textbox', { name: t('settings:account.eth.label') });
    const wrong = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    await field.fill(wrong);
    await page.getByRole('button', { name: t('settings:account.save'), exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('do not fit together');
    await expect(field).toHaveValue(wrong);
    await field.fill(wrong.toLowerCase());
    await page.getByRole('button', { name: t('settings:account.save'), exact: true }).click();
    await expect(page.getByText('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBeVisible();
    await visit('/settings/account/eth-address');
    await field.fill('');
    await page.getByRole('button', { name: t('settings:account.save'), exact: true }).click();
    await expect(page.getByText(t('settings:account.eth.none'))).toBeVisible();
  });

  test('the colours of this browser', async ({ page, member, enter, visit, javaScriptEnabled, t }) => {
    const mira = await member();
    await enter(mira, '/settings/account/display');
    await hydrated(page, { javaScriptEnabled });
    const form = page.locator('main form[action="/display"]');
    await form.getByLabel(t('display.scheme.dark')).check();
    if (!javaScriptEnabled) await form.getByRole('button', { name: t('display.save') }).click();
    await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
    await visit('/settings/account');
    await expect(page.getByRole('definition').filter({ hasText: t('display.scheme.dark') })).toBeVisible();
  });
});
