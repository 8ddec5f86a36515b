import type { Page } from '@playwright/test';
import { keepCounts } from '../support/broadcasts';
import { hold } from '../support/hold';
import { layoutFaultsAt } from '../support/judges';
import { tellMember } from '../support/notifications';
import { expect, hydrated, test } from '../support/test';

test.describe('the panel under the bell', { tag: '@js' }, () => {
  const bellOf = (page: Page) => page.locator('a.tool[href="/notifications"]');

  test('shows what is new and what was read, page after page', async ({
    page,
    club,
    member,
    enter,
    accessibilityFaults,
    t,
  }) => {
    const mira = await member();
    await tellMember(club, mira, { unread: 17, read: 3 });
    await enter(mira, '/dashboard');
    await hydrated(page, {});
    const bell = bellOf(page);
    await expect(bell).toHaveAttribute('aria-expanded', 'false');
    await bell.click();
    const panel = page.getByRole('dialog', { name: t('titles.notifications') });
    await expect(panel).toBeFocused();
    await expect(bell).toHaveAttribute('aria-expanded', 'true');
    const isNew = panel.getByRole('region', { name: t('layout.header.notifications.new') });
    await expect(isNew.getByRole('listitem')).toHaveCount(15);
    const earlier = panel.getByRole('region', { name: t('layout.header.notifications.earlier') });
    await expect(earlier.getByRole('listitem')).toHaveCount(3);
    await expect(bell).toHaveAccessibleName(t('shell.notifications_other', { count: 17 }));
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const width of [320, 360, 1280]) expect(await layoutFaultsAt(page, width)).toEqual([]);

    await isNew.getByRole('button', { name: t('layout.header.notifications.more', { count: 2 }) }).click();
    await expect(isNew.getByRole('listitem')).toHaveCount(17);
    await expect(isNew.getByRole('button', { name: t('layout.header.notifications.more', { count: 0 }) })).toHaveCount(
      0,
    );
    // The total minus the number shown so far.
    await expect(bell).toHaveAccessibleName(t('shell.notifications_zero'));
    await isNew.getByRole('link', { name: 'Plant 17' }).click();
    await expect(page).toHaveURL('/growing');
    await expect(panel).toBeHidden();
    await expect(bell).toHaveAccessibleName(t('shell.notifications_other', { count: 17 }));
  });

  test('marks as read what it shows, closes, and leaves what came since', async ({ page, club, member, enter, t }) => {
    const mira = await member();
    await tellMember(club, mira, { unread: 2, from: 2 });
    // A connection that opens late would count what comes below, and the panel would show it.
    await keepCounts(page);
    await enter(mira, '/dashboard');
    await hydrated(page, {});
    const bell = bellOf(page);
    await bell.click();
    const panel = page.getByRole('dialog', { name: t('titles.notifications') });
    await expect(panel.getByRole('listitem')).toHaveCount(2);
    await club.clock.advance(5);
    await tellMember(club, mira, { unread: 1 });
    await panel.getByRole('button', { name: t('layout.header.notifications.mark_as_read') }).click();
    await expect(panel).toBeHidden();
    await expect(bell).toBeFocused();
    // The answer counts one that the panel has not shown.
    await expect(bell).toHaveAccessibleName(t('shell.notifications_one', { count: 1 }));
    await bell.click();
    const isNew = panel.getByRole('region', { name: t('layout.header.notifications.new') });
    await expect(isNew.getByRole('listitem')).toContainText(['Plant 1']);
    await isNew.getByRole('button', { name: t('layout.header.notifications.mark_as_read') }).click();
    await expect(bell).toHaveAccessibleName(t('shell.notifications_zero'));
    await bell.click();
    await expect(panel.getByText(t('layout.header.notifications.no_new'))).toBeVisible();
    await expect(panel.getByRole('listitem')).toHaveCount(3);
  });

  test('tries again after a failure, and leaves the counter alone meanwhile', async ({
    page,
    club,
    member,
    enter,
    t,
  }) => {
    const mira = await member();
    await tellMember(club, mira, { unread: 17 });
    await enter(mira, '/dashboard');
    await hydrated(page, {});
    const bell = bellOf(page);
    const panel = page.getByRole('dialog', { name: t('titles.notifications') });
    const retry = panel.getByRole('button', { name: t('ui.retry') });
    const list = '**/notifications/unread?page=*';
    await page.route(list, (route) => route.fulfill({ status: 500, body: '' }));
    await bell.click();
    await expect(panel.getByText(t('layout.header.notifications.failed'))).toBeVisible();
    await expect(bell).toHaveAccessibleName(t('shell.notifications_other', { count: 17 }));
    await page.unroute(list);
    await retry.click();
    await expect(panel.getByRole('listitem')).toHaveCount(15);

    await page.route(list, (route) => route.abort());
    await panel.getByRole('button', { name: t('layout.header.notifications.more', { count: 2 }) }).click();
    await expect(retry).toBeVisible();
    await expect(panel.getByRole('listitem')).toHaveCount(15);
    await expect(bell).toHaveAccessibleName(t('shell.notifications_other', { count: 17 }));
    await page.unroute(list);
    await retry.click();
    await expect(panel.getByRole('listitem')).toHaveCount(17);
    await expect(retry).toBeHidden();
  });

  test('shows a placeholder while it loads', async ({ page, club, member, enter, t }) => {
    const mira = await member();
    await tellMember(club, mira, { unread: 1 });
    await enter(mira, '/dashboard');
    await hydrated(page, {});
    const answer = await hold(page, '**/notifications/unread?page=*');
    await bellOf(page).click();
    const panel = page.getByRole('dialog', { name: t('titles.notifications') });
    await expect(panel.getByText(t('ui.loading'))).toBeAttached();
    await expect(panel.getByText(t('layout.header.notifications.no_new'))).toBeHidden();
    answer();
    await expect(panel.getByRole('listitem')).toHaveCount(1);
    await expect(panel.getByText(t('ui.loading'))).toHaveCount(0);
  });

  test('is opened, left and closed by the keyboard, and by a press elsewhere', async ({ page, member, enter, t }) => {
    await enter(await member(), '/dashboard');
    await hydrated(page, {});
    const bell = bellOf(page);
    const panel = page.getByRole('dialog', { name: t('titles.notifications') });
    await bell.focus();
    await page.keyboard.press('Enter');
    await expect(panel).toBeFocused();
    await expect(panel.getByText(t('layout.header.notifications.no_new'))).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(panel.getByRole('link', { name: t('layout.header.notifications.all') })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(bell).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(panel).toBeHidden();
    await bell.click();
    await expect(panel).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(panel).toBeHidden();
    await expect(bell).toHaveAttribute('aria-expanded', 'false');
    await bell.click();
    await panel.getByRole('link', { name: t('layout.header.notifications.all') }).click();
    await expect(page).toHaveURL('/notifications');
    await expect(panel).toBeHidden();
  });

  test('speaks the language that was switched to', async ({ page, club, member, enter, t }) => {
    const mira = await member();
    await tellMember(club, mira, { unread: 1 });
    await enter(mira, '/growing');
    await hydrated(page, {});
    // The panel closes when a page appears, and this one waits for its texts.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('titles.growing'));
    await bellOf(page).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Plant 1' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page
      .locator('summary')
      .filter({ hasText: t('shell.language') })
      .click();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await bellOf(page).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Pflanze 1' })).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Plant 1' })).toHaveCount(0);
  });

  test('and every tab show the same count', async ({ page, context, club, member, signInByCookie, t }) => {
    const mira = await member();
    await tellMember(club, mira, { unread: 2 });
    await signInByCookie(mira);
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto('/dashboard');
      await hydrated(tab, {});
      await expect(bellOf(tab)).toHaveAccessibleName(t('shell.notifications_other', { count: 2 }));
    }
    await bellOf(page).click();
    await page.getByRole('button', { name: t('layout.header.notifications.mark_as_read') }).click();
    await expect(bellOf(page)).toHaveAccessibleName(t('shell.notifications_zero'));
    await expect(bellOf(other)).toHaveAccessibleName(t('shell.notifications_zero'));
    // A tab tells the other tabs what it learns from the server.
    await tellMember(club, mira, { unread: 1 });
    await other.getByRole('link', { name: t('nav.growing'), exact: true }).click();
    await expect(bellOf(other)).toHaveAccessibleName(t('shell.notifications_one', { count: 1 }));
    await expect(bellOf(page)).toHaveAccessibleName(t('shell.notifications_one', { count: 1 }));
  });
});
