import type { Page } from '@playwright/test';
import { textsIn as blockTexts } from '../../upstream/wallet/limits/blocks.texts';
import { codeIn } from '../support/mailbox';
import { expect, hydrated, test } from '../support/test';
import type { Translate } from '../support/texts';
import { equipToWithdraw } from '../support/withdrawals';

const path = '/settings/address';
const told = { en: 'Your name was changed', de: 'Dein Name wurde geändert' };

const control = (page: Page, name: string) => page.locator(`#address-${name}`);
const save = (page: Page, t: Translate) =>
  page.getByRole('button', { name: t('settings:address.save'), exact: true }).click();

const letPass = (form: HTMLElement) => {
  (form as HTMLFormElement).noValidate = true;
};

for (const language of ['en', 'de'] as const) {
  test.describe(`another name, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });
    const pause = blockTexts(language).withdrawal.paused;

    test('holds with the mailed code, which says what it confirms, and withdrawals are paused for a day', async ({
      page,
      club,
      member,
      enter,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      const mira = await member({ language });
      const name = `${mira.firstname} Winter`;
      await equipToWithdraw(club, { ...mira, name });
      await enter(mira, path);
      await hydrated(page, { javaScriptEnabled });
      await control(page, 'lastname').fill('Winter');
      await control(page, 'city').fill('Schwedt');
      await save(page, t);
      const code = page.getByLabel(t('verification.mail'), { exact: true });
      await expect(code).toBeVisible();
      await expect(code).toHaveAccessibleDescription(new RegExp(t('settings:address.confirms', { name })));
      await expect(control(page, 'lastname')).toHaveValue('Winter');
      await expect(control(page, 'city')).toHaveValue('Schwedt');
      expect(await accessibilityFaults(page)).toEqual([]);

      const right = codeIn(await club.mailbox.waitFor({ to: mira.email, subject: /code/i })).replace(/\D/g, '');
      await code.fill(String((Number(right) + 1) % 1_000_000).padStart(6, '0'));
      await save(page, t);
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(code).toHaveValue('');
      await expect(code).toHaveAccessibleDescription(new RegExp(t('settings:address.confirms', { name })));
      await expect(control(page, 'city')).toHaveValue('Schwedt');
      await code.fill(right);
      await save(page, t);
      await expect(page.getByText(t('settings:address.saved_name'))).toBeVisible();
      await expect(control(page, 'lastname')).toHaveValue('Winter');
      const mail = await club.mailbox.waitFor({ to: mira.email, subject: told[language] });
      expect(mail.text).toContain(name);

      await page.goto('/financial/action/make-withdraw');
      await expect(page.getByText(pause)).toBeVisible();
      await club.clock.advance(24 * 3600 + 1);
      await page.context().clearCookies();
      await enter(mira, '/financial/action/make-withdraw');
      await expect(page.getByText(pause)).toBeHidden();
      await expect(page.getByRole('button', { name: t('wallet:withdraw.check') })).toBeEnabled();
    });

    test('holds with a code of the app, which is asked for with all that was typed', async ({
      page,
      club,
      member,
      enter,
      javaScriptEnabled,
      t,
    }) => {
      const mira = await member({ language, twoFactor: true });
      await enter(mira, path);
      await hydrated(page, { javaScriptEnabled });
      await control(page, 'lastname').fill('Winter');
      await control(page, 'city').fill('Schwedt');
      await save(page, t);
      const code = page.getByLabel(t('verification.app'), { exact: true });
      await expect(code).toHaveAccessibleDescription(new RegExp(t('settings:address.confirms_typed')));
      await expect(code).toHaveAccessibleDescription(new RegExp(t('verification.app_check')));
      await expect(control(page, 'lastname')).toHaveValue('Winter');
      await expect(control(page, 'city')).toHaveValue('Schwedt');
      await code.fill(await mira.code());
      await save(page, t);
      await expect(page.getByText(t('settings:address.saved_name'))).toBeVisible();
      await expect(control(page, 'city')).toHaveValue('Schwedt');
      const mail = await club.mailbox.waitFor({ to: mira.email, subject: told[language] });
      expect(mail.text).toContain(`${mira.firstname} Winter`);
    });

    test('that is none is refused at its field, and stays as it was typed', async ({
      page,
      member,
      enter,
      javaScriptEnabled,
      t,
    }) => {
      await enter(await member({ language }), path);
      await hydrated(page, { javaScriptEnabled });
      for (const firstname of ['- .', 'Mira 2']) {
        await control(page, 'firstname').fill(firstname);
        await control(page, 'city').fill('Schwedt');
        // Without script the browser would stop the form with its own message.
        if (!javaScriptEnabled) await page.locator('form#address').evaluate(letPass);
        await save(page, t);
        const refusal = t('form.name', { field: t('fields.firstname') });
        await expect(control(page, 'firstname')).toHaveAccessibleDescription(new RegExp(refusal));
        await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1);
        await expect(control(page, 'firstname')).toHaveValue(firstname);
        await expect(control(page, 'city')).toHaveValue('Schwedt');
      }
    });
  });
}
