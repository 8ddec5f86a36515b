import type { Page } from '@playwright/test';
import { payOrder } from '../support/bank';
import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, weighPage } from '../support/judges';
import { codeIn } from '../support/mailbox';
import { expect, hydrated, test } from '../support/test';
import { equipToWithdraw, readBalances } from '../support/withdrawals';

const labelIn = (url: string) => /OR-\w{9}/.exec(url)?.[0] ?? '';

for (const language of ['en', 'de'] as const) {
  test.describe(`plants, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language, colorScheme: language === 'en' ? 'light' : 'dark' });
    const room = language === 'de' ? 'Haus 4' : 'House 4';

    test('are chosen, looked at, ordered, paid by transfer, and theirs', { tag: '@laravel' }, async ({
      page,
      club,
      member,
      enter,
      visit,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      const judge = async (at: Page) => {
        expect(await htmlFaults(await at.content())).toEqual([]);
        expect(await accessibilityFaults(at)).toEqual([]);
        expect((await weighPage(at, at.url())).bytes).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
        for (const width of [320, 360, 1280]) expect(await layoutFaultsAt(at, width)).toEqual([]);
      };
      await enter(await member({ language }), '/financial/action/make-deposit');
      await page.getByRole('link', { name: t('wallet:deposit.to_sales') }).click();
      await page.getByRole('link', { name: t('growing:sales.buy', { room }) }).click();
      await hydrated(page, { javaScriptEnabled });
      const quantity = page.getByLabel(t('growing:sale.quantity'));
      const check = page.getByRole('button', { name: t('growing:sale.check') });
      // Each answer differs from the one before, so the test waits for it.
      for (const [typed, words] of [
        ['1.5', t('growing:sale.not_whole', { most: 20 })],
        ['21', t('growing:sale.too_many', { most: 20 })],
        ['1000000000', t('growing:sale.not_whole', { most: 20 })],
      ] as const) {
        await quantity.fill(typed);
        await check.click();
        await expect(page.getByRole('alert')).toContainText(words);
        await expect(quantity).toHaveValue(typed);
      }
      await judge(page);
      await quantity.fill('3');
      await check.click();
      await expect(page.getByRole('heading', { level: 1, name: t('growing:sale.review') })).toBeVisible();
      await expect(page.locator('.pairs')).toContainText(/447[.,]00/);
      await judge(page);
      await hydrated(page, { javaScriptEnabled });
      const buy = page.getByRole('button', { name: t('growing:sale.buy') });
      await page.getByLabel(t('growing:sale.agree')).check();
      const { pathname, search } = new URL(page.url());
      const review = pathname + search;
      await buy.click();
      await expect(page).toHaveURL(/\/financial\/order\/OR-\w{9}\/bank-details$/);
      const label = labelIn(page.url());

      await page.goto(review);
      await expect(page).toHaveURL(/\/growing\/sale\/SL-\w+$/);
      await expect(page.getByText(t('growing:sale.open_order_other', { count: 3 }))).toBeVisible();
      await visit('/growing/sale');
      await expect(page.getByText(t('growing:sale.open_order_other', { count: 3 }))).toBeVisible();
      await payOrder(club, label, '447.00');
      await visit(`/financial/order/${label}`);
      await expect(page.getByText(t('wallet:order.status.completed')).first()).toBeVisible();
      const plants = page.locator('.card').filter({ hasText: t('wallet:order.plants') });
      await expect(plants).toContainText(new RegExp(`H4-\\d{5} ${t('wallet:order.up_to')} H4-\\d{5}, 3`));
      await plants.getByRole('link', { name: t('wallet:order.each_plant') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('titles.plants'));
      await expect(page.locator('a[href^="/growing/plant/H4-"]')).toHaveCount(3);
      await visit('/growing/sale');
      await expect(page.getByRole('link', { name: t('growing:sales.buy', { room }) })).toBeVisible();
      await expect(page.getByText(t('growing:sale.open_order_other', { count: 3 }))).toHaveCount(0);
    });

    test('are paid from the balance as far as it goes, with a code for exactly this', async ({
      page,
      club,
      member,
      enter,
      visit,
      javaScriptEnabled,
      t,
    }) => {
      const mira = await member({ language });
      await equipToWithdraw(club, mira);
      await enter(mira, '/growing/sale');
      await page.getByRole('link', { name: t('growing:sales.buy', { room }) }).click();
      await hydrated(page, { javaScriptEnabled });
      await page.getByLabel(t('growing:sale.quantity')).fill('4');
      await page.getByRole('button', { name: t('growing:sale.check') }).click();
      await expect(page.locator('.pairs')).toContainText(/496[.,]00/);
      await expect(page.locator('.sumup').last()).toContainText(/100[.,]00/);
      await page.getByLabel(t('growing:sale.agree')).check();
      await page.getByRole('button', { name: t('growing:sale.request_code') }).click();
      await expect(page.getByLabel(t('growing:sale.agree'))).toBeChecked();
      const mail = await club.mailbox.waitFor({ to: mira.email, subject: /code/i });
      expect(mail.text).toMatch(/4 (plants in House|Pflanzen in Haus) 4/);
      await hydrated(page, { javaScriptEnabled });
      await page.getByLabel(t('verification.mail')).fill(codeIn(mail));
      await page.getByRole('button', { name: t('growing:sale.buy') }).click();
      await expect(page).toHaveURL(/\/financial\/order\/OR-\w{9}\/bank-details$/);
      expect(await readBalances(club, mira)).toEqual({ available: 0n, held: 49_600n });
      const label = labelIn(page.url());
      await payOrder(club, label, '100.00');
      await visit(`/financial/order/${label}`);
      await expect(page.getByText(t('wallet:order.status.completed')).first()).toBeVisible();
      expect(await readBalances(club, mira)).toEqual({ available: 0n, held: 0n });
    });
  });
}
