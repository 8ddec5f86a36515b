import type { Page } from '@playwright/test';
import { embeddedApp } from '../../upstream/contract/realtime';
import { broadcastsOf } from '../support/broadcasts';
import { startClub } from '../support/club';
import { startForeignUpstream } from '../support/foreign-upstream';
import { tellMember } from '../support/notifications';
import { freePort, startServerProcess } from '../support/server-process';
import { expect, fillLogin, hydrated, test } from '../support/test';
import type { Translate } from '../support/texts';

// Realtime is script's alone; without it every page tells the same when it is loaded.
test.describe.configure({ timeout: 90_000 });

const form = (count: number) => ['zero', 'one'][count] ?? 'other';
const words = (page: Page, t: Translate, icon: 'notifications' | 'chat', count: number) =>
  page.getByRole('banner').getByText(t(`shell.${icon}_${form(count)}`, { count }), { exact: true });
const bell = (page: Page, t: Translate, count: number) => words(page, t, 'notifications', count);
const toasts = (page: Page, t: Translate) => page.getByRole('log', { name: t('shell.toasts.label') });

test.describe('realtime', { tag: '@js' }, () => {
  test('a notification counts and is told at once, to its member and to nobody else', async ({
    page,
    browser,
    club,
    member,
    signInByCookie,
    t,
  }) => {
    const [mira, lena] = [await member(), await member({ firstname: 'Lena' })];
    const broadcasts = broadcastsOf(club);
    await signInByCookie(mira);
    await page.goto('/dashboard');
    await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
    const outsider = await listenAsOutsider(await browser.newPage(), club.url, mira.id);

    await broadcasts.notify(mira.id, { title: 'Payment received', description: '100.00 EUR', url: '/financial' });
    await expect(bell(page, t, 1)).toBeAttached();
    await expect(toasts(page, t)).toContainText('Payment received');
    await expect(toasts(page, t)).toContainText('100.00 EUR');
    await broadcasts.notify(lena.id, { title: 'For Lena' });
    await broadcasts.notify(mira.id, { title: 'A second one' });
    await expect(bell(page, t, 2)).toBeAttached();
    await expect(toasts(page, t)).not.toContainText('For Lena');

    await broadcasts.clientUpdated('outsider-1');
    await expect.poll(outsider.heard).toContain('client.updated');
    expect(await outsider.heard(), 'refused, and nothing of the member').not.toContain('BroadcastNotificationCreated');
    await outsider.close();

    await toasts(page, t)
      .getByRole('link', { name: t('shell.toasts.open_named', { title: 'Payment received' }) })
      .click();
    await expect(page).toHaveURL(/\/financial$/);
    await expect(toasts(page, t)).not.toContainText('100.00 EUR');
    await expect(toasts(page, t)).toContainText('A second one');
  });

  test('toasts are three at most, wait for whoever reads them, and go by themselves', async ({
    page,
    club,
    member,
    signInByCookie,
    t,
  }) => {
    const mira = await member();
    const broadcasts = broadcastsOf(club);
    await signInByCookie(mira);
    await page.clock.install();
    await page.goto('/dashboard');
    await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
    for (const title of ['First', 'Second', 'Third', 'Fourth']) {
      await broadcasts.notify(mira.id, { title, url: 'https://elsewhere.example.org/' });
      await expect(toasts(page, t)).toContainText(title);
    }
    await expect(toasts(page, t)).not.toContainText('First');
    await expect(toasts(page, t).getByRole('link'), 'other sites are not followed').toHaveCount(0);

    await toasts(page, t)
      .getByRole('button', { name: t('shell.toasts.close_named', { title: 'Third' }) })
      .click();
    await expect(toasts(page, t)).not.toContainText('Third');
    await expect(page.locator('#content')).toBeFocused();

    await toasts(page, t).getByText('Second').hover();
    await page.clock.runFor(30_000);
    await expect(toasts(page, t)).toContainText('Second');
    await expect(toasts(page, t)).not.toContainText('Fourth');
    await page.mouse.move(0, 0);
    await page.clock.runFor(30_000);
    await expect(toasts(page, t)).toBeEmpty();
    await expect(bell(page, t, 4)).toBeAttached();
  });

  test('word of a new version reaches every page', async ({ page, club, member, signInByCookie }) => {
    const mira = await member();
    const broadcasts = broadcastsOf(club);
    await signInByCookie(mira);
    await page.goto('/dashboard');
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
    test(`${way} ends the connection`, async ({ page, club, member, signInByCookie }) => {
      const mira = await member();
      const broadcasts = broadcastsOf(club);
      await signInByCookie(mira);
      await page.goto('/dashboard');
      await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
      await page.evaluate(() => document.documentElement.setAttribute('data-noted', ''));
      await page.locator(`header form[action="/${way}"] button`).click();
      await expect(page).toHaveURL(way === 'lock' ? /\/lock$/ : /\/login$/);
      await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(false);
      // By itself, and not because the page was loaded anew.
      await expect(page.locator('html')).toHaveAttribute('data-noted', '');
    });
  }

  test('what a member does names the connection of their tab', async ({ page, club, member, signInByCookie, t }) => {
    const mira = await member();
    await signInByCookie(mira);
    const socketId = new Promise<string>((resolve) => {
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          const id = /socket_id[^\d]+(\d+\.\d+)/.exec(String(payload))?.[1];
          if (id) resolve(id);
        }),
      );
    });
    await page.goto('/dashboard');
    await expect.poll(() => broadcastsOf(club).isHeard(mira.id)).toBe(true);
    const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/notice'));
    await page.getByRole('button', { name: t('shell.notice.hide') }).click();
    expect((await posted).headers()['x-socket-id']).toBe(await socketId);
  });

  test('a light page has no connection', async ({ page, club, member, signInByCookie, t }) => {
    const mira = await member();
    await signInByCookie(mira);
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    await page.goto('/dashboard');
    await hydrated(page, { javaScriptEnabled: true });
    await page.getByRole('button', { name: t('shell.footer.light') }).click();
    await expect(page.getByRole('button', { name: t('shell.footer.full') })).toBeVisible();
    await expect.poll(() => broadcastsOf(club).isHeard(mira.id)).toBe(false);
    sockets.length = 0;
    await page.goto('/dashboard', { waitUntil: 'networkidle' });
    expect(sockets).toEqual([]);
  });
});

