import type { Page } from '@playwright/test';
import { htmlFaults, overflowAt } from '../support/judges';
import { tellMember } from '../support/notifications';
import { expect, hydrated, test } from '../support/test';
import type { Language } from '../support/texts';

const title = (language: Language, number: number) => `${language === 'de' ? 'Pflanze' : 'Plant'} ${number}`;

for (const language of ['en', 'de'] as const) {
  test.describe(`the page of notifications in ${language}`, () => {
    test.use({ language });

    test('is where the bell leads, and both lists turn their pages', async ({
      page,
      club,
      member,
      signInByCookie,
      t,
      javaScriptEnabled,
    }) => {
      const mira = await member({ language });
      await tellMember(club, mira, { unread: 17, read: 31 });
      await signInByCookie(mira);
      await page.goto('/dashboard');
      const bell = page.getByRole('link', { name: t('shell.notifications_other', { count: 17 }) });
      if (javaScriptEnabled) await page.goto((await bell.getAttribute('href')) ?? '');
      else await bell.click();
      await expect(page).toHaveURL('/notifications');
      await hydrated(page, { javaScriptEnabled });
      const { unread, read } = listsOf(page, t);
      await expect(unread.getByRole('heading', { level: 3 })).toHaveText(
        Array.from({ length: 3 }, (_, index) => title(language, index + 1)),
      );
      await expect(unread.getByText(t('ui.pages.range', { from: 1, to: 3, total: 17 }))).toBeVisible();
      await expect(read.getByText(t('ui.pages.range', { from: 1, to: 2, total: 31 }))).toBeVisible();

      await read.getByRole('link', { name: t('ui.pages.next') }).click();
      await expect(page).toHaveURL('/notifications?read=2#read');
      await expect(read.getByRole('heading', { name: title(language, 17 + 3), exact: true })).toBeVisible();
      await unread.getByRole('link', { name: t('ui.pages.next') }).click();
      await expect(page).toHaveURL('/notifications?unread=2&read=2');
      await expect(unread.getByRole('heading', { level: 3 })).toHaveText(
        [4, 5, 6].map((number) => title(language, number)),
      );
      await expect(read.getByText(t('ui.pages.range', { from: 3, to: 4, total: 31 }))).toBeVisible();
      await unread.getByRole('link', { name: title(language, 6) }).click();
      await expect(page).toHaveURL('/growing');
    });

    test('marks one, marks it back, and leads to a page that is there', async ({
      page,
      club,
      member,
      signInByCookie,
      t,
      javaScriptEnabled,
    }) => {
      const mira = await member({ language });
      await tellMember(club, mira, { unread: 4 });
      await signInByCookie(mira);
      await page.goto('/notifications?unread=2');
      await hydrated(page, { javaScriptEnabled });
      const { unread, read } = listsOf(page, t);
      await expect(read.getByText(t('notifications.none_read'))).toBeVisible();
      await unread.getByRole('button', { name: markOf(t('notifications.mark.read'), title(language, 4)) }).click();
      await expect(page.getByText(t('notifications.marked.read'))).toBeVisible();
      // The second page has gone with its only notification.
      await expect(page).toHaveURL('/notifications');
      await expect(read.getByRole('heading', { level: 3 })).toHaveText([title(language, 4)]);
      await expect(page.getByRole('link', { name: t('shell.notifications_other', { count: 3 }) })).toBeVisible();

      await read.getByRole('button', { name: markOf(t('notifications.mark.unread'), title(language, 4)) }).click();
      await expect(page.getByText(t('notifications.marked.unread'))).toBeVisible();
      await expect(unread.getByText(t('ui.pages.range', { from: 1, to: 3, total: 4 }))).toBeVisible();
      // With its button gone the focus is not lost to the start of the page.
      if (javaScriptEnabled) await expect(page.locator('#content')).toBeFocused();
    });

    test('marks all that it shows, and nothing that came since', async ({ page, club, member, signInByCookie, t }) => {
      const mira = await member({ language });
      await tellMember(club, mira, { unread: 2, from: 2 });
      await signInByCookie(mira);
      await page.goto('/notifications');
      await club.clock.advance(5);
      await tellMember(club, mira, { unread: 1 });
      await page.getByRole('button', { name: t('notifications.mark.all') }).click();
      await expect(page.getByText(t('notifications.marked.mark_all'))).toBeVisible();
      const { unread, read } = listsOf(page, t);
      await expect(unread.getByRole('heading', { level: 3 })).toHaveText([title(language, 1)]);
      await expect(read.getByRole('heading', { level: 3 })).toHaveCount(2);
      await page.getByRole('button', { name: t('notifications.mark.all') }).click();
      await expect(unread.getByText(t('layout.header.notifications.no_new'))).toBeVisible();
      await expect(page.getByRole('link', { name: t('shell.notifications_zero') })).toBeVisible();
    });

    test('has no fault with its lists full', async ({
      page,
      club,
      member,
      signInByCookie,
      accessibilityFaults,
      javaScriptEnabled,
    }) => {
      const mira = await member({ language });
      await tellMember(club, mira, { unread: 40, read: 40 });
      await signInByCookie(mira);
      const answer = await page.goto('/notifications?unread=2');
      await hydrated(page, { javaScriptEnabled });
      expect(await htmlFaults((await answer?.text()) ?? '')).toEqual([]);
      expect(await accessibilityFaults(page)).toEqual([]);
      for (const width of [320, 360, 1280]) expect(await overflowAt(page, width), `${width} px`).toBeLessThanOrEqual(0);
    });
  });
}

