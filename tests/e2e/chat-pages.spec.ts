import type { Locator, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { users } from '../../upstream/members/members.tables';
import { beginChat, sponsorAndBrought, write } from '../support/chats';
import { stayOnOneDay } from '../support/clock';
import type { Club } from '../support/club';
import { HTML_AND_CSS_BYTES, layoutFaultsAt, weighPage } from '../support/judges';
import { signedIn } from '../support/realtime';
import { expect, hydrated, test } from '../support/test';
import type { Visitor } from '../support/visitor';

const A_MINUTE_S = 61;
const A_DAY_S = 86_401;
/** More than a line of the list. */
const LONG = 'The shears hang on the wall behind the door of the second greenhouse, beside the blue bucket';

/** Opens a page with the session of a visitor. */
async function open(page: Page, { cookies }: Visitor, url: string, path: string, javaScriptEnabled: boolean) {
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(url + path);
  await hydrated(page, { javaScriptEnabled });
}

/** The messages: in the page with script, in its frame without. */
const messagesOf = (page: Page, javaScriptEnabled: boolean) =>
  javaScriptEnabled ? page.locator('.frame.live') : page.frameLocator('iframe.frame');

const heightOf = async (row: Locator) => Math.round((await row.boundingBox())?.height ?? 0);

test.describe('the chat', () => {
  test.describe.configure({ timeout: 180_000 });

  test('shows the message that a search found, marked and in view', async ({ page, club, javaScriptEnabled, t }) => {
    const [mira, lena] = await sponsorAndBrought(club);
    const path = await beginChat(mira.visitor, lena.member.id);
    for (let number = 1; number <= 36; number++) {
      if (number % 18 === 1) await club.clock.advance(A_MINUTE_S);
      await write(lena.visitor, path, number === 14 ? 'The marmalade is in the greenhouse.' : `Message ${number}.`);
    }
    await open(page, mira.visitor, club.url, '/chat', javaScriptEnabled ?? true);
    await page.getByRole('searchbox').fill('marmalade');
    await page.getByRole('button', { name: t('ui.search') }).click();
    await page.getByRole('main').locator('.lines').getByRole('link').click();
    const messages = messagesOf(page, javaScriptEnabled ?? true);
    const found = messages.locator('.bubble[aria-current="true"]');
    await expect(found).toContainText('The marmalade is in the greenhouse.');
    await expect(found).toBeInViewport({ ratio: 1 });
    // The first of the new messages is not shown.
    if (!javaScriptEnabled) await expect(messages.getByText(t('chat:frame.new_other', { count: 36 }))).toHaveCount(0);
    await expect(messages.getByText('Message 13.')).toHaveCount(1);
    await expect(messages.getByText('Message 15.')).toHaveCount(1);
    // The page stays where it is. Only the messages scroll.
    expect(await found.evaluate(() => window.top?.scrollY)).toBe(0);
  });

  test('lists each conversation in as much room, with the time of today', async ({ page, club, javaScriptEnabled }) => {
    await stayOnOneDay(club);
    const [mira, lena] = await sponsorAndBrought(club);
    const office = await beginChat(mira.visitor);
    const path = await beginChat(mira.visitor, lena.member.id);
    await write(mira.visitor, office, 'Yes.');
    await write(mira.visitor, path, LONG);
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, mira.visitor, club.url, '/chat', javaScriptEnabled ?? true);
    const rowOf = (to: string) => page.locator(`main a.item[href="${to}"]`);
    await expect(rowOf(path)).toContainText(LONG.slice(0, 20));
    expect(await heightOf(rowOf(path))).toBe(await heightOf(rowOf(office)));
    await expect(rowOf(path).locator('time')).toHaveText(/^\d\d:\d\d/);
    await club.clock.advance(A_DAY_S);
    await mira.visitor.signIn(mira.member);
    await open(page, mira.visitor, club.url, '/chat', javaScriptEnabled ?? true);
    await expect(rowOf(path).locator('time')).toHaveText(/^\d\d? \w{3}$/);
  });

  test('offers to change a message while that is possible, then to delete it', async ({
    page,
    club,
    javaScriptEnabled,
    t,
  }) => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    await write(visitor, path, 'Is the marmalade ready?');
    await page.clock.install({ time: club.clock.now() });
    await open(page, visitor, club.url, path, javaScriptEnabled ?? true);
    const messages = messagesOf(page, javaScriptEnabled ?? true);
    const link = (name: string) => messages.locator('.bubble').getByRole('link', { name });
    await expect(link(t('chat:frame.change'))).toHaveCount(1);
    // Script looks at the minute, so it needs up to one more.
    await club.clock.advance(961);
    if (javaScriptEnabled) await page.clock.fastForward(961_000);
    else await messages.getByRole('link', { name: t('chat:frame.refresh') }).click();
    await expect(link(t('chat:frame.change'))).toHaveCount(0);
    await link(t('chat:frame.delete')).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('titles.message'));
    await expect(page.getByRole('button', { name: t('chat:message.delete') })).toBeVisible();
    await expect(page.getByRole('button', { name: t('chat:message.save') })).toHaveCount(0);
  });

  test('says what a search needs, and claims nothing about messages', async ({ page, club, javaScriptEnabled, t }) => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    await open(page, visitor, club.url, '/chat', javaScriptEnabled ?? true);
    await page.getByRole('searchbox').fill('x');
    await page.getByRole('button', { name: t('ui.search') }).click();
    await expect(page.getByRole('alert')).toContainText(t('chat:list.words', { min: 2, max: 100 }));
    await expect(page.getByText(t('chat:list.none_found'))).toHaveCount(0);
    await expect(page.locator(`main a.item[href="${path}"]`)).toBeVisible();
  });

  test('mutes and blocks in a menu that fits on each screen', async ({ page, club, javaScriptEnabled, t }) => {
    const [mira, lena] = await sponsorAndBrought(club);
    const path = await beginChat(mira.visitor, lena.member.id);
    await open(page, mira.visitor, club.url, path, javaScriptEnabled ?? true);
    const choices = page.getByRole('main').locator('details.menu');
    const opener = choices.locator('summary');
    await opener.click();
    for (const width of [320, 360, 1280]) expect(await layoutFaultsAt(page, width)).toEqual([]);
    for (const [button, text] of [
      ['mute', 'done.mute'],
      ['unmute', 'done.unmute'],
      ['block', 'done.block'],
      ['unblock', 'done.unblock'],
    ] as const) {
      if (!(await choices.getByRole('button').first().isVisible())) await opener.click();
      await choices.getByRole('button', { name: t(`chat:choices.${button}`), exact: true }).click();
      await expect(page.getByText(t(`chat:${text}`), { exact: true })).toBeVisible();
      await expect(choices.getByRole('button').first()).toBeHidden();
      const form = page.locator('#write');
      await expect(form).toHaveCount(button === 'block' ? 0 : 1);
    }
  });
});