test.describe('a restart of the server', { tag: '@js' }, () => {
  test.use({ expectedFaults: [[/WebSocket connection to .* failed/], { scope: 'test' }] });

  test('is over for an open page within two seconds, and its counters are right', async ({ page, t }) => {
    const club = await startClub();
    const mira = await club.member();
    await page.goto(`${club.url}/login`);
    await fillLogin(page, mira);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect.poll(() => broadcastsOf(club).isHeard(mira.id)).toBe(true);
    const { port } = new URL(club.server.local);
    // Nobody tells the page of these.
    await tellMember(club, mira, { unread: 3 });
    await club.server.stop();
    await expect(bell(page, t, 0)).toBeAttached();
    const again = { DATA_DIR: club.dataDir, PORT: port, DEMO: '1', LOG_LEVEL: 'warn' };
    const server = await startServerProcess(again, ['movable-clock.mjs']);
    const listens = Date.now();
    const broadcasts = broadcastsOf({ ...club, server });
    await expect.poll(() => broadcasts.isHeard(mira.id), { intervals: [50], timeout: 10_000 }).toBe(true);
    expect(Date.now() - listens, 'milliseconds').toBeLessThanOrEqual(2000);
    await expect(bell(page, t, 3)).toBeAttached();
    await broadcasts.notify(mira.id);
    await expect(bell(page, t, 4)).toBeAttached();
    await server.stop();
    await club.stop();
  });
});

