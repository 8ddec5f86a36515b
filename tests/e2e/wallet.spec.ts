import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readPdf } from '../../upstream/documents/pdf.testing';
import { allPermissions } from '../../upstream/members/permissions';
import { completePayouts, payOrder } from '../support/bank';
import { download } from '../support/download';
import { codeIn } from '../support/mailbox';
import { expect, hydrated, test } from '../support/test';

const DAY_S = 24 * 3600;
const permissions = [...allPermissions];
const iban = 'DE75512108001245126199';
const labelIn = (url: string) => /(OR|TX|WD)-\w{9}/.exec(url)?.[0] ?? '';
const money = { en: '€1,599.34', de: '1.599,34\u00a0€' };
const typed = { en: '1,599.34', de: '1.599,34' };
/** As the bank details show it, for the fields of a bank. */
const toType = { en: '1599.34 EUR', de: '1599,34 EUR' };

// Five staff commands, each in its own process.
test.describe.configure({ timeout: 300_000 });

for (const language of ['en', 'de'] as const) {
  test.describe(`money, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('comes in by transfer, and goes out to the bank of the member', { tag: '@laravel' }, async ({
      page,
      context,
      club,
      member,
      enter,
      visit,
      javaScriptEnabled,
      t,
    }) => {
      const [mira, greta, otto] = [
        await member({ language }),
        await member({ permissions, twoFactor: true }),
        await member({ permissions, twoFactor: true }),
      ];
      const press = (key: string) => page.getByRole('button', { name: t(key) }).click();
      const follow = (key: string) =>
        page
          .getByRole('link', { name: t(key) })
          .first()
          .click();

      const order = await test.step('a deposit is ordered', async () => {
        await enter(mira, '/financial');
        await follow('wallet:overview.empty.action');
        await page.getByLabel(t('wallet:deposit.amount'), { exact: true }).fill(typed[language]);
        await press('wallet:deposit.next');
        await press('wallet:deposit.create');
        await expect(page).toHaveURL(/\/financial\/order\/OR-\w{9}\/bank-details$/);
        const label = labelIn(page.url());
        for (const fact of ['Almende eG', label, toType[language]]) {
          await expect(page.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible();
        }
        const mail = await club.mailbox.waitFor({ to: mira.email, subject: /Bank details|Bankverbindung/ });
        expect(mail.links).toEqual([page.url()]);
        return label;
      });

      await test.step('the bank’s statement pays it', async () => {
        await payOrder(club, order, '1599.34');
        await visit(`/financial/order/${order}`);
        await expect(page.getByText(t('wallet:order.next.completed'))).toBeVisible();
        await visit('/financial');
        await expect(page.getByRole('region', { name: t('wallet:overview.available') })).toContainText(money[language]);
      });

      await test.step('an account is added by a mailed code, and cools down', async () => {
        await visit('/settings/withdraw-accounts/new');
        await hydrated(page, { javaScriptEnabled });
        await page.getByLabel(t('wallet:accounts.name'), { exact: true }).fill('Giro');
        await page.getByLabel('IBAN', { exact: true }).fill(iban);
        await press('wallet:accounts.submit');
        const mail = await club.mailbox.waitFor({ to: mira.email, subject: /code/i });
        await page.getByLabel(t('verification.mail')).fill(codeIn(mail));
        await press('wallet:accounts.submit');
        await expect(page.getByText(t('wallet:accounts.added'))).toBeVisible();
        await visit('/financial');
        await expect(page.getByRole('button', { name: t('wallet:overview.withdraw'), exact: true })).toBeDisabled();
        await club.clock.advance(DAY_S + 60);
        await context.clearCookies();
      });

      const withdrawal = await test.step('everything is withdrawn, by a code of its own', async () => {
        await enter(mira, '/financial/action/make-withdraw');
        await hydrated(page, { javaScriptEnabled });
        await page.getByLabel(t('fields.amount')).fill(typed[language]);
        await press('wallet:withdraw.check');
        await expect(page.getByRole('heading', { level: 1, name: t('wallet:withdraw.review') })).toBeVisible();
        await press('wallet:withdraw.request_code');
        const field = page.getByLabel(t('verification.mail'));
        await expect(field).toBeVisible();
        const mail = await club.mailbox.waitFor({ to: mira.email, subject: /code/i });
        expect(mail.text).toContain('6199');
        await field.fill(codeIn(mail));
        await press('wallet:withdraw.confirm');
        await expect(page).toHaveURL(/\/financial\/withdraw\/WD-\w{9}$/);
        await expect(page.getByText(t('wallet:withdraw.done'))).toBeVisible();
        return labelIn(page.url());
      });

      await test.step('one of the staff approves it, another one writes the file for the bank', async () => {
        const file = join(club.dataDir, `payout-${withdrawal}.xml`);
        const approved = await club.staffAs(greta, 'withdrawals', 'approve', withdrawal);
        expect(approved).toMatchObject({ code: 0, stderr: '' });
        const alone = await club.staffAs(greta, 'payouts', 'export', file);
        expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining(withdrawal) });
        const exported = await club.staffAs(otto, 'payouts', 'export', file);
        expect(exported).toMatchObject({ code: 0, stderr: '' });
        expect((await stat(file)).mode & 0o777).toBe(0o600);
        const xml = await readFile(file, 'utf8');
        for (const part of [iban, withdrawal, '<InstdAmt Ccy="EUR">1599.34</InstdAmt>']) expect(xml).toContain(part);
        await page.reload();
        await expect(page.getByRole('heading', { name: t('wallet:withdrawal.status.processing') })).toBeVisible();
      });

      await test.step('the bank pays it out', async () => {
        expect(await completePayouts(club)).toEqual([withdrawal]);
        await page.reload();
        await expect(page.getByRole('heading', { name: t('wallet:withdrawal.status.completed') })).toBeVisible();
        await visit('/financial');
        await expect(page.getByText(t('wallet:overview.newest.title')).first()).toBeVisible();
        await expect(page.getByRole('rowheader')).toHaveCount(2);
      });

      await test.step('its booking has a receipt', async () => {
        await page.getByRole('rowheader').getByRole('link').first().click();
        await expect(page).toHaveURL(/\/financial\/transaction\/TX-\w{9}$/);
        const label = labelIn(page.url());
        await expect(page.getByRole('link', { name: withdrawal })).toBeVisible();
        const receipt = await download(page, () =>
          page.getByRole('link', { name: t('wallet:transactions.receipt') }).click(),
        );
        const { text } = await readPdf(await readFile(receipt.path));
        for (const part of [label, withdrawal, money[language].replace('\u00a0', ' ')]) expect(text).toContain(part);
      });
    });
  });
}
