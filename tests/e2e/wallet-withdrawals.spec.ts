import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { walletWithdrawals } from '../../upstream/wallet/withdrawals/withdrawals.tables';
import { htmlFaults, layoutFaultsAt } from '../support/judges';
import { codeIn } from '../support/mailbox';
import { expect, hydrated, test } from '../support/test';
import { equipToWithdraw, readBalances } from '../support/withdrawals';

const form = '/financial/action/make-withdraw';

async function fits(page: Page) {
  for (const width of [320, 360, 1280]) expect(await layoutFaultsAt(page, width)).toEqual([]);
}

for (const language of ['en', 'de'] as const) {
  test.describe(`a withdrawal, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language, colorScheme: language === 'en' ? 'light' : 'dark' });

    test('is reviewed, confirmed by a code, seen, and canceled by the mailed link', async ({
      page,
      context,
      club,
      member,
      enter,
      visit,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      const mira = await member({ language });
      await equipToWithdraw(club, mira);
      const judge = async () => {
        expect(await htmlFaults(await page.content())).toEqual([]);
        expect(await accessibilityFaults(page)).toEqual([]);
        await fits(page);
      };
      await enter(mira, '/financial/withdrawals');
      await expect(page.getByRole('heading', { name: t('wallet:withdrawal.none') })).toBeVisible();
      await judge();
      await visit(form);
      await hydrated(page, { javaScriptEnabled });
      const amount = page.getByLabel(t('fields.amount'));
      const next = page.getByRole('button', { name: t('wallet:withdraw.check') });
      await judge();
      await amount.fill('1.000,5,0');
      await next.click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(amount).toHaveValue('1.000,5,0');
      await amount.fill(language === 'de' ? '1.000,50' : '1,000.50');
      await next.click();
      await expect(page.getByRole('alert')).toContainText(/496[.,]00/);
      await amount.fill(language === 'de' ? '250,00' : '250.00');
      await next.click();

      await expect(page.getByRole('heading', { level: 1, name: t('wallet:withdraw.review') })).toBeVisible();
      await expect(page.getByText(/250[.,]00/).first()).toBeVisible();
      const review = page.url();
      // No line breaks within the mask of the account.
      expect(await page.locator('.pairs').textContent()).toContain('••\u00a0••••\u00a06199');
      await judge();
      await page.getByRole('button', { name: t('wallet:withdraw.request_code') }).click();
      const field = page.getByLabel(t('verification.mail'));
      await expect(field).toBeVisible();
      const mail = await club.mailbox.waitFor({ to: mira.email, subject: /code/i });
      expect(mail.text).toContain('6199');
      expect(mail.text).toContain(mira.name);
      await judge();
      await hydrated(page, { javaScriptEnabled });
      await field.fill(codeIn(mail));
      // Enter confirms. It does not ask for another code.
      await field.press('Enter');

      await expect(page).toHaveURL(/\/financial\/withdraw\/WD-[0-9A-Z]{9}$/);
      await expect(page.getByText(t('wallet:withdraw.done'))).toBeVisible();
      await expect(page.getByText(t('wallet:withdrawal.next.pending'))).toBeVisible();
      await hydrated(page, { javaScriptEnabled });
      await expect(page.locator('.head time')).toContainText(/\d{4}, \d\d:\d\d/);
      await judge();
      expect(await readBalances(club, mira)).toEqual({ available: 24_600n, held: 25_000n });
      const label = page.url().split('/').at(-1) ?? '';
      await page.goto(review);
      await expect(page).toHaveURL(new RegExp(`/financial/withdraw/${label}$`));

      const confirmation = await club.mailbox.waitFor({ to: mira.email, subject: new RegExp(label) });
      const link = confirmation.links.find((url) => url.includes('/cancel-withdrawal/')) ?? '';
      await context.clearCookies();
      await page.goto(link);
      await expect(page.getByRole('heading', { name: t('wallet:withdraw_cancel.heading.pending') })).toBeVisible();
      await judge();
      expect(await readBalances(club, mira)).toEqual({ available: 24_600n, held: 25_000n });
      await page.getByRole('button', { name: t('wallet:withdraw_cancel.submit') }).click();
      await expect(page.getByRole('heading', { name: t('wallet:withdraw_cancel.heading.done') })).toBeVisible();
      await judge();
      expect(await readBalances(club, mira)).toEqual({ available: 49_600n, held: 0n });
      expect((await page.goto(link))?.status()).toBe(410);
      await expect(page.getByRole('heading', { name: t('wallet:withdraw_cancel.heading.used') })).toBeVisible();
      expect((await page.goto(`${link.slice(0, -3)}abc`))?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: t('wallet:withdraw_cancel.heading.unknown') })).toBeVisible();

      await enter(mira, '/financial/withdrawals');
      await page.getByRole('link', { name: label }).click();
      await expect(page.getByText(t('wallet:withdrawal.next.canceled'))).toBeVisible();
    });
  });
}

for (const language of ['en', 'de'] as const) {
  test.describe(`everything, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('is entered at once, seen, and reviewed', async ({ page, club, member, enter, javaScriptEnabled, t }) => {
      const mira = await member({ language });
      await equipToWithdraw(club, mira);
      await enter(mira, form);
      await hydrated(page, { javaScriptEnabled });
      await page.getByRole('link', { name: t('wallet:withdraw.everything') }).click();
      await expect(page.getByLabel(t('fields.amount'))).toHaveValue(language === 'de' ? '496,00' : '496.00');
      await page.getByRole('button', { name: t('wallet:withdraw.check') }).click();
      await expect(page.getByRole('heading', { level: 1, name: t('wallet:withdraw.review') })).toBeVisible();
      await expect(page.getByText(/496[.,]00/).first()).toBeVisible();
    });
  });
}

test('a draft that is too old keeps what was typed', async ({ page, club, member, enter, t }) => {
  const mira = await member();
  await equipToWithdraw(club, mira);
  await enter(mira, form);
  await page.getByLabel(t('fields.amount')).fill('123.45');
  await page.getByRole('button', { name: t('wallet:withdraw.check') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('wallet:withdraw.review') })).toBeVisible();
  await club.clock.advance(15 * 60);
  await page.getByRole('button', { name: t('wallet:withdraw.request_code') }).click();
  await expect(page.getByText(t('wallet:withdraw.expired'))).toBeVisible();
  await expect(page.getByLabel(t('fields.amount'))).toHaveValue('123.45');
  expect(await club.db.select().from(walletWithdrawals).where(eq(walletWithdrawals.userId, mira.id))).toEqual([]);
});

test('where nothing can be withdrawn the button says why, and a link leads on', async ({
  page,
  member,
  signInByCookie,
  accessibilityFaults,
  t,
}) => {
  await signInByCookie(await member());
  await page.goto(form);
  const button = page.getByRole('button', { name: t('wallet:withdraw.check') });
  await expect(button).toBeDisabled();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: t('wallet:way_out.no_withdraw_account') }).click();
  await expect(page).toHaveURL(/\/settings\/withdraw-accounts$/);
});
