import type { Page } from '@playwright/test';
import { broadcastsOf, keepCounts } from '../support/broadcasts';
import { startClub } from '../support/club';
import { tellMember } from '../support/notifications';
import { bell, toasts, words } from '../support/shell';
import { expect, fillLogin, test } from '../support/test';

// Realtime needs script. Without script every page shows the same when it is loaded.
test.describe.configure({ timeout: 90_000 });

test.describe('realtime', { tag: '@js' }, () => {
  test('a notification counts and is told at once, to its member and to nobody else', { tag: '@embedded' }, async ({
    page,
    browser,
    club,
    member,
    enter,
    t,
  }) => {
    const [mira, lena] = [await member(), await member({ firstname: 'Lena' })];
    const broadcasts = broadcastsOf(club);
    await keepCounts(page);
    await enter(mira, '/dashboard');
    await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
    const outsider = await listenAsOutsider(await browser.newPage(), club.url, mira.id);

    await broadcasts.notify(mira.id, { title: 'Payment received', description: '100.00 EUR' });
    await expect(bell(page, t, 1)).toBeAttached();
    await expect(toasts(page, t)).toContainText('Payment received');
    await expect(toasts(page, t)).toContainText('100.00 EUR');
    await broadcasts.notify(lena.id, { title: 'For Lena' });
    await broadcasts.notify(mira.id, { title: 'A second one' });
    await expect(bell(page, t, 2)).toBeAttached();
    await expect(toasts(page, t)).not.toContainText('For Lena');

    await broadcasts.notify(mira.id, { title: 'Sold', url: '/financial' });
    await toasts(page, t)
      .getByRole('link', { name: t('shell.toasts.open_named', { title: 'Sold' }) })
      .click();
    await expect(page).toHaveURL(/\/financial$/);
    await expect(toasts(page, t)).not.toContainText('Sold');

    await broadcasts.clientUpdated('outsider-1');
    await expect.poll(outsider.heard).toContain('client.updated');
    expect(await outsider.heard(), 'refused, and nothing of the member').not.toContain('BroadcastNotificationCreated');
    await outsider.close();
  });

  for (const [way, heading] of [
    ['logout', 'session:login.heading'],
    ['lock', 'session:lock.heading'],
  ] as const) {
    test(`a member who leaves at once takes the question for the channel back: ${way}`, async ({
      page,
      member,
      enter,
      t,
    }) => {
      const errors: string[] = [];
      let [asked, takenBack] = [0, 0];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('requestfailed', (request) => {
        if (request.url().endsWith('/broadcasting/auth')) takenBack += 1;
      });
      // Nobody answers before the session is over.
      await page.route('**/broadcasting/auth', () => {
        asked += 1;
      });
      await enter(await member(), '/dashboard');
      await expect.poll(() => asked).toBe(1);
      await page.getByRole('button', { name: t(`shell.${way}`) }).click();
      await expect(page.getByRole('heading', { name: t(heading) })).toBeVisible();
      await expect.poll(() => takenBack).toBe(1);
      expect([asked, errors]).toEqual([1, []]);
    });
  }

  test('word of a new version reaches every page', { tag: '@laravel' }, async ({ page, club, member, enter }) => {
    const mira = await member();
    const broadcasts = broadcastsOf(club);
    await enter(mira, '/dashboard');
    await page.evaluate(() => {
      window.addEventListener('almende:client-updated', (event) => {
        document.documentElement.dataset.told = (event as CustomEvent<{ version: string }>).detail.version;
      });
    });
    await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
    await broadcasts.clientUpdated('2026.48.0');
    await expect(page.locator('html')).toHaveAttribute('data-told', '2026.48.0');
  });

  for (const way of ['lock', 'logout'] as const) {
    test(`${way} ends the connection`, { tag: '@laravel' }, async ({ page, club, member, enter }) => {
      const mira = await member();
      const broadcasts = broadcastsOf(club);
      await enter(mira, '/dashboard');
      await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
      await page.evaluate(() => document.documentElement.setAttribute('data-noted', ''));
      await page.locator(`.page form[action="/${way}"] button`).click();
      await expect(page).toHaveURL(way === 'lock' ? '/lock?return_to=%2Fdashboard' : /\/login$/);
      await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(false);
      // The page updated itself, without a reload.
      await expect(page.locator('html')).toHaveAttribute('data-noted', '');
    });
  }

  test('what a member does names the connection of their tab', async ({ page, club, member, enter, t }) => {
    const mira = await member();
    const socketId = new Promise<string>((resolve) => {
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          const id = /socket_id[^\d]+(\d+\.\d+)/.exec(String(payload))?.[1];
          if (id) resolve(id);
        }),
      );
    });
    await enter(mira, '/dashboard');
    await expect.poll(() => broadcastsOf(club).isHeard(mira.id)).toBe(true);
    const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/notice'));
    await page.getByRole('button', { name: t('shell.notice.hide') }).click();
    expect((await posted).headers()['x-socket-id']).toBe(await socketId);
  });

  test('a light page has no connection', async ({ page, club, member, enter, t }) => {
    const mira = await member();
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    await enter(mira, '/dashboard');
    await page.getByRole('button', { name: t('shell.footer.light') }).click();
    await expect(page.getByRole('button', { name: t('shell.footer.full') })).toBeVisible();
    await expect.poll(() => broadcastsOf(club).isHeard(mira.id)).toBe(false);
    sockets.length = 0;
    await page.goto('/dashboard', { waitUntil: 'networkidle' });
    expect(sockets).toEqual([]);
  });
});

