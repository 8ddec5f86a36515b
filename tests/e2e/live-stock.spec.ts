import type { Page } from '@playwright/test';
import { signedIn } from '../support/realtime';
import { openSale, orderPlants } from '../support/sales';
import { expect, hydrated, test } from '../support/test';
import type { Translate } from '../support/texts';

const left = (t: Translate, count: number) =>
  t(`growing:sale.left_${count === 1 ? 'one' : 'other'}`, { count, total: 4 });
/** The page asks for the stock when it has joined the channel. */
const joined = (page: Page) => page.waitForResponse('**/growing/sale/stock');

test.describe('the stock of an open page', { tag: '@js' }, () => {
  test('follows what others buy, and what was typed stays', async ({ page, club, member, enter, t }) => {
    const room = 'House L1';
    const label = await openSale(club, 'L1', { total: 4, maxPerMember: 3 });
    const [ole, nora] = [(await signedIn(club)).visitor, (await signedIn(club)).visitor];
    const onList = joined(page);
    await enter(await member(), '/growing/sale');
    await onList;
    const card = page
      .locator('.card')
      .filter({ has: page.getByRole('heading', { name: t('growing:sale.title', { room, cycle: 1 }) }) });
    await expect(card).toContainText(left(t, 4));
    const order = await orderPlants(ole, label, 1);
    await expect(card).toContainText(left(t, 3));

    const onPage = joined(page);
    await page.getByRole('link', { name: t('growing:sales.buy', { room }) }).click();
    await onPage;
    const quantity = page.getByLabel(t('growing:sale.quantity'));
    const check = page.getByRole('button', { name: t('growing:sale.check') });
    const hint = t('growing:sale.quantity_hint_other', { count: 3, price: '€100.00' });
    await expect(page.getByText(hint)).toBeVisible();
    await quantity.fill('2');
    const noraOrder = await orderPlants(nora, label, 2);
    await expect(page.getByText(left(t, 1), { exact: true })).toBeVisible();
    await expect(page.getByText(t('growing:sale.quantity_hint_one', { price: '€100.00' }))).toBeVisible();
    await expect(
      page.getByRole('status').filter({ hasText: t('growing:sale.news_one', { room, total: 4 }) }),
    ).toBeAttached();
    const mia = (await signedIn(club)).visitor;
    await orderPlants(mia, label, 1);
    await expect(page.getByText(left(t, 0), { exact: true })).toBeVisible();
    await expect(page.getByText(t('growing:sale.cannot.sold_out'))).toBeVisible();
    await expect(check).toBeDisabled();
    await expect(quantity).toHaveValue('2');

    for (const [visitor, own] of [
      [ole, order],
      [nora, noraOrder],
    ] as const) {
      const asked = await visitor.get(`/financial/order/${own}?cancel`);
      expect((await visitor.submit(asked, `/financial/order/${own}`, { intent: 'cancel' })).status).toBe(303);
    }
    await expect(page.getByText(left(t, 3), { exact: true })).toBeVisible();
    await expect(check).toBeEnabled();
    await check.click();
    await expect(page.getByRole('heading', { level: 1, name: t('growing:sale.review') })).toBeVisible();
  });

  test('is read again after a lost connection, and is said at most once in four seconds', async ({
    page,
    club,
    member,
    enter,
    t,
  }) => {
    const room = 'House L2';
    const label = await openSale(club, 'L2', { total: 4, maxPerMember: 3 });
    const visitors = await Promise.all([1, 2, 3].map(async () => (await signedIn(club)).visitor));
    let isLost = false;
    const sockets = new Set<{ close(): Promise<void> }>();
    await page.routeWebSocket(/\/app\//, (socket) => {
      if (isLost) return void socket.close();
      sockets.add(socket);
      socket.connectToServer();
    });
    const onList = joined(page);
    await enter(await member(), '/growing/sale');
    await onList;
    const onPage = joined(page);
    await page.getByRole('link', { name: t('growing:sales.buy', { room }) }).click();
    await onPage;
    await page.evaluate(() => {
      const said: { text: string; at: number }[] = [];
      Object.assign(window, { said });
      const region = document.querySelector('p.vh[role=status]') as Element;
      new MutationObserver(() => said.push({ text: region.textContent ?? '', at: performance.now() })).observe(region, {
        ...{ childList: true, characterData: true, subtree: true },
      });
    });
    const said = () => page.evaluate(() => (window as unknown as { said: { text: string; at: number }[] }).said);
    for (const visitor of visitors.slice(0, 2)) await orderPlants(visitor, label, 1);
    await expect(page.getByText(left(t, 2), { exact: true })).toBeVisible();
    const news = t('growing:sale.news_other', { room, count: 2, total: 4 });
    await expect.poll(async () => (await said()).at(-1)?.text).toBe(news);
    const [first, second] = await said();
    // A slow machine may take longer than that between the two orders.
    if (first && second) expect(second.at - first.at).toBeGreaterThan(3900);

    isLost = true;
    for (const socket of sockets) await socket.close();
    await orderPlants(visitors[2] as (typeof visitors)[number], label, 1);
    await expect(page.getByText(left(t, 2), { exact: true })).toBeVisible();
    const again = joined(page);
    isLost = false;
    await again;
    await expect(page.getByText(left(t, 1), { exact: true })).toBeVisible();
  });
});

test('the stock of a page without script is right after a reload', { tag: '@no-js' }, async ({
  page,
  club,
  member,
  enter,
  t,
  javaScriptEnabled,
}) => {
  const label = await openSale(club, 'L3', { total: 4, maxPerMember: 3 });
  const { visitor } = await signedIn(club);
  await enter(await member(), `/growing/sale/${label}`);
  await hydrated(page, { javaScriptEnabled });
  await expect(page.getByText(left(t, 4), { exact: true })).toBeVisible();
  await orderPlants(visitor, label, 3);
  await expect(page.getByText(left(t, 4), { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText(left(t, 1), { exact: true })).toBeVisible();
});
