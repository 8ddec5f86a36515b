import type { Locator } from '@playwright/test';
import { createAppointment, openListed } from '../support/appointments';
import { codeIn } from '../support/mailbox';
import { oneTimeCode } from '../support/one-time-code';
import { expect, hydrated, test } from '../support/test';
import { equipToWithdraw } from '../support/withdrawals';

test.describe.configure({ timeout: 180_000 });

for (const language of ['en', 'de'] as const) {
  test.describe(`each step on one path has its own title and the focus, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    let press: (name: string) => Promise<void>;
    let follow: (name: string, within?: Locator) => Promise<void>;
    /** Waits for the step, and for script, which may have loaded a whole page. */
    let at: (title: string, focused?: Locator) => Promise<void>;
    test.beforeEach(({ page, javaScriptEnabled }) => {
      press = (name) => page.getByRole('button', { name, exact: true }).click();
      follow = (name, within = page.locator('#content')) =>
        within.getByRole('link', { name, exact: true }).first().click();
      at = async (title, focused = page.getByRole('main', { name: title, exact: true })) => {
        await expect(page).toHaveTitle(`${title} - Almende Farm`);
        await hydrated(page, { javaScriptEnabled });
        // Without script the browser begins a new page.
        if (javaScriptEnabled) await expect(focused).toBeFocused();
      };
    });

    test('a deposit, the cancelation of its order, and a withdrawal', async ({
      page,
      club,
      member,
      enter,
      visit,
      t,
    }) => {
      const mira = await member({ language });
      await equipToWithdraw(club, mira);
      await enter(mira, '/financial/action/make-deposit');
      await page.getByLabel(t('wallet:deposit.amount'), { exact: true }).fill('60');
      await press(t('wallet:deposit.next'));
      await at(t('wallet:deposit.check'));
      await follow(t('wallet:deposit.change'));
      await at(t('titles.make_deposit'));
      await press(t('wallet:deposit.next'));
      await at(t('wallet:deposit.check'));
      await press(t('wallet:deposit.create'));
      await at(t('titles.bank_details'));
      await follow(t('wallet:order.back'));
      await at(t('titles.order'));
      const cancel = page.getByRole('region', { name: t('wallet:order.cancel') });
      await follow(t('wallet:order.cancel'), cancel);
      await at(t('wallet:order.cancel'), cancel);
      await follow(t('wallet:order.keep'));
      await at(t('titles.order'), cancel);
      await follow(t('wallet:order.cancel'), cancel);
      await press(t('wallet:order.cancel_now'));
      await at(t('titles.order'));

      await visit('/financial/action/make-withdraw');
      await page.getByLabel(t('fields.amount')).fill('250');
      await press(t('wallet:withdraw.check'));
      await at(t('wallet:withdraw.review'));
      await press(t('wallet:withdraw.request_code'));
      const field = page.getByLabel(t('verification.mail'));
      await at(t('verification.step', { title: t('wallet:withdraw.review') }), field);
      await field.fill(codeIn(await club.mailbox.waitFor({ to: mira.email, subject: /code/i })));
      await press(t('wallet:withdraw.confirm'));
      await at(t('titles.withdrawal'));
      await follow(t('wallet:withdrawal.cancel'));
      await at(t('wallet:withdrawal.cancel'));
      await follow(t('wallet:withdrawal.cancel_no'));
      await at(t('titles.withdrawal'));
      await follow(t('wallet:withdrawal.cancel'));
      await at(t('wallet:withdrawal.cancel'));
      await press(t('wallet:withdrawal.cancel_yes'));
      await at(t('titles.withdrawal'));
    });

    test('a ticket, two-factor sign-in, and the lock', async ({
      page,
      club,
      member,
      enter,
      visit,
      javaScriptEnabled,
      t,
    }) => {
      const title = `Pflanztag ${language} ${javaScriptEnabled ? 'js' : 'html'}`;
      await createAppointment(club, { title });
      const mira = await member({ language });
      await enter(mira, '/appointments');
      await openListed(page, title);
      await at(title);
      await press(t('appointment:register.send'));
      const ticket = t('appointment:ticket.page_title', { title });
      await at(ticket);
      await follow(t('appointment:cancel.now_one'));
      const cancel = page.getByRole('region', { name: t('appointment:cancel.title') });
      await at(t('appointment:cancel.now_one'), cancel);
      await follow(t('appointment:cancel.keep'));
      await at(ticket, cancel);

      await visit('/settings/2fa');
      const begin = async () => {
        await page.getByLabel(t('settings:two_factor.begin.password'), { exact: true }).fill(mira.password);
        await press(t('settings:two_factor.begin.submit'));
        await at(t('settings:two_factor.setup.title'));
      };
      await begin();
      await press(t('settings:two_factor.setup.cancel'));
      await at(t('titles.two_factor'));
      await begin();
      const secret = ((await page.locator('dd.copy').textContent()) ?? '').replace(/\s/g, '');
      await page.getByLabel(t('settings:two_factor.setup.code')).fill(oneTimeCode(secret, club.clock.now()));
      await press(t('settings:two_factor.setup.submit'));
      await at(t('settings:two_factor.codes.title'));
      await page.getByLabel(t('settings:two_factor.codes.saved')).check();
      await press(t('settings:two_factor.codes.go_on'));
      await at(t('titles.two_factor'));
      await follow(t('settings:two_factor.on.disable'));
      await at(t('settings:two_factor.disable.title'));
      await follow(t('settings:two_factor.disable.use_recovery'));
      await at(t('settings:two_factor.disable.without_app'));

      await page.goto('/lock');
      await hydrated(page, { javaScriptEnabled });
      await press(t('session:lock.now'));
      await at(t('session:lock.heading'));
      await page.getByLabel(t('session:password'), { exact: true }).fill(mira.password);
      await press(t('session:lock.unlock'));
      await at(t('session:two_factor.heading'));
    });
  });
}
