import { textsIn as blockTexts } from '../../upstream/wallet/limits/blocks.texts';
import { stayOnOneDay } from '../support/clock';
import { htmlFaults, layoutFaultsAt } from '../support/judges';
import { openOrders } from '../support/orders';
import { expect, hydrated, test } from '../support/test';
import { Visitor } from '../support/visitor';
import { coolDown, equipToWithdraw, withdraw } from '../support/withdrawals';

const WALLET = '/financial';

const money = (language: 'en' | 'de', amount: string) =>
  language === 'de' ? `${amount.replace('.', ',')}\u00a0€` : `€${amount}`;

for (const language of ['en', 'de'] as const) {
  test.describe(`the wallet, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language, colorScheme: language === 'en' ? 'light' : 'dark' });

    test('is empty for a new member, and leads on', async ({
      page,
      member,
      signInByCookie,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      await signInByCookie(await member({ language }));
      const answer = await page.goto(WALLET);
      await hydrated(page, { javaScriptEnabled });
      const plate = page.getByRole('region', { name: t('wallet:overview.available') });
      await expect(plate).toContainText(money(language, '0.00'));
      await expect(page.getByRole('heading', { name: t('wallet:overview.empty.title') })).toBeVisible();
      await expect(page.getByRole('img', { name: t('wallet:overview.chart.title') })).toHaveCount(0);
      await expect(page.getByRole('table')).toHaveCount(0);
      expect(await htmlFaults((await answer?.text()) ?? '')).toEqual([]);
      expect(await accessibilityFaults(page)).toEqual([]);
      for (const width of [320, 360, 768, 1280]) expect(await layoutFaultsAt(page, width)).toEqual([]);
      await page.getByRole('link', { name: t('wallet:overview.empty.action') }).click();
      await expect(page).toHaveURL(/\/financial\/action\/make-deposit$/);
    });

    test('shows what is there, how it came to be, and what is under way', async ({
      page,
      club,
      member,
      signInByCookie,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      // The chart has a point for each day.
      await stayOnOneDay(club);
      const mira = await member({ language });
      await equipToWithdraw(club, mira);
      await openOrders(club, mira, { count: 1 });
      const visitor = new Visitor(club.url);
      await visitor.signIn(mira);
      await withdraw(club, visitor, mira);
      await signInByCookie(mira);
      const answer = await page.goto(WALLET);
      await hydrated(page, { javaScriptEnabled });
      const plate = page.getByRole('region', { name: t('wallet:overview.available') });
      for (const amount of ['246.00', '250.00', '496.00']) await expect(plate).toContainText(money(language, amount));

      const title = t('wallet:overview.chart.title');
      const chart = page.getByRole('img', { name: title });
      const range = { from: money(language, '0.00'), to: money(language, '246.00') };
      await expect(chart).toHaveAccessibleName(`${title} ${t('wallet:overview.chart.statement', range)}`);
      const figures = page.getByRole('table', { name: t('wallet:overview.chart.caption') });
      await expect(figures).toBeHidden();
      await page.getByText(t('ui.chart_table')).click();
      await expect(figures.getByRole('row')).toHaveCount(5);
      await expect(figures.getByRole('row').last()).toContainText(money(language, '246.00'));

      const order = page.getByRole('article', { name: t('wallet:order.type.deposit') });
      await expect(order.locator('[aria-current=step]')).toContainText(t('wallet:order.status.awaiting_payment'));
      await expect(order).toContainText(money(language, '50.00'));
      const target = 'DE•• •••• 6199';
      const withdrawal = page.getByRole('article', { name: t('wallet:overview.open.withdrawal', { target }) });
      await expect(withdrawal.locator('[aria-current=step]')).toContainText(t('wallet:withdrawal.doing.approved'));
      await expect(withdrawal).toContainText(t('wallet:withdrawal.next.pending'));

      const newest = page.getByRole('table', { name: t('wallet:overview.newest.title') });
      await expect(newest.getByRole('row')).toHaveCount(4);
      await expect(newest.getByRole('row').nth(1)).toContainText(/[-−–]\S*250[.,]00/);
      expect(await htmlFaults((await answer?.text()) ?? '')).toEqual([]);
      // The legend says the same where the browser chooses the colours.
      await page.emulateMedia({ forcedColors: 'active' });
      const marks = await page
        .locator('.plate .key')
        .evaluateAll((keys) => keys.map((key) => getComputedStyle(key, '::before').backgroundColor));
      expect(new Set(marks).size).toBe(2);
      await page.emulateMedia({ forcedColors: 'none' });
      expect(await accessibilityFaults(page)).toEqual([]);
      for (const width of [320, 360, 768, 1280]) expect(await layoutFaultsAt(page, width)).toEqual([]);

      for (const [link, path] of [
        [order.getByRole('link', { name: t('wallet:overview.open.bank_details') }), /\/OR-\w{9}\/bank-details$/],
        [withdrawal.getByRole('link', { name: t('wallet:overview.open.cancel') }), /\/WD-\w{9}$/],
        [newest.getByRole('link').first(), /\/TX-\w{9}$/],
        [page.getByRole('link', { name: t('wallet:overview.statement'), exact: true }), /\/financial\/statement$/],
      ] as const) {
        await link.click();
        await expect(page).toHaveURL(path);
        await page.goto(WALLET);
      }
    });

    const { deposit, withdrawal } = blockTexts(language);
    for (const [why, state, equip, { kind, message, way, path }] of [
      [
        'the e-mail address is not confirmed',
        { verified: false },
        null,
        {
          kind: 'withdraw',
          message: withdrawal.email_not_verified,
          way: 'email_not_verified',
          path: '/settings/account',
        },
      ],
      [
        'no address is filled in',
        { addressFilled: false },
        null,
        { kind: 'withdraw', message: withdrawal.address_missing, way: 'address_missing', path: '/settings/address' },
      ],
      [
        'the account is new',
        {},
        coolDown,
        {
          kind: 'withdraw',
          message: withdrawal.cooling_down,
          way: 'no_withdraw_account',
          path: '/settings/withdraw-accounts',
        },
      ],
      [
        'too many orders are open',
        {},
        openOrders,
        {
          kind: 'deposit',
          message: deposit.too_many_open,
          way: 'too_many_open',
          path: '/financial/orders\\?state=open',
        },
      ],
    ] as const) {
      test(`says that ${kind} is closed because ${why}, and what opens it`, async ({
        page,
        club,
        member,
        enter,
        accessibilityFaults,
        t,
      }) => {
        const mira = await member({ language, ...state });
        await equip?.(club, mira);
        await enter(mira, WALLET);
        const button = page.getByRole('button', { name: t(`wallet:overview.${kind}`), exact: true });
        await expect(button).toBeDisabled();
        await expect(button).toHaveAccessibleDescription(new RegExp(`^${message}`));
        if (equip === coolDown) await expect(page.getByText(t('wallet:overview.possible_from'))).toBeVisible();
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await layoutFaultsAt(page, 320)).toEqual([]);
        await page.getByRole('link', { name: t(`wallet:way_out.${way}`) }).click();
        await expect(page).toHaveURL(new RegExp(`${path}$`));
      });
    }
  });
}
