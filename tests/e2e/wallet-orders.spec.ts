import type { Page } from '@playwright/test';
import { payOrder } from '../support/bank';
import { broadcastsOf } from '../support/broadcasts';
import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, weighPage } from '../support/judges';
import { openOrders } from '../support/orders';
import { expect, hydrated, test } from '../support/test';
import { type Translate, textsIn } from '../support/texts';

const DEPOSIT = '/financial/action/make-deposit';

/** Goes from the empty form to the page of the order. Returns the address of the review. */
async function placeOrder(page: Page, t: Translate) {
  await page.getByLabel(t('wallet:deposit.amount'), { exact: true }).fill('50');
  await page.getByRole('button', { name: t('wallet:deposit.next') }).click();
  await expect(page).toHaveURL(/step=review/);
  const review = page.url();
  await page.getByRole('button', { name: t('wallet:deposit.create') }).click();
  await expect(page).toHaveURL(/\/financial\/order\/OR-\w{9}\/bank-details$/);
  await page.getByRole('link', { name: t('wallet:order.back') }).click();
  await expect(page).toHaveURL(/\/financial\/order\/OR-\w{9}$/);
  return review;
}

const labelIn = (url: string) => /OR-\w{9}/.exec(url)?.[0] ?? '';

for (const language of ['en', 'de'] as const) {
  test.describe(`in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });
    const amount = language === 'de' ? '1.599,34' : '1,599.34';
    const money = language === 'de' ? '1.599,34\u00a0€' : '€1,599.34';

    test('a deposit is typed, looked at, ordered, paid in two parts and found again', async ({
      page,
      club,
      member,
      enter,
      visit,
      javaScriptEnabled,
      t,
    }) => {
      await enter(await member({ language }), DEPOSIT);
      await hydrated(page, { javaScriptEnabled });
      const field = page.getByLabel(t('wallet:deposit.amount'), { exact: true });
      await field.fill('12');
      await page.getByRole('button', { name: t('wallet:deposit.next') }).click();
      await expect(page.getByRole('alert')).toContainText(language === 'de' ? '50,00\u00a0€' : '€50.00');
      await expect(field).toHaveValue('12');
      await field.fill(amount);
      await page.getByRole('button', { name: t('wallet:deposit.next') }).click();
      await expect(page.getByRole('definition').first()).toHaveText(money);
      await page.getByRole('link', { name: t('wallet:deposit.change') }).click();
      await expect(field).toHaveValue(amount);
      await page.getByRole('button', { name: t('wallet:deposit.next') }).click();
      await page.getByRole('button', { name: t('wallet:deposit.create') }).click();

      await expect(page).toHaveURL(/\/financial\/order\/OR-\w{9}\/bank-details$/);
      const label = labelIn(page.url());
      const typed = language === 'de' ? '1599,34 EUR' : '1599.34 EUR';
      for (const fact of ['Almende eG', 'DE02 1203 0000 0000 2020 51', 'BYLADEM1001', label, typed]) {
        await expect(page.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible();
      }
      await expect(page.getByRole('img', { name: t('wallet:order.details.qr') })).toBeVisible();

      await page.goBack();
      await page.getByRole('button', { name: t('wallet:deposit.create') }).click();
      await expect(page.getByText(t('wallet:deposit.ordered_before'))).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/financial/order/${label}$`));
      await expect(page.getByText(`${t('wallet:order.next.transfer', { amount: money })} ${label}`)).toBeVisible();
      await page.getByRole('link', { name: t('wallet:order.to_details') }).click();
      await expect(page.getByRole('img', { name: t('wallet:order.details.qr') })).toBeVisible();

      await payOrder(club, label, '599.34');
      await visit(`/financial/order/${label}`);
      await expect(page.locator('[aria-current=step]')).toContainText(t('wallet:order.status.partially_paid'));
      const rest = language === 'de' ? '1.000,00\u00a0€' : '€1,000.00';
      await expect(page.locator('.pairs')).toContainText(rest);
      await visit('/dashboard');
      const underWay = page.getByRole('region', { name: t('wallet:overview.open.title') });
      await expect(underWay).toContainText(`${rest} ${t('wallet:overview.open.rest')}`);
      await payOrder(club, label, '1000.00');
      await page.goto(`/financial/order/${label}/success`);
      await expect(page.getByText(t('wallet:order.hint.paid'))).toBeVisible();
      await expect(page.getByText(t('wallet:order.next.completed'))).toBeVisible();
      await expect(page.locator('a[href^="/financial/transaction/TX-"]')).toHaveCount(2);

      await visit('/financial/orders?state=open');
      await expect(page.getByText(t('wallet:order.none'))).toBeVisible();
      await page.getByRole('link', { name: t('wallet:order.states.closed'), exact: true }).click();
      const card = page.getByRole('region', { name: t('wallet:order.list.closed') });
      await expect(card.getByRole('navigation', { name: t('ui.pages.label') })).toBeVisible();
      await page
        .getByRole('row')
        .getByRole('link', { name: t('wallet:order.type.deposit') })
        .click();
      await expect(page).toHaveURL(new RegExp(label));
    });
  });
}