test.describe('the pages of the chat at their longest', { tag: '@no-js' }, () => {
  test.describe.configure({ timeout: 180_000 });
  for (const language of ['en', 'de'] as const) {
    test(`come at once in ${language}`, async ({ page, club }) => {
      const { visitor, paths } = await memberWithMuch(club, language);
      const [, place = ''] =
        /href="(\/chat\/[^"]+\?around=[^"]+)"/.exec((await visitor.get('/chat?q=greenhouse')).body) ?? [];
      for (const path of ['/chat', '/chat?q=greenhouse', '/chat/new', ...paths.slice(0, 2), place]) {
        await open(page, visitor, club.url, path, false);
        expect((await weighPage(page, page.url())).bytes, path).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
      }
    });
  }
});

/** A member with a page full of conversations, in each of them a message as long as the list and a hit show it. */
async function memberWithMuch(club: Club, language: 'en' | 'de') {
  const { visitor, member } = await signedIn(club, { language });
  const others = [];
  for (let number = 0; number < 10; number++) {
    const other = await club.member();
    await club.db.update(users).set({ referrerId: member.id }).where(eq(users.id, other.id));
    others.push(other.id);
  }
  const paths: string[] = [];
  for (const [at, participant] of ['office', 'garden', ...others].entries()) {
    if (at % 5 === 0) {
      await club.clock.advance(A_DAY_S);
      await visitor.signIn(member);
    }
    const path = await beginChat(visitor, participant);
    await write(visitor, path, `${seenFrom(at)} In the greenhouse ${seenFrom(at + 31)} ${seenFrom(at + 47)}`);
    paths.unshift(path);
  }
  return { visitor, paths };
}

/** Words that no other message has in this order. */
function seenFrom(at: number): string {
  const words =
    'rain roof door wall bucket shears plant house yard field gate lamp hose glass stone water path seed'.split(' ');
  return Array.from({ length: 24 }, (_, number) => words[(at * 7 + number * (at + 5)) % words.length]).join(' ');
}