test.describe('a restart of the server', { tag: '@js' }, () => {
  test.use({
    expectedFaults: [[/WebSocket connection to .* failed/, /Failed to fetch manifest patches/], { scope: 'test' }],
  });

  test('is over for an open page by itself, and its counters are right', async ({ page, t }) => {
    const club = await startClub();
    const mira = await club.member();
    // When the connection is open, the page requests its counters again.
    const counters = page.waitForResponse('**/header/counters');
    await page.goto(`${club.url}/login`);
    await fillLogin(page, mira);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect.poll(() => broadcastsOf(club).isHeard(mira.id)).toBe(true);
    await (await counters).finished();
    // No broadcast announces these.
    await tellMember(club, mira, { unread: 3 });
    await club.server.stop();
    await expect(bell(page, t, 0)).toBeAttached();
    await club.restart();
    await expect.poll(() => broadcastsOf(club).isHeard(mira.id)).toBe(true);
    await expect(bell(page, t, 3)).toBeAttached();
    await broadcastsOf(club).notify(mira.id);
    await expect(bell(page, t, 4)).toBeAttached();
    await club.stop();
  });
});

test.describe('a chat message', { tag: '@js' }, () => {
  test('counts, save on the screens where it is read', async ({ page, club, member, signInByCookie, t }) => {
    const mira = await member();
    const broadcasts = broadcastsOf(club);
    await signInByCookie(mira);
    // As an upstream with a chat sends it.
    let chat = { unread: 1, conversation: 5 };
    await page.route('**/header/counters', (route) =>
      route.fulfill({ json: { notifications: null, chat, ticket: null, news: null } }),
    );
    const open = async (path: string, unread: number) => {
      chat = { unread, conversation: 5 };
      // The page asks once it is connected. `isHeard` could still mean the page before.
      const counters = page.waitForResponse('**/header/counters');
      await page.goto(path);
      await (await counters).finished();
      await expect(words(page, t, 'chat', unread)).toBeAttached();
    };
    await open('/dashboard', 1);
    await broadcasts.message(mira.id, { conversation_id: 9 });
    await expect(words(page, t, 'chat', 2)).toBeAttached();
    const icon = page.getByRole('banner').getByRole('link', { name: t('shell.chat_other', { count: 2 }) });
    await expect(icon, 'the newest conversation').toHaveAttribute('href', '/chat/9');

    await open('/chat/9', 0);
    await broadcasts.message(mira.id, { conversation_id: 9 });
    await broadcasts.message(mira.id, { conversation_id: 7 });
    await expect(words(page, t, 'chat', 1), 'the one elsewhere').toBeAttached();

    await open('/chat', 0);
    await broadcasts.message(mira.id, { conversation_id: 7 });
    await broadcasts.notify(mira.id, { title: 'After the message' });
    await expect(toasts(page, t)).toContainText('After the message');
    await expect(words(page, t, 'chat', 0)).toBeAttached();
  });
});

/**
 * Opens a guest's socket by hand. It subscribes to a member's channel with a forged signature, and to the public
 * channel.
 */
async function listenAsOutsider(page: Page, url: string, userId: number) {
  await page.goto(`${url}/login`);
  await page.evaluate(
    ({ userId }) =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(`${window.location.origin.replace('http', 'ws')}/app/almende?protocol=7`);
        const heard: string[] = [];
        Object.assign(window, { heard });
        const subscribe = (channel: string, auth: string) =>
          socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }));
        socket.onerror = reject;
        socket.onmessage = ({ data }) => {
          heard.push(data);
          if (heard.length > 1) return resolve();
          subscribe(`private-user.${userId}`, `almende:${'0'.repeat(64)}`);
          subscribe('client', '');
        };
      }),
    { userId },
  );
  return {
    heard: () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.join('\n')),
    close: () => page.close(),
  };
}