test('an order is canceled once the member says so twice', async ({ page, member, enter, javaScriptEnabled, t }) => {
  await enter(await member(), DEPOSIT);
  const review = await placeOrder(page, t);
  // Paper has the time itself, and each reference on one line.
  await page.emulateMedia({ media: 'print' });
  const times = page.locator('#content time');
  for (const time of await times.all()) {
    const printed = await time.evaluate((element) => {
      const { content } = getComputedStyle(element, '::after');
      return getComputedStyle(element).fontSize === '0px' ? content : element.textContent;
    });
    expect(printed).toMatch(/\d/);
    expect(printed).not.toMatch(/ago|now/);
  }
  await page.emulateMedia({ media: 'screen' });
  await page
    .locator('#cancel')
    .getByRole('link', { name: t('wallet:order.cancel') })
    .click();
  // Without script the browser starts there itself, and focuses nothing.
  if (javaScriptEnabled) await expect(page.getByRole('region', { name: t('wallet:order.cancel') })).toBeFocused();
  await page.getByRole('link', { name: t('wallet:order.keep') }).click();
  await expect(page.getByRole('button', { name: t('wallet:order.cancel_now') })).toBeHidden();
  await page
    .locator('#cancel')
    .getByRole('link', { name: t('wallet:order.cancel') })
    .click();
  await page.getByRole('button', { name: t('wallet:order.cancel_now') }).click();
  await expect(page.getByText(t('wallet:order.canceled'))).toBeVisible();
  await expect(page.locator('#cancel')).toBeHidden();
  await page.goto(`${page.url()}/bank-details`);
  await expect(page, 'nothing is due any more').toHaveURL(/\/financial\/order\/OR-\w{9}$/);
  const canceled = labelIn(page.url());
  await page.goto(review);
  await hydrated(page, { javaScriptEnabled });
  await page.getByRole('button', { name: t('wallet:deposit.create') }).click();
  await expect(page.getByText(t('wallet:deposit.ended_before'))).toBeVisible();
  await page.getByRole('button', { name: t('wallet:deposit.create') }).click();
  await expect(page).toHaveURL(/\/bank-details$/);
  expect(labelIn(page.url())).not.toBe(canceled);
});

test('five open orders leave no room, and the page says so', async ({ page, member, enter, visit, t }) => {
  await enter(await member(), '/dashboard');
  for (let number = 0; number < 5; number++) {
    await visit(DEPOSIT);
    await placeOrder(page, t);
  }
  // No link leads there any more.
  await page.goto(DEPOSIT);
  await expect(page.locator('#deposit')).toBeHidden();
  await page.getByRole('link', { name: t('wallet:way_out.too_many_open') }).click();
  await expect(page.getByRole('row')).toHaveCount(6);
});

/** The switch of the member's area is in a menu. */
async function switchToGerman(page: Page) {
  await page.locator('summary').filter({ hasText: 'EN' }).click();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
}

test.describe('a typed amount stays when the language is switched', () => {
  const amount = (page: Page) => page.locator('input[name=amount]');

  test('although deposits are blocked meanwhile', async ({ page, club, member, enter, javaScriptEnabled }) => {
    const mira = await member();
    await enter(mira, DEPOSIT);
    await hydrated(page, { javaScriptEnabled });
    await amount(page).fill('75');
    await openOrders(club, mira);
    await switchToGerman(page);
    await expect(amount(page)).toHaveValue('75');
  });

  test('although the session is over', async ({ page, club, member, enter, javaScriptEnabled }) => {
    await enter(await member(), DEPOSIT);
    await hydrated(page, { javaScriptEnabled });
    await amount(page).fill('75');
    await club.clock.advance(3601);
    await switchToGerman(page);
    const t = textsIn('de');
    await page.getByLabel(t('session:password'), { exact: true }).fill('almende-demo');
    await page.getByRole('button', { name: t('session:lock.unlock'), exact: true }).click();
    // Without script the server carries the form.
    if (!javaScriptEnabled) await page.getByRole('button', { name: t('session:resume.review'), exact: true }).click();
    await expect(amount(page)).toHaveValue('75');
  });
});

test('the open page of an order shows a payment as it arrives', { tag: '@js' }, async ({
  page,
  club,
  member,
  enter,
  t,
}) => {
  const mira = await member();
  const broadcasts = broadcastsOf(club);
  await enter(mira, DEPOSIT);
  await placeOrder(page, t);
  await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
  await payOrder(club, labelIn(page.url()), '50.00');
  await expect(page.getByText(t('wallet:order.next.completed'))).toBeVisible();
});

for (const language of ['en', 'de'] as const) {
  test.describe(`pages in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('of orders are light, sound, and open to everybody', async ({
      page,
      club,
      member,
      signInByCookie,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      await signInByCookie(await member({ language }));
      await page.goto(`${DEPOSIT}?amount=1599.34&step=review`);
      await page.getByRole('button', { name: t('wallet:deposit.create') }).click();
      await expect(page).toHaveURL(/OR-/);
      const order = `/financial/order/${labelIn(page.url())}`;
      await payOrder(club, labelIn(page.url()), '20.00');
      for (const path of [
        DEPOSIT,
        `${DEPOSIT}?amount=1599.34&step=review`,
        order,
        `${order}?cancel`,
        `${order}/failed`,
        `${order}/bank-details`,
        '/financial/orders',
      ]) {
        const answer = await page.goto(path);
        await hydrated(page, { javaScriptEnabled });
        expect.soft(await htmlFaults((await answer?.text()) ?? ''), `${path}: HTML`).toEqual([]);
        expect.soft(await accessibilityFaults(page), `${path}: accessibility`).toEqual([]);
        for (const width of [320, 360, 1280, 1920]) {
          expect.soft(await layoutFaultsAt(page, width), `${path}: layout`).toEqual([]);
        }
        const { bytes, text } = await weighPage(page, club.url + path, { 'accept-language': language });
        expect.soft(bytes, path).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
        expect.soft((text.match(/rel="modulepreload"/g) ?? []).length, `${path}, files`).toBeLessThanOrEqual(12);
      }
    });
  });
}
