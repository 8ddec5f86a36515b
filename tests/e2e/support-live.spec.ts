import { broadcastsOf } from '../support/broadcasts';
import { listToldReplies } from '../support/notifications';
import { bell, toasts } from '../support/shell';
import { expect, test } from '../support/test';
import { replyAsStaff, writeTicket } from '../support/tickets';
import { Visitor } from '../support/visitor';

test.describe('an open ticket', { tag: '@js' }, () => {
  test('shows a reply at once, but not while somebody is typing', async ({ page, club, member, enter, walk, t }) => {
    const mira = await member();
    await enter(mira, '/support/faq');
    await walk('/support/contact/categories', '/support/contact/other');
    await page.getByLabel(t('support:contact.subject'), { exact: true }).fill('Two questions to you');
    await page.getByLabel(t('support:contact.message'), { exact: true }).fill('What is the time?');
    await page.getByRole('button', { name: t('support:contact.continue') }).click();
    await page.locator('button[name="intent"][value="send"]').click();
    await expect(page).toHaveURL(/\/support\/ticket\/\d+$/);
    const broadcasts = broadcastsOf(club);
    await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
    const path = new URL(page.url()).pathname;
    const said = page.locator('.said');

    await replyAsStaff(club, path, 'It is ten.');
    await expect(said).toHaveCount(2);
    // Heard once: the page says it, so no toast does.
    await expect(page.getByRole('status').filter({ hasText: /\S/ })).toHaveCount(1);
    // What was read in the open ticket is read in the bell, too.
    await expect.poll(() => listToldReplies(club, mira)).toEqual([true]);
    await expect(bell(page, t, 0)).toBeAttached();
    await expect(toasts(page, t)).toBeEmpty();

    const reply = page.locator('#reply').getByLabel(t('support:contact.message'), { exact: true });
    await reply.fill('And which day');
    const before = await reply.boundingBox();
    await replyAsStaff(club, path, 'It is Monday.');
    await expect(page.getByText(t('support:ticket.arrived'))).toBeVisible();
    await expect(said).toHaveCount(2);
    expect(await reply.boundingBox()).toEqual(before);
    await expect(reply).toBeFocused();
    await expect(bell(page, t, 1)).toBeAttached();
    await expect(toasts(page, t)).toBeEmpty();
    await page.getByRole('button', { name: t('support:ticket.show_reply') }).click();
    await expect(said).toHaveCount(3);
    await expect(said.last()).toBeFocused();
    await expect(bell(page, t, 0)).toBeAttached();
    await expect(toasts(page, t)).toBeEmpty();
    await expect(reply).toHaveValue('And which day');
  });

  test('reads nothing while it is hidden', async ({ page, club, member, enter, walk, t }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { get: () => document.documentElement.hasAttribute('data-hidden') });
    });
    const mira = await member();
    await enter(mira, '/support/faq');
    const visitor = new Visitor(club.url);
    await visitor.signIn(mira);
    const path = await writeTicket(visitor);
    await walk('/support/tickets', path);
    const broadcasts = broadcastsOf(club);
    await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
    await page.evaluate(() => document.documentElement.setAttribute('data-hidden', ''));
    await replyAsStaff(club, path, 'It is ten.');
    // The other one tells of the visitor's sign-in.
    await expect(bell(page, t, 2)).toBeAttached();
    expect(await listToldReplies(club, mira)).toEqual([false]);
    await expect(page.locator('.said')).toHaveCount(1);

    await page.evaluate(() => {
      document.documentElement.removeAttribute('data-hidden');
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(page.locator('.said')).toHaveCount(2);
    await expect(bell(page, t, 1)).toBeAttached();
    expect(await listToldReplies(club, mira)).toEqual([true]);
  });

  test('is marked in an open list when a reply arrives', async ({ page, club, member, enter, walk, t }) => {
    const mira = await member();
    await enter(mira, '/support/faq');
    await walk('/support/contact/categories', '/support/contact/other');
    await page.getByLabel(t('support:contact.subject'), { exact: true }).fill('One question to you');
    await page.getByLabel(t('support:contact.message'), { exact: true }).fill('What is the time?');
    await page.getByRole('button', { name: t('support:contact.continue') }).click();
    await page.locator('button[name="intent"][value="send"]').click();
    await expect(page).toHaveURL(/\/support\/ticket\/\d+$/);
    const path = new URL(page.url()).pathname;
    await walk('/support/tickets');
    const broadcasts = broadcastsOf(club);
    await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
    await replyAsStaff(club, path, 'It is ten.');
    await expect(page.locator('.pip')).toHaveCSS('border-radius', '16px');
    await expect(
      page.getByRole('status').filter({ hasText: t('support:tickets.arrived', { subject: 'One question to you' }) }),
    ).toBeAttached();
    await expect(bell(page, t, 1)).toBeAttached();
    await expect(toasts(page, t)).toBeEmpty();
  });
});
