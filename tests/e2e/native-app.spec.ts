import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { pushTokens } from '../../upstream/push/push.tables';
import type { Club } from '../support/club';
import { expect, fillLogin, hydrated, test } from '../support/test';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 AlmendeApp/1.4';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 AlmendeApp/1.4';

/** Installs a shell as docs/native-app.md describes it: it answers `signed-in` with its push token. */
async function installShell(page: Page, token: string) {
  await page.addInitScript((first) => {
    const target = new EventTarget();
    const heard: string[] = [];
    const say = (message: unknown) => {
      const data = typeof message === 'string' ? message : JSON.stringify(message);
      setTimeout(() => target.dispatchEvent(new MessageEvent('message', { data })));
    };
    const postMessage = (message: string) => {
      heard.push(message);
      if (JSON.parse(message).type === 'signed-in') say({ type: 'push-token', token: first });
    };
    Object.assign(window, { almendeApp: Object.assign(target, { heard, say, postMessage }) });
  }, token);
}

interface Shell {
  heard: string[];
  say(message: unknown): void;
}

const say = (page: Page, message: unknown) =>
  page.evaluate((one) => (window as unknown as { almendeApp: Shell }).almendeApp.say(one), message);

/** Returns the bodies of the posts to the route for push tokens. */
function registrations(page: Page) {
  const bodies: (string | null)[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/fcm/register') bodies.push(request.postData());
  });
  return bodies;
}

let tokens = 0;
const newToken = () => `app-${process.pid}-${++tokens}:APA91b${'x'.repeat(40)}`;

/** Returns the member's push tokens, the oldest first. */
async function listTokens({ db }: Club, { id }: { id: number }) {
  const { token, userId, createdAt } = pushTokens;
  const rows = await db.select({ token }).from(pushTokens).where(eq(userId, id)).orderBy(createdAt);
  return rows.map((row) => row.token);
}

test.describe('the native app on Android', { tag: '@js' }, () => {
  test.use({ userAgent: ANDROID });

  test('registers its push token once, and anew when it changes', async ({ page, club, member, signInByCookie, t }) => {
    const mira = await member();
    const [first, second] = [newToken(), newToken()];
    await installShell(page, first);
    const posted = registrations(page);
    await signInByCookie(mira);
    await page.goto('/dashboard');
    await hydrated(page, {});
    await expect.poll(() => listTokens(club, mira)).toEqual([first]);
    await say(page, { type: 'push-token', token: first });
    await page
      .getByRole('link', { name: t('nav.settings') })
      .first()
      .click();
    await expect(page).toHaveURL(/\/settings\/address$/);
    await say(page, { type: 'push-token', token: second });
    await expect.poll(() => listTokens(club, mira)).toEqual([first, second]);
    expect(posted).toEqual([first, second].map((token) => new URLSearchParams({ token }).toString()));
  });

  test('tells nobody its token before somebody signs in, and forgets who logs out', async ({
    page,
    club,
    member,
    t,
  }) => {
    const mira = await member();
    const noa = await member();
    const token = newToken();
    await installShell(page, token);
    const posted = registrations(page);
    await page.goto('/login');
    await hydrated(page, {});
    expect(await page.evaluate(() => (window as unknown as { almendeApp: Shell }).almendeApp.heard)).toEqual([]);
    expect(posted).toEqual([]);
    await fillLogin(page, mira);
    await expect.poll(() => listTokens(club, mira)).toEqual([token]);
    await page.getByRole('button', { name: t('shell.logout') }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await listTokens(club, mira)).toEqual([]);
    await fillLogin(page, noa);
    await expect.poll(() => listTokens(club, noa)).toEqual([token]);
    expect(await listTokens(club, mira)).toEqual([]);
  });

  test('leaves alone what it does not understand', async ({ page, member, signInByCookie }) => {
    await installShell(page, newToken());
    const posted = registrations(page);
    await signInByCookie(await member());
    await page.goto('/dashboard');
    await expect.poll(() => posted.length).toBe(1);
    for (const message of ['no JSON', 'null', '[]', { type: 'battery', token: newToken() }, { type: 'push-token' }])
      await say(page, message);
    const last = newToken();
    await say(page, { type: 'push-token', token: last });
    await expect.poll(() => posted.length).toBe(2);
    expect(posted[1]).toBe(new URLSearchParams({ token: last }).toString());
  });

  test('tries again when the shell says a token again that could not be registered', async ({
    page,
    club,
    member,
    signInByCookie,
  }) => {
    const mira = await member();
    const token = newToken();
    let refused = 0;
    await page.route('**/fcm/register', (route) =>
      refused++ === 0 ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await installShell(page, token);
    await signInByCookie(mira);
    await page.goto('/dashboard');
    await expect.poll(() => refused).toBe(1);
    await expect
      .poll(async () => {
        await say(page, { type: 'push-token', token });
        return listTokens(club, mira);
      })
      .toEqual([token]);
  });
});

for (const [where, userAgent] of [
  ['a browser on Android', ANDROID.replace(' AlmendeApp/1.4', '')],
  ['the native app on an iPhone', IPHONE],
] as const) {
  test.describe(where, { tag: '@js' }, () => {
    test.use({ userAgent });

    test('registers no token', async ({ page, club, member, signInByCookie }) => {
      const mira = await member();
      const token = newToken();
      // Besides the user agent, the bridge identifies the app. Only the iPhone has one here.
      if (userAgent === IPHONE) await installShell(page, token);
      const posted = registrations(page);
      await signInByCookie(mira);
      await page.goto('/dashboard');
      await hydrated(page, {});
      await page.waitForLoadState('networkidle');
      expect(posted).toEqual([]);
      expect(await listTokens(club, mira)).toEqual([]);
    });
  });
}
