import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { type ForeignUpstream, startForeignUpstream } from '../support/foreign-upstream';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { expect, fillLogin, hydrated, test } from '../support/test';
import type { Translate } from '../support/texts';

test.describe('new messages', () => {
  let upstream: ForeignUpstream;
  let web: ServerProcess;
  test.beforeAll(async ({ club }) => {
    upstream = await startForeignUpstream(club.url);
    web = await startServerProcess({ UPSTREAM_URL: upstream.url, SESSION_SECRET: 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa' });
  });
  test.afterAll(async () => {
    await web.stop();
    await upstream.close();
  });

  /** Returns the club's own answer, with a chat added. */
  const headerWith =
    (clubUrl: string, unread: number) => async (request: IncomingMessage, response: ServerResponse) => {
      const { authorization = '' } = request.headers;
      const answer = await fetch(`${clubUrl}/api/user/header`, {
        headers: { authorization, accept: 'application/json' },
      });
      const header = (await answer.json()) as { notifications?: object };
      const chat = { unread_count: unread, unread_message_conversation_id: 12 };
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...header, notifications: { ...header.notifications, chat } }));
    };
  const closed = { register_intro_closed: true, android_app_closed: true };
  const popUp = (page: Page, t: Translate) => page.getByRole('dialog', { name: t('shell.new_messages.title') });

  test('are told of once, and lead to the conversation', async ({ page, club, member, t, javaScriptEnabled }) => {
    upstream.override('GET /user/header', headerWith(club.url, 3));
    const mira = await member({ instructionState: closed });
    await page.goto(`${web.url}/login`);
    await fillLogin(page, mira);
    const icon = page.getByRole('banner').getByRole('link', { name: t('shell.chat_other', { count: 3 }) });
    await expect(icon).toHaveAttribute('href', '/chat/12');
    if (!javaScriptEnabled) {
      // Without script there is only the number in the top bar, and nothing covers the page.
      await expect(page.getByRole('dialog')).toHaveCount(0);
      return;
    }
    await expect(popUp(page, t)).toContainText(t('shell.chat_other', { count: 3 }));
    await expect(popUp(page, t)).toBeFocused();
    const isMarked = () => page.waitForResponse((response) => response.url().endsWith('/new-messages.data'));
    let marked = isMarked();
    await popUp(page, t)
      .getByRole('link', { name: t('shell.new_messages.open') })
      .click();
    expect((await marked).status()).toBe(200);
    await expect(page).toHaveURL(`${web.url}/chat/12`);
    await expect(popUp(page, t)).toBeHidden();
    await page.goto(`${web.url}/settings/devices`);
    await hydrated(page, { javaScriptEnabled });
    await expect(icon).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(popUp(page, t)).toBeHidden();

    // Signing out forgets it (specification, section 4).
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('shell.logout') })
      .click();
    await expect(page).toHaveURL(/\/login$/);
    await fillLogin(page, mira);
    await expect(popUp(page, t)).toBeVisible();
    marked = isMarked();
    await page.keyboard.press('Escape');
    expect((await marked).status()).toBe(200);
    await page.reload();
    await hydrated(page, { javaScriptEnabled });
    await page.waitForLoadState('networkidle');
    await expect(popUp(page, t)).toBeHidden();
  });

  for (const [who, unread, instructionState] of [
    ['a single one', 1, closed],
    ['a member with an open introduction', 3, { android_app_closed: true }],
  ] as const) {
    test(`are not told of for ${who}`, async ({ page, club, member, t, javaScriptEnabled }) => {
      upstream.override('GET /user/header', headerWith(club.url, unread));
      await page.goto(`${web.url}/login`);
      await fillLogin(page, await member({ instructionState }));
      await expect(page.getByRole('banner').getByRole('link', { name: /new message/ })).toBeVisible();
      await hydrated(page, { javaScriptEnabled });
      await page.waitForLoadState('networkidle');
      await expect(popUp(page, t)).toBeHidden();
    });
  }
});
