import type { Page } from '@playwright/test';
import { broadcastsOf } from '../support/broadcasts';
import { publishStory } from '../support/news';
import { bell, toasts } from '../support/shell';
import { expect, test } from '../support/test';

test.use({ clubFor: 'news' });

const unread = (page: Page) => page.locator('.nav .pip');
/** Where the eye rests: the first post of the list on the screen, and how far the page is scrolled. */
const place = (page: Page) =>
  page.evaluate(() => [window.scrollY, document.querySelector('li.post')?.getBoundingClientRect().top]);

test.describe('an open list of posts', { tag: '@js' }, () => {
  test('says how many posts are new, does not move, and shows them when asked', async ({
    page,
    club,
    member,
    enter,
    accessibilityFaults,
    t,
  }) => {
    const mira = await member();
    await enter(mira, '/posts');
    await expect.poll(() => broadcastsOf(club).isHeard(mira.id)).toBe(true);
    await expect(page.locator('li.post').first()).toBeVisible();
    const before = await place(page);
    await publishStory(club, { id: 'live-one', titles: { en: 'Live one', de: 'Neu eins' } });
    const notice = page.getByRole('link', { name: t('news:list.new_one') });
    await expect(notice).toBeInViewport();
    await expect(unread(page)).toHaveText(/^1/);
    await expect(page.getByRole('link', { name: 'Live one' })).toHaveCount(0);
    expect(await place(page)).toEqual(before);
    expect(await accessibilityFaults(page)).toEqual([]);
    // The bell counts the notification of it, and the list has said it already.
    await expect(bell(page, t, 1)).toBeAttached();
    await expect(toasts(page, t)).not.toContainText('Live one');

    await publishStory(club, { id: 'live-two', titles: { en: 'Live two', de: 'Neu zwei' } });
    const both = page.getByRole('link', { name: t('news:list.new_other', { count: 2 }) });
    await expect(both).toBeVisible();
    expect(await place(page)).toEqual(before);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(both).toBeInViewport();
    await both.click();
    await expect(page.getByRole('link', { name: 'Live two' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Live one' })).toBeVisible();
    await expect(both).toHaveCount(0);
    await expect(page.locator('#content')).toBeFocused();
    // What is read here is read in the notifications, too.
    await expect(bell(page, t, 2)).toBeAttached();
    await page.getByRole('link', { name: 'Live two' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Live two');
    await expect(bell(page, t, 1)).toBeAttached();
    await page.goBack();
    await page.getByRole('button', { name: t('news:list.read_all') }).click();
    await expect(page.getByText(t('news:list.all_read'))).toBeVisible();
    await expect(unread(page)).toHaveCount(0);
    await expect(bell(page, t, 0)).toBeAttached();
    await expect(page.getByRole('link', { name: /new post/ })).toHaveCount(0);
  });

  test('catches up after a lost connection, and other pages count', async ({ page, club, member, enter, walk, t }) => {
    let isLost = false;
    const sockets = new Set<{ close(): Promise<void> }>();
    await page.routeWebSocket(/\/app\//, (socket) => {
      if (isLost) return void socket.close();
      sockets.add(socket);
      socket.connectToServer();
    });
    const mira = await member();
    await enter(mira, '/posts');
    await expect.poll(() => broadcastsOf(club).isHeard(mira.id)).toBe(true);
    isLost = true;
    for (const socket of sockets) await socket.close();
    await publishStory(club, { id: 'live-gap', titles: { en: 'Live gap' } });
    await expect(page.getByRole('link', { name: t('news:list.new_one') })).toHaveCount(0);
    isLost = false;
    await expect(page.getByRole('link', { name: t('news:list.new_one') })).toBeVisible({ timeout: 30_000 });

    await walk('/notifications');
    await expect.poll(() => broadcastsOf(club).isHeard(mira.id)).toBe(true);
    await publishStory(club, { id: 'live-else', titles: { en: 'Live elsewhere' } });
    await expect(unread(page)).toHaveText(/^2/);
  });
});
