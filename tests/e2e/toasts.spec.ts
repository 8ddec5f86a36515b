import { broadcastsOf, keepCounts } from '../support/broadcasts';
import { stopTime } from '../support/clock';
import { bell, toasts } from '../support/shell';
import { expect, test } from '../support/test';

test('toasts are three at most, wait for whoever reads them, and go by themselves', { tag: '@js' }, async ({
  page,
  club,
  member,
  enter,
  t,
}) => {
  const mira = await member();
  const broadcasts = broadcastsOf(club);
  await keepCounts(page);
  await page.clock.install();
  await enter(mira, '/dashboard');
  await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
  await stopTime(page);
  for (const title of ['First', 'Second', 'Third', 'Fourth']) {
    await broadcasts.notify(mira.id, { title, url: 'https://elsewhere.example.org/' });
    await expect(toasts(page, t)).toContainText(title);
  }
  await expect(bell(page, t, 4)).toBeAttached();
  await expect(toasts(page, t)).not.toContainText('First');
  await expect(toasts(page, t).getByRole('link'), 'other sites are not followed').toHaveCount(0);

  await toasts(page, t)
    .getByRole('button', { name: t('shell.toasts.close_named', { title: 'Third' }) })
    .click();
  await expect(toasts(page, t)).not.toContainText('Third');
  await expect(page.locator('#content')).toBeFocused();

  const second = toasts(page, t).getByText('Second');
  await second.hover();
  await page.clock.runFor(30_000);
  await expect(toasts(page, t), 'none moves while one is read').toContainText(/Second.*Fourth/);
  await page.mouse.move(0, 0);
  await page.clock.runFor(30_000);
  await expect(toasts(page, t)).toBeEmpty();
});

test.describe('on a phone', { tag: '@js' }, () => {
  test.use({ viewport: { width: 360, height: 560 } });

  test('a toast leaves the open menu to whoever wants an entry of it', async ({ page, club, member, enter, t }) => {
    const mira = await member();
    const broadcasts = broadcastsOf(club);
    await enter(mira, '/dashboard');
    await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
    await page.getByRole('link', { name: t('shell.menu.open'), exact: true }).click();
    await broadcasts.notify(mira.id, { title: 'First' });
    await expect(toasts(page, t)).toContainText('First');
    const entry = page
      .getByRole('navigation', { name: t('shell.menu.label') })
      .getByRole('listitem')
      .last();
    const link = entry.getByRole('link');
    await link.scrollIntoViewIfNeeded();
    const isOnTop = await link.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isOnTop).toBe(true);
  });
});

test.describe('notifications of the browser', { tag: '@js' }, () => {
  test('are asked for on a click alone, and what was answered is said', async ({ page, member, enter, t }) => {
    await page.addInitScript(() => {
      const answered = { permission: 'default', asked: 0 };
      const Notification = {
        get permission() {
          return answered.permission;
        },
        async requestPermission() {
          document.documentElement.dataset.asked = String(++answered.asked);
          answered.permission = 'granted';
          return answered.permission;
        },
      };
      Object.assign(window, { Notification });
    });
    await enter(await member(), '/notifications');
    const ask = page.getByRole('button', { name: t('shell.browser_notifications.ask') });
    await expect(ask).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-asked');
    await ask.click();
    await expect(page.getByText(t('shell.browser_notifications.granted'))).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-asked', '1');
  });

  test('that the browser refuses are not offered', async ({ page, member, enter, t }) => {
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }));
    await enter(await member(), '/notifications');
    await expect(page.getByText(t('shell.browser_notifications.denied'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('shell.browser_notifications.ask') })).toBeHidden();
  });

  test('tell of what comes while the page is hidden, close after 8 seconds, and lead to it', async ({
    page,
    club,
    member,
    enter,
    t,
  }) => {
    await page.addInitScript(() => {
      const shown: { title: string; onclick?: () => void; isClosed: boolean }[] = [];
      class Notification {
        static permission = 'granted';
        isClosed = false;
        constructor(readonly title: string) {
          shown.push(this);
        }
        close() {
          this.isClosed = true;
        }
      }
      Object.assign(window, { Notification, shown });
      Object.defineProperty(document, 'hidden', { get: () => document.documentElement.hasAttribute('data-hidden') });
    });
    const mira = await member();
    const broadcasts = broadcastsOf(club);
    await page.clock.install();
    await enter(mira, '/dashboard');
    await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
    const shown = () =>
      page.evaluate(() => (window as unknown as { shown: { title: string; isClosed: boolean }[] }).shown);
    await broadcasts.notify(mira.id, { title: 'Seen in the page' });
    await expect(toasts(page, t)).toContainText('Seen in the page');
    await page.evaluate(() => document.documentElement.setAttribute('data-hidden', ''));
    await stopTime(page);
    await broadcasts.notify(mira.id, { title: 'Payment received', url: '/financial' });
    // The toast first checks for a moment whether another tab is visible.
    const shownSoon = () => page.clock.runFor(100).then(shown);
    await expect.poll(shownSoon).toEqual([expect.objectContaining({ title: 'Payment received', isClosed: false })]);
    await page.clock.runFor(7000);
    expect(await shown()).toEqual([expect.objectContaining({ isClosed: false })]);
    await page.clock.runFor(1500);
    expect(await shown()).toEqual([expect.objectContaining({ isClosed: true })]);
    await page.clock.resume();
    await page.evaluate(() => (window as unknown as { shown: { onclick(): void }[] }).shown[0]?.onclick());
    await expect(page).toHaveURL(/\/financial$/);
  });
});
