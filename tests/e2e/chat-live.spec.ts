import type { BrowserContext, Locator, Page } from '@playwright/test';
import { beginChat, idOf, sponsorAndBrought, write } from '../support/chats';
import { type Club, startClub } from '../support/club';
import { signedIn } from '../support/realtime';
import { expect, fillLogin, hydrated, test } from '../support/test';

const logOf = (page: Page) => page.locator('.frame.live');
const textsOf = (messages: Locator) => messages.locator('.bubble > p');

/** Opens a conversation in a browser, until its messages can be read. */
async function open(
  context: BrowserContext,
  club: Club,
  member: { email: string; password: string },
  path: string,
  { script = true } = {},
) {
  const page = await context.newPage();
  await page.goto(`${club.url}/login`);
  await hydrated(page, { javaScriptEnabled: script });
  await fillLogin(page, member);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(`${club.url}${path}`);
  if (script) await expect(logOf(page)).toBeVisible();
  return page;
}

async function say(page: Page, text: string) {
  await page.locator('#write-message').fill(text);
  await page.locator('#write button[value="send"]').click();
}

test.describe('a conversation with script', { tag: '@js' }, () => {
  test.describe.configure({ timeout: 180_000 });
  // The end of the messages stands in the window.
  test.use({
    viewport: { width: 1280, height: 900 },
    expectedFaults: [[/WebSocket connection to .* failed/], { scope: 'test' }],
  });

  test('shows all the same, once and in order, across a restart and a lost network', async ({
    context,
    browser,
    t,
  }) => {
    const club = await startClub();
    const [mira, lena] = await sponsorAndBrought(club);
    const path = await beginChat(mira.visitor, lena.member.id);
    const [others, plain] = [await browser.newContext(), await browser.newContext({ javaScriptEnabled: false })];
    const first = await open(context, club, mira.member, path);
    const second = await context.newPage();
    await second.goto(`${club.url}${path}`);
    const other = await open(others, club, lena.member, path);
    const said: string[] = [];
    const all = [first, second, other];
    const everybodyShows = async (...texts: string[]) => {
      said.push(...texts);
      for (const page of all) await expect(textsOf(logOf(page))).toHaveText(said);
    };

    await say(first, 'One');
    await expect(first.locator('#write-message')).toBeFocused();
    await expect(first.locator('#write-message')).toHaveValue('');
    await first.locator('#write-message').press('Enter');
    await everybodyShows('One');
    await expect(first.locator('#write-message')).toBeFocused();
    await say(other, 'Two');
    await everybodyShows('Two');
    await expect(first.locator('[aria-live="polite"]')).toHaveText(/: Two$/);
    await expect(other.locator('[aria-live="polite"]')).toHaveText(/: One$/);
    await expect(logOf(other).locator('.bubble.me')).toContainText(t('chat:frame.read'));

    await club.server.stop();
    await say(first, 'Three');
    await say(first, 'Four');
    await expect(logOf(first).locator('.bubble.unsent')).toContainText(t('chat:live.unsent'));
    await expect(logOf(first).locator('.bubble.wait > p').first()).toHaveText('Four');
    await club.restart();
    await everybodyShows('Three', 'Four');
    await expect(logOf(first).locator('.bubble.unsent, .bubble.wait')).toHaveCount(0);

    await others.setOffline(true);
    await say(other, 'Six');
    await expect(logOf(other).locator('.bubble.unsent')).toContainText('Six');
    await say(first, 'Five');
    await expect(textsOf(logOf(second))).toHaveText([...said, 'Five']);
    await others.setOffline(false);
    await everybodyShows('Five', 'Six');

    const third = await open(plain, club, lena.member, path, { script: false });
    await expect(textsOf(third.frameLocator('iframe.frame').locator('body'))).toHaveText(said);
    await third.locator('#write-message').fill('Seven');
    await third.locator('#write button[value="send"]').click();
    await everybodyShows('Seven');
    for (const one of [others, plain]) await one.close();
    await club.stop();
  });

  test('keeps 200 messages that come too fast, and says how long to wait', async ({ context, club, t }) => {
    const { visitor, member } = await signedIn(club);
    const path = await beginChat(visitor);
    const page = await open(context, club, member, path);
    const texts = Array.from({ length: 200 }, (_, index) => `Message ${index + 1}.`);
    // Enter sends each, so the focus has to stay in the field.
    await page.locator('#write-message').focus();
    for (const text of texts) {
      await page.keyboard.insertText(text);
      await page.keyboard.press('Enter');
    }
    const unsent = logOf(page).locator('.bubble.unsent, .bubble.wait');
    await expect(unsent).not.toHaveCount(0);
    await expect(logOf(page).getByRole('alert')).toContainText(t('problem.too_many.title'));
    await expect(logOf(page).getByRole('alert')).toContainText(t('chat:live.by_itself'));
    await expect(textsOf(logOf(page))).toHaveText(texts);
    await page.reload();
    await expect(logOf(page).getByRole('alert')).toContainText(t('problem.too_many.title'));
    await expect(textsOf(logOf(page))).toHaveText(texts);
    const retry = logOf(page).getByRole('button', { name: t('chat:live.retry') });
    // About 20 each time. On a slow machine more, because time passes meanwhile.
    await expect(async () => {
      await club.clock.advance(61);
      if (await retry.isVisible()) await retry.click({ timeout: 3000 });
      // Until the limit holds the next one, or none is left.
      await expect.poll(async () => (await retry.isVisible()) || (await unsent.count()) === 0).toBe(true);
      expect(await unsent.count()).toBe(0);
    }).toPass({ timeout: 120_000, intervals: [0] });
    await expect(textsOf(logOf(page))).toHaveText(texts);
  });

  test('leaves what is read in its place, and counts what comes below', async ({ context, club, t }) => {
    const [mira, lena] = await sponsorAndBrought(club);
    const path = await beginChat(mira.visitor, lena.member.id);
    for (let number = 1; number <= 60; number++) {
      if (number % 20 === 1) await club.clock.advance(61);
      await write(lena.visitor, path, `Message ${number}.`);
    }
    await club.clock.advance(61);
    const page = await open(context, club, mira.member, path);
    const log = logOf(page);
    await expect(log.getByText('Message 60.')).toBeInViewport();
    await expect(log.getByText(t('chat:frame.new_other', { count: 60 }))).toHaveCount(1);
    await expect(textsOf(log)).toHaveCount(50);
    const placeOf = async (text: string) => (await log.getByText(text).boundingBox())?.y ?? Number.NaN;

    await log.getByText('Message 30.', { exact: true }).scrollIntoViewIfNeeded();
    const place = await placeOf('Message 30.');
    await write(lena.visitor, path, 'Below, one.');
    await write(lena.visitor, path, 'Below, two.');
    const down = page.getByRole('button', { name: t('chat:frame.new_other', { count: 2 }), exact: true });
    await expect(down).toBeVisible();
    // Engines scroll by whole pixels.
    expect(Math.abs((await placeOf('Message 30.')) - place)).toBeLessThanOrEqual(1);
    await down.click();
    await expect(log.getByText('Below, two.')).toBeInViewport();
    await expect(down).toHaveCount(0);
    await expect(log.locator('.divide.new')).toHaveText(t('chat:frame.new_other', { count: 2 }));

    await log.evaluate((box) => box.scrollTo(0, 0));
    await expect(textsOf(log)).toHaveCount(62);
    await expect(log.getByText('Message 11.')).toBeInViewport();
    await expect(log.getByRole('button', { name: t('chat:frame.older') })).toHaveCount(0);
    await expect(page.locator('[aria-live="polite"] p')).toHaveCount(2);
  });

  test('keeps what was typed when the club closes it, and gives back what was refused', async ({
    context,
    club,
    t,
  }) => {
    const { visitor, member } = await signedIn(club);
    const path = await beginChat(visitor);
    const page = await open(context, club, member, path);
    await say(page, 'Here it is.');
    await expect(logOf(page).getByRole('link', { name: t('chat:frame.change') })).toBeVisible();
    const field = page.locator('#write-message');
    await field.fill('And the');
    const closed = await club.staff('chat', 'close', idOf(path), '--as', 'office', '--reason', 'It goes on elsewhere.');
    expect(closed.code, closed.stderr).toBe(0);
    await expect(page.getByText(t('chat:talk.closed'))).toBeVisible();
    await expect(field).toHaveValue('And the');
    await say(page, 'And the rest.');
    await expect(logOf(page).locator('.bubble.unsent')).toContainText('And the rest.');
    await logOf(page)
      .getByRole('button', { name: t('chat:live.take_back') })
      .click();
    await expect(logOf(page).locator('.bubble.unsent')).toHaveCount(0);
    await expect(field).toHaveValue('And the rest.');
    await expect(field).toBeFocused();
  });
});