test.describe('with an upstream and a service of somebody else', { tag: '@js' }, () => {
  test('a chat message counts, save on the screens where it is read', async ({ page, t }) => {
    const port = String(await freePort());
    const url = `http://localhost:${port}`;
    // Pages of this origin may use its endpoint as their service.
    const club = await startClub({ PUBLIC_URL: url });
    const upstream = await startForeignUpstream(club.server.local);
    const chat = { unread_count: 1, unread_message_conversation_id: 5 };
    upstream.change('GET /user/header', (header) => ({ ...header, notifications: { chat } }));
    const web = await startServerProcess({
      PORT: port,
      PUBLIC_URL: url,
      UPSTREAM_URL: upstream.url,
      SESSION_SECRET: club.secret,
      PUSHER_APP_KEY: embeddedApp.key,
      PUSHER_HOST: 'localhost',
      PUSHER_PORT: new URL(club.server.local).port,
      PUSHER_SCHEME: 'http',
    });
    const mira = await club.member();
    const broadcasts = broadcastsOf(club);
    await page.goto(`${url}/login`);
    await fillLogin(page, mira);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
    await expect(words(page, t, 'chat', 1)).toBeAttached();
    await broadcasts.message(mira.id, { conversation_id: 9 });
    await expect(words(page, t, 'chat', 2)).toBeAttached();
    const icon = page
      .getByRole('banner')
      .getByRole('link')
      .filter({ has: words(page, t, 'chat', 2) });
    await expect(icon, 'the newest conversation').toHaveAttribute('href', '/chat/9');

    await icon.click();
    await expect(page).toHaveURL(/\/chat\/9$/);
    await expect(words(page, t, 'chat', 0)).toBeAttached();
    await broadcasts.message(mira.id, { conversation_id: 9 });
    await broadcasts.message(mira.id, { conversation_id: 7 });
    await expect(words(page, t, 'chat', 1), 'the one elsewhere').toBeAttached();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t('nav.chat') })
      .click();
    await expect(page).toHaveURL(/\/chat$/);
    await expect(words(page, t, 'chat', 0)).toBeAttached();
    await broadcasts.message(mira.id, { conversation_id: 7 });
    await broadcasts.notify(mira.id, { title: 'After the message' });
    await expect(toasts(page, t)).toContainText('After the message');
    await expect(words(page, t, 'chat', 0)).toBeAttached();
    await web.stop();
    await upstream.close();
    await club.stop();
  });
});

test.describe('notifications of the browser', { tag: '@js' }, () => {
  test('are asked for on a click alone, and what was answered is said', async ({ page, member, signInByCookie, t }) => {
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
    await signInByCookie(await member());
    await page.goto('/notifications');
    const ask = page.getByRole('button', { name: t('shell.browser_notifications.ask') });
    await expect(ask).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-asked');
    await ask.click();
    await expect(page.getByText(t('shell.browser_notifications.granted'))).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-asked', '1');
  });

  test('that the browser refuses are not offered', async ({ page, member, signInByCookie, t }) => {
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }));
    await signInByCookie(await member());
    await page.goto('/notifications');
    await expect(page.getByText(t('shell.browser_notifications.denied'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('shell.browser_notifications.ask') })).toBeHidden();
  });

  test('tell of what comes while the page is hidden, close after 8 seconds, and lead to it', async ({
    page,
    club,
    member,
    signInByCookie,
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
    await signInByCookie(mira);
    await page.clock.install();
    await page.goto('/dashboard');
    await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
    const shown = () =>
      page.evaluate(() => (window as unknown as { shown: { title: string; isClosed: boolean }[] }).shown);
    await broadcasts.notify(mira.id, { title: 'Seen in the page' });
    await page.evaluate(() => document.documentElement.setAttribute('data-hidden', ''));
    await broadcasts.notify(mira.id, { title: 'Payment received', url: '/financial' });
    await expect.poll(shown).toEqual([expect.objectContaining({ title: 'Payment received', isClosed: false })]);
    await page.clock.runFor(7000);
    expect(await shown()).toEqual([expect.objectContaining({ isClosed: false })]);
    await page.clock.runFor(1500);
    expect(await shown()).toEqual([expect.objectContaining({ isClosed: true })]);
    await page.evaluate(() => (window as unknown as { shown: { onclick(): void }[] }).shown[0]?.onclick());
    await expect(page).toHaveURL(/\/financial$/);
  });
});

/** A guest's socket by hand: it asks for a member's channel with a signature of its own making, and for the public one. */
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
