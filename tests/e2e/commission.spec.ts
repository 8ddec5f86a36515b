import { payOrder } from '../support/bank';
import { fillApplication, newEmail, newPassword } from '../support/registration';
import { expect, hydrated, test } from '../support/test';

const DAY_S = 24 * 3600;

/** A browser without a window says so in its name, and counts as a bot. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36';

// The club's time moves by weeks.
test.use({ clubFor: 'commission', userAgent });
test.setTimeout(300_000);

for (const language of ['en', 'de'] as const) {
  test.describe(`a commission, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });
    const room = language === 'de' ? 'Haus 4' : 'House 4';
    const subject = language === 'de' ? 'Bitte bestätige deine E-Mail-Adresse' : 'Please confirm your e-mail address';

    test('from the click on a link to the balance, and the reversal of another one', async ({
      page,
      context,
      club,
      member,
      enter,
      visit,
      signIn,
      javaScriptEnabled,
      t,
    }) => {
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

      const mira = await member({ language });
      await enter(mira, '/affiliate');
      await page.getByLabel(t('affiliate:campaign.label')).fill('autumn-fair');
      await press(t('affiliate:campaign.make'));
      const link = page.getByText(`${club.url}/r/${mira.refHash}?c=autumn-fair`, { exact: true });
      const address = (await link.textContent()) ?? '';

      await context.clearCookies();
      const email = newEmail();
      await page.goto(address);
      await expect(page.getByText(t('session:register.invited_by', { name: 'Mira F.' }))).toBeVisible();
      await fillApplication(page, t, email);
      await press(t('session:register.submit'));
      await expect(page.getByRole('heading', { name: t('session:verification.sent.heading') })).toBeVisible();
      const verification = await club.mailbox.waitFor({ to: email, subject });
      await page.goto(verification.links[0] ?? '');
      await press(t('session:verify.submit'));
      await expect(page).toHaveURL(/\/email-verification\/success$/);
      await signIn({ email, password: newPassword });
      const orders: string[] = [];
      for (const [quantity, price] of [
        ['2', '298.00'],
        ['1', '149.00'],
      ] as const) {
        await visit('/growing/sale');
        const order = await buy(quantity);
        // Who has an unpaid order of a sale cannot buy there again.
        await payOrder(club, order, price);
        orders.push(order);
      }
      const [, refunded = ''] = orders;

      await context.clearCookies();
      await enter(mira, '/affiliate');
      const campaign = page.getByRole('row').filter({ hasText: 'autumn-fair' });
      await expect(campaign.getByRole('cell')).toHaveText(['1', '1', '1', /^100[.,]0\s%$/]);
      await visit('/affiliate/commissions');
      await expect(commission(/14[.,]90/)).toContainText(t('affiliate:commissions.status.pending'));
      await expect(commission(/14[.,]90/)).toContainText('Jonas Öztürk-Weiß');
      await expect(commission(/7[.,]45/)).toContainText(t('affiliate:commissions.status.pending'));
      const { code, stderr } = await club.staff('orders', 'refund', refunded, '--reason', 'A double order');
      expect([stderr, code]).toEqual(['', 0]);

      await context.clearCookies();
      await page.goto('about:blank');
      await club.clock.advance(14 * DAY_S);
      // The job that pays commissions runs at each start and every minute.
      await club.restart();
      await enter(mira, '/affiliate/commissions');
      await expect(async () => {
        await page.reload();
        const paid = commission(/14[.,]90/).getByText(t('affiliate:commissions.status.paid'), { exact: true });
        await expect(paid).toBeVisible({ timeout: 2000 });
      }).toPass();
      await expect(commission(/7[.,]45/)).toContainText(t('affiliate:commissions.status.reversed'));

      await hydrated(page, { javaScriptEnabled });
      await commission(/7[.,]45/)
        .getByRole('link')
        .click();
      await expect(page.getByText(t('affiliate:commissions.reversal.refund'))).toBeVisible();
      await expect(page.getByText(t('affiliate:commissions.reversal.state.unpaid'))).toBeVisible();
      await expect(page.getByText(refunded)).toBeVisible();
      await page
        .locator('.head')
        .getByRole('link', { name: t('titles.commissions') })
        .click();
      await commission(/14[.,]90/)
        .getByRole('link')
        .click();
      await expect(page.getByText(t('affiliate:commissions.explained.paid'))).toBeVisible();
      await page.getByRole('link', { name: /^TX-/ }).click();
      await expect(page).toHaveURL(/\/financial\/transaction\/TX-/);
      await expect(page.getByText(/\+€?14[.,]90/).first()).toBeVisible();

      function commission(amount: RegExp) {
        return page.getByRole('row').filter({ has: page.getByRole('cell', { name: amount }) });
      }

      async function buy(quantity: string): Promise<string> {
        await page.getByRole('link', { name: t('growing:sales.buy', { room }) }).click();
        await hydrated(page, { javaScriptEnabled });
        await page.getByLabel(t('growing:sale.quantity')).fill(quantity);
        await page.getByRole('button', { name: t('growing:sale.check') }).click();
        await page.getByLabel(t('growing:sale.agree')).check();
        await page.getByRole('button', { name: t('growing:sale.buy') }).click();
        await expect(page).toHaveURL(/\/financial\/order\/OR-\w{9}\/bank-details$/);
        return /OR-\w{9}/.exec(page.url())?.[0] ?? '';
      }
    });
  });
}
