import type { Page } from '@playwright/test';
import { broadcastsOf, keepCounts } from '../support/broadcasts';
import { beginChat, sponsorAndBrought, write, writeAsClub } from '../support/chats';
import { bell, toasts } from '../support/shell';
import { expect, hydrated, test } from '../support/test';
import type { Visitor } from '../support/visitor';

// Realtime needs script. tests/e2e/chat.spec.ts has what works without it.
test.describe('the chat with script', { tag: '@js' }, () => {
  test.describe.configure({ timeout: 120_000 });

  test('says who is here and who types, until they leave', async ({ page, browser, club, t }) => {
    const [sponsor, brought] = await sponsorAndBrought(club);
    const path = await beginChat(sponsor.visitor, brought.member.id);
    await open(page, sponsor.visitor, club.url, path);
    const isHere = /^.+ is here$/;
    const here = page.getByText(isHere);
    await expect(here).toHaveCount(0);
    const tabs = [await browser.newPage(), await browser.newPage()];
    for (const tab of tabs) await open(tab, brought.visitor, club.url, path);
    await expect(here).toHaveCount(1);
    const [other, second] = tabs as [Page, Page];
    const typing = page.getByText(t('chat:live.typing', { name: '' }).trim());
    await expect(typing).toHaveCount(0);
    const field = other.getByLabel(t('chat:talk.message'), { exact: true });
    await expect(other.getByText(isHere)).toHaveCount(1);
    await field.fill('Good mor');
    await expect(typing.first()).toBeVisible();
    await second.close();
    await expect(here).toHaveCount(1);
    await other.goto(`${club.url}/dashboard`);
    await expect(here).toHaveCount(0);
    await expect(typing).toHaveCount(0);
    await other.close();
  });

  test('moves nothing when somebody comes, types and writes', async ({ page, browser, club, t }) => {
    const [sponsor, brought] = await sponsorAndBrought(club);
    const path = await beginChat(sponsor.visitor, brought.member.id);
    for (let number = 1; number <= 12; number++) await write(brought.visitor, path, `Message ${number}.`);
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, sponsor.visitor, club.url, path);
    const log = page.locator('.frame.live');
    await expect(log.getByText('Message 12.')).toBeVisible();
    await log.evaluate((box) => box.scrollTo(0, 0));
    await expect(page.locator('.chip')).toHaveText(t('chat:frame.newest'));
    const field = page.getByLabel(t('chat:talk.message'), { exact: true });
    const placeOf = async () => Math.round(await field.evaluate((box) => box.getBoundingClientRect().top + scrollY));
    const place = await placeOf();
    const other = await browser.newPage();
    await open(other, brought.visitor, club.url, path);
    await expect(page.getByText(/^.+ is here$/)).toBeVisible();
    expect(await placeOf()).toBe(place);
    const written = other.getByLabel(t('chat:talk.message'), { exact: true });
    await written.fill('Good mor');
    await expect(page.getByText(t('chat:live.typing', { name: '' }).trim()).first()).toBeVisible();
    expect(await placeOf()).toBe(place);
    await written.fill('Good morning.');
    await other.getByRole('button', { name: t('chat:talk.send'), exact: true }).click();
    await expect(page.locator('.chip')).toHaveText(t('chat:frame.new_one', { count: 1 }));
    expect(await placeOf()).toBe(place);
    await page.locator('.chip').click();
    await expect(log.getByText('Good morning.')).toBeInViewport();
    await expect(page.locator('.chip')).toHaveCount(0);
    expect(await placeOf()).toBe(place);
    await other.close();
  });

  test('sends with Enter, or breaks the line, as this browser remembers', async ({ page, club, t }) => {
    const [sponsor, brought] = await sponsorAndBrought(club);
    const path = await beginChat(sponsor.visitor, brought.member.id);
    await open(page, sponsor.visitor, club.url, path);
    const field = page.getByLabel(t('chat:talk.message'), { exact: true });
    const enter = page.getByRole('checkbox', { name: t('chat:write.enter') });
    await expect(enter).toBeChecked();
    await field.fill('One');
    await field.press('Shift+Enter');
    await field.pressSequentially('Two');
    await expect(field).toHaveValue('One\nTwo');
    await field.press('Enter');
    await expect(field).toHaveValue('');
    await enter.uncheck();
    await page.reload();
    await hydrated(page, { javaScriptEnabled: true });
    await expect(enter).not.toBeChecked();
    await field.fill('Three');
    await field.press('Enter');
    await field.pressSequentially('Four');
    await expect(field).toHaveValue('Three\nFour');
    await field.press('Shift+Enter');
    await expect(field).toHaveValue('');
  });

  test('keeps a draft for each conversation, until it is sent', async ({ page, club, t }) => {
    const [sponsor, brought] = await sponsorAndBrought(club);
    const paths = [await beginChat(sponsor.visitor, brought.member.id), await beginChat(sponsor.visitor)];
    const field = page.getByLabel(t('chat:talk.message'), { exact: true });
    for (const path of paths) {
      await open(page, sponsor.visitor, club.url, path);
      await field.fill(`For ${path}`);
    }
    for (const path of paths) {
      await open(page, sponsor.visitor, club.url, path);
      await expect(field).toHaveValue(`For ${path}`);
    }
    await field.press('Enter');
    await expect(field).toHaveValue('');
    const [first = '', second = ''] = paths;
    await open(page, sponsor.visitor, club.url, second);
    await expect(field).toHaveValue('');
    await open(page, sponsor.visitor, club.url, first);
    await expect(field).toHaveValue(`For ${first}`);
  });

  test('the list and the one beside a conversation follow what arrives', async ({ page, club, t }) => {
    const [sponsor, brought] = await sponsorAndBrought(club);
    const office = await beginChat(sponsor.visitor);
    const path = await beginChat(sponsor.visitor, brought.member.id);
    await open(page, sponsor.visitor, club.url, '/chat');
    await expect.poll(() => broadcastsOf(club).isHeard(sponsor.member.id)).toBe(true);
    const rows = page.locator('main .list .item');
    await expect(rows.first()).toHaveAttribute('href', path);
    await page.locator(`main a[href="${path}"]`).focus();
    await writeAsClub(club, office, 'The shears are back.');
    await expect(rows.first()).toHaveAttribute('href', office);
    await expect(rows.first()).toContainText('The shears are back.');
    await expect(rows.first().locator('.pip')).toContainText('1');
    await expect(page.locator(`main a[href="${path}"]`)).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: t('chat:talk.arrived', { name: '' }) })).toHaveCount(1);

    // So low that the end of the messages stands below the window.
    await page.setViewportSize({ width: 1280, height: 500 });
    await rows.nth(1).click();
    await expect(page).toHaveURL(path);
    await expect(page.locator('.beside [aria-current="page"]')).toHaveAttribute('href', path);
    await write(brought.visitor, path, 'Good evening.');
    await expect(rows.first()).toHaveAttribute('href', path);
    await expect(rows.first()).toContainText('Good evening.');
    // What stands below the window is not read.
    await expect(rows.first().locator('.pip')).toContainText('1');
    await page.getByLabel(t('chat:talk.message'), { exact: true }).scrollIntoViewIfNeeded();
    await expect(rows.first().locator('.pip')).toHaveCount(0);
    await page.getByLabel(t('chat:talk.message'), { exact: true }).fill('And to you.');
    await page.getByRole('button', { name: t('chat:talk.send'), exact: true }).click();
    await expect(rows.first()).toContainText('And to you.');
    const icon = page.getByRole('banner').getByRole('link', { name: /new message/ });
    await expect(icon).toContainText(t('shell.chat_zero'));
    await writeAsClub(club, office, 'And the spade.');
    await expect(rows.first()).toContainText('And the spade.');
    await expect(icon).toContainText(t('shell.chat_one', { count: 1 }));
    // Without a second column it would stand above the conversation.
    await page.setViewportSize({ width: 1060, height: 800 });
    await expect(page.locator('.beside')).toBeHidden();
  });

  test('a blocked member hears nothing more of it, and everything else', async ({ page, club, t }) => {
    const [sponsor, brought] = await sponsorAndBrought(club);
    const path = await beginChat(sponsor.visitor, brought.member.id);
    const broadcasts = broadcastsOf(club);
    await keepCounts(page);
    await open(page, brought.visitor, club.url, path);
    const asked = page.waitForResponse(
      async (answer) => answer.url().endsWith('/broadcasting/auth') && answer.status() === 204,
    );
    await expect.poll(() => broadcasts.isPresent(path)).toBe(true);
    const choices = await sponsor.visitor.get(path);
    expect((await sponsor.visitor.submit(choices, 'block', { intent: 'block' })).status).toBe(303);
    await asked;
    await expect.poll(() => broadcasts.isHeard(brought.member.id)).toBe(true);
    expect(await broadcasts.isPresent(path)).toBe(false);
    await broadcasts.notify(brought.member.id, { title: 'Payment received' });
    await expect(bell(page, t, 1)).toBeAttached();
    await expect(toasts(page, t)).toContainText('Payment received');
  });
});

/** Opens a page with the session of a visitor. */
async function open(page: Page, { cookies }: Visitor, url: string, path: string) {
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(url + path);
  await hydrated(page, { javaScriptEnabled: true });
}
