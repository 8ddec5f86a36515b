import { payOrder } from '../support/bank';
import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, weighPage } from '../support/judges';
import { openOrders } from '../support/orders';
import { expect, hydrated, test } from '../support/test';
import { Visitor } from '../support/visitor';
import { equipToWithdraw, withdraw } from '../support/withdrawals';

for (const language of ['en', 'de'] as const) {
  test.describe(`the wallet on the dashboard, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language, colorScheme: language === 'en' ? 'dark' : 'light' });
    const money = (amount: string) => (language === 'de' ? `${amount.replace('.', ',')}\u00a0€` : `€${amount}`);

    test('says what there is and what is under way, the newest three of it', async ({
      page,
      club,
      member,
      signInByCookie,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      const mira = await member({ language });
      await equipToWithdraw(club, mira);
      await openOrders(club, mira, { count: 3 });
      const visitor = new Visitor(club.url);
      await visitor.signIn(mira);
      const withdrawal = await withdraw(club, visitor, mira);
      await signInByCookie(mira);
      const answer = await page.goto('/dashboard');
      await hydrated(page, { javaScriptEnabled });
      const plate = page.getByRole('region', { name: t('wallet:overview.available') });
      for (const amount of ['246.00', '250.00', '496.00']) await expect(plate).toContainText(money(amount));
      const card = page.getByRole('region', { name: t('wallet:overview.open.title') });
      const items = card.getByRole('listitem');
      await expect(items).toHaveCount(3);
      await expect(items.first()).toContainText(money('250.00'));
      await expect(items.first()).toContainText(t('wallet:withdrawal.doing.approved'));
      await expect(items.last()).toContainText(t('wallet:order.type.deposit'));
      await expect(items.last()).toContainText(t('wallet:order.status.awaiting_payment'));
      const waiting = page.getByRole('region', { name: t('dashboard.waiting.title') });
      await expect(waiting.getByRole('listitem')).toHaveCount(3);
      await expect(waiting).toContainText(t('dashboard.waiting.count_other', { count: 3 }));

      expect(await htmlFaults((await answer?.text()) ?? '')).toEqual([]);
      expect(await accessibilityFaults(page)).toEqual([]);
      for (const width of [320, 360, 768, 1280]) expect(await layoutFaultsAt(page, width)).toEqual([]);
      const { bytes } = await weighPage(page, `${club.url}/dashboard`, { 'accept-language': language });
      expect(bytes).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);

      await items.first().getByRole('link').click();
      await expect(page).toHaveURL(new RegExp(`/financial/withdraw/${withdrawal}$`));
      await page.goto('/dashboard');
      await card.getByRole('link', { name: t('wallet:overview.open.more_one', { count: 1 }) }).click();
      await expect(page).toHaveURL(/\/financial$/);
      await page.goto('/dashboard');
      await plate.getByRole('link', { name: t('wallet:overview.open_wallet') }).click();
      await expect(page).toHaveURL(/\/financial$/);
    });

    test('lists each transfer that the club waits for, the rest of a part payment as well', async ({
      page,
      club,
      member,
      enter,
      visit,
      t,
    }) => {
      const mira = await member({ language });
      const [part = '', unpaid = ''] = await openOrders(club, mira, { count: 2 });
      await payOrder(club, part, '20.00');
      await enter(mira, '/dashboard');
      const waiting = page.getByRole('region', { name: t('dashboard.waiting.title') });
      await expect(waiting).not.toContainText(t('dashboard.waiting.nothing.title'));
      await expect(waiting).toContainText(t('dashboard.waiting.transfer.all', { label: unpaid }));
      await expect(waiting).toContainText(t('dashboard.waiting.transfer.rest', { label: part }));
      await waiting
        .getByRole('link', { name: t('dashboard.waiting.transfer.title', { amount: money('30.00') }), exact: true })
        .click();
      await expect(page).toHaveURL(new RegExp(`/financial/order/${part}/bank-details$`));
      await payOrder(club, part, '30.00');
      await payOrder(club, unpaid, '50.00');
      await visit('/dashboard');
      await expect(waiting).toContainText(t('dashboard.waiting.nothing.title'));
    });

    test('has no card for what is under way where nothing is', async ({ page, member, enter, t }) => {
      await enter(await member({ language }), '/dashboard');
      const plate = page.getByRole('region', { name: t('wallet:overview.available') });
      await expect(plate).toContainText(money('0.00'));
      await expect(page.getByRole('region', { name: t('wallet:overview.open.title') })).toHaveCount(0);
    });
  });
}
