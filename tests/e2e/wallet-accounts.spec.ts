import { walletWithdrawAccounts } from '../../upstream/wallet/withdraw-accounts/withdraw-accounts.tables';
import { ibanOf } from '../../upstream/wallet/withdraw-accounts/withdraw-accounts.testing';
import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, weighPage } from '../support/judges';
import { codeIn } from '../support/mailbox';
import { expect, hydrated, test } from '../support/test';

const list = '/settings/withdraw-accounts';

for (const language of ['en', 'de'] as const) {
  test.describe(`accounts for withdrawals, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language, colorScheme: language === 'en' ? 'light' : 'dark' });

    test('one is added, renamed, and deleted', async ({
      page,
      club,
      member,
      enter,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      const mira = await member({ language });
      const judge = async () => {
        expect(await htmlFaults(await page.content())).toEqual([]);
        expect(await accessibilityFaults(page)).toEqual([]);
        for (const width of [320, 360, 1280]) expect(await layoutFaultsAt(page, width)).toEqual([]);
      };
      await enter(mira, list);
      await expect(page.getByRole('heading', { name: t('wallet:accounts.none') })).toBeVisible();
      await judge();
      await page.getByRole('link', { name: t('wallet:accounts.add') }).click();
      await expect(page.getByRole('heading', { level: 1, name: t('titles.new_withdraw_account') })).toBeVisible();
      await hydrated(page, { javaScriptEnabled });
      await expect(page.getByLabel(t('wallet:accounts.holder'), { exact: true })).toHaveValue(mira.name);
      await page.getByLabel(t('wallet:accounts.name'), { exact: true }).fill('Giro');
      await page.getByLabel('IBAN', { exact: true }).fill('DE88 3704 0044 0532 0130 00');
      await page.getByRole('button', { name: t('wallet:accounts.submit') }).click();
      await expect(page.locator('.summary')).toContainText('IBAN');
      await judge();
      await page.getByLabel('IBAN', { exact: true }).fill('de89 3704 0044 0532 0130 00');
      await page.getByRole('button', { name: t('wallet:accounts.submit') }).click();
      const field = page.getByLabel(t('verification.mail'));
      const account = { holder: mira.name, iban: 'de89 3704 0044 0532 0130 00' };
      await expect(field).toHaveAccessibleDescription(new RegExp(t('wallet:accounts.confirms.added', account)));
      await judge();
      const mail = await club.mailbox.waitFor({ to: mira.email, subject: /code/i });
      expect(mail.text).toContain('DE•• •••• 3000');
      await field.fill(codeIn(mail));
      await page.getByRole('button', { name: t('wallet:accounts.submit') }).click();
      await expect(page.getByText(t('wallet:accounts.added'))).toBeVisible();
      const card = page.getByRole('region', { name: 'Giro' });
      await expect(card).toContainText('DE89 3704 0044 0532 0130 00');
      await expect(card).toContainText(t('wallet:accounts.cooling_down'));
      await expect(card).toContainText(t('wallet:accounts.default'));
      await judge();

      await card.getByRole('link', { name: t('wallet:accounts.change') }).click();
      await hydrated(page, { javaScriptEnabled });
      await page.getByLabel(t('wallet:accounts.name'), { exact: true }).fill('Sparbuch');
      await judge();
      await page.getByRole('button', { name: t('wallet:accounts.save') }).click();
      const renamed = page.getByRole('region', { name: 'Sparbuch' });
      await expect(renamed).toBeVisible();
      await renamed.getByRole('link', { name: t('wallet:accounts.delete') }).click();
      await expect(page.getByText('DE•• •••• 3000', { exact: true })).toBeVisible();
      await hydrated(page, { javaScriptEnabled });
      await judge();
      await page.getByRole('button', { name: t('wallet:accounts.send_code') }).click();
      await expect(field).toBeVisible();
      await judge();
      const others = async () =>
        (await club.mailbox.list(mira.email)).filter(
          ({ subject, text }) => /code/i.test(subject) && text !== mail.text,
        );
      await expect.poll(async () => (await others()).length).toBe(1);
      await field.fill((await others()).map(codeIn).join());
      await page.getByRole('button', { name: t('wallet:accounts.delete_now') }).click();
      await expect(page.getByText(t('wallet:accounts.deleted'))).toBeVisible();
      await expect(page.getByRole('heading', { name: t('wallet:accounts.none') })).toBeVisible();
    });

    test('ten keep within the weight of a page', async ({ page, club, member, enter }) => {
      const mira = await member({ language });
      const createdAt = new Date(club.clock.now());
      const accounts = Array.from({ length: 10 }, (_, at) => ({
        userId: mira.id,
        name: `Haushaltskonto der Sparkasse, Nummer ${at}`,
        holder: at % 3 === 0 ? 'Karl Feld' : mira.name,
        iban: ibanOf(at * 7919),
        bic: 'BYLADEM1001',
        isDisabled: at % 3 === 0,
        isDefault: at === 1,
        usableAt: new Date(createdAt.getTime() + (at % 2) * 3600_000),
        lastUsedAt: at % 2 === 0 ? createdAt : null,
        createdAt,
      }));
      await club.db.insert(walletWithdrawAccounts).values(accounts);
      await enter(mira, list);
      await expect(page.getByRole('region', { name: 'Nummer 9' })).toBeVisible();
      for (const width of [320, 360, 1280, 1920]) expect(await layoutFaultsAt(page, width)).toEqual([]);
      for (const path of [list, `${list}/new`]) {
        const { bytes } = await weighPage(page, club.url + path, { 'accept-language': language });
        expect(bytes).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
      }
    });
  });
}