test.describe('the panel under the bell', { tag: '@js' }, () => {
  const bellOf = (page: Page) => page.locator('a.tool[href="/notifications"]');

  test('shows what is new and what was read, page after page', async ({
    page,
    club,
    member,
    signInByCookie,
    accessibilityFaults,
    t,
  }) => {
    const mira = await member();
    await tellMember(club, mira, { unread: 17, read: 3 });
    await signInByCookie(mira);
    await page.goto('/dashboard');
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
    for (const width of [320, 1280]) expect(await overflowAt(page, width)).toBeLessThanOrEqual(0);

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

  test('marks as read what it shows, closes, and leaves what came since', async ({
    page,
    club,
    member,
    signInByCookie,
    t,
  }) => {
    const mira = await member();
    await tellMember(club, mira, { unread: 2, from: 2 });
    await signInByCookie(mira);
    await page.goto('/dashboard');
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
    // The figures of the answer: the one that the panel had not shown.
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
    signInByCookie,
    t,
  }) => {
    const mira = await member();
    await tellMember(club, mira, { unread: 17 });
    await signInByCookie(mira);
    await page.goto('/dashboard');
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

  test('shows a placeholder while it loads', async ({ page, club, member, signInByCookie, t }) => {
    const mira = await member();
    await tellMember(club, mira, { unread: 1 });
    await signInByCookie(mira);
    await page.goto('/dashboard');
    await hydrated(page, {});
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/notifications/unread?page=*', async (route) => {
      await held;
      await route.continue();
    });
    await bellOf(page).click();
    const panel = page.getByRole('dialog', { name: t('titles.notifications') });
    await expect(panel.getByText(t('ui.loading'))).toBeAttached();
    await expect(panel.getByText(t('layout.header.notifications.no_new'))).toBeHidden();
    answer();
    await expect(panel.getByRole('listitem')).toHaveCount(1);
    await expect(panel.getByText(t('ui.loading'))).toHaveCount(0);
  });

  test('is opened, left and closed by the keyboard, and by a press elsewhere', async ({
    page,
    member,
    signInByCookie,
    t,
  }) => {
    await signInByCookie(await member());
    await page.goto('/dashboard');
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

  test('speaks the language that was switched to', async ({ page, club, member, signInByCookie, t }) => {
    const mira = await member();
    await tellMember(club, mira, { unread: 1 });
    await signInByCookie(mira);
    await page.goto('/growing');
    await hydrated(page, {});
    await bellOf(page).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: title('en', 1) })).toBeVisible();
    await page.keyboard.press('Escape');
    await page
      .locator('summary')
      .filter({ hasText: t('shell.language') })
      .click();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await bellOf(page).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: title('de', 1) })).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('link', { name: title('en', 1) })).toHaveCount(0);
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
    // What one tab learns of the server, it tells the others.
    await tellMember(club, mira, { unread: 1 });
    await other.getByRole('link', { name: t('nav.growing') }).click();
    await expect(bellOf(other)).toHaveAccessibleName(t('shell.notifications_one', { count: 1 }));
    await expect(bellOf(page)).toHaveAccessibleName(t('shell.notifications_one', { count: 1 }));
  });
});

/** A button's hidden words say what it marks. */
const markOf = (words: string, name: string) => new RegExp(`^${words} ?: ${name}$`);

function listsOf(page: Page, t: (key: string) => string) {
  return {
    unread: page.getByRole('region', { name: t('layout.header.notifications.new'), exact: true }),
    read: page.getByRole('region', { name: t('notifications.read'), exact: true }),
  };
}
