import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ghostAccessNotice } from '../../upstream/identity/ghost/ghost.notices';
import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, weighPage } from '../support/judges';
import { tellMember } from '../support/notifications';
import { expect, hydrated, test } from '../support/test';
import type { Language } from '../support/texts';

const title = (language: Language, number: number) => `${language === 'de' ? 'Pflanze' : 'Plant'} ${number}`;

for (const language of ['en', 'de'] as const) {
  test.describe(`the page of notifications in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('is where the bell leads, and both lists turn their pages', async ({
      page,
      club,
      member,
      enter,
      walk,
      t,
      javaScriptEnabled,
    }) => {
      const mira = await member({ language });
      await tellMember(club, mira, { unread: 17, read: 31 });
      await enter(mira, '/dashboard');
      await walk('/notifications');
      await hydrated(page, { javaScriptEnabled });
      expect(await coveredPartOfBell(page)).toBeLessThan(0.25);
      const { unread, read, show } = listsOf(page, t);
      await expect(unread.getByRole('heading', { level: 3 })).toHaveText(
        Array.from({ length: 15 }, (_, index) => title(language, index + 1)),
      );
      await expect(unread.getByText(t('ui.pages.range', { from: 1, to: 15, total: 17 }))).toBeVisible();

      await show('read');
      await expect(read.getByText(t('ui.pages.range', { from: 1, to: 15, total: 31 }))).toBeVisible();
      await read.getByRole('link', { name: t('ui.pages.next') }).click();
      await expect(page).toHaveURL('/notifications?read=2');
      await expect(read.getByRole('heading', { name: title(language, 17 + 16), exact: true })).toBeVisible();
      await show('unread');
      await expect(page).toHaveURL('/notifications');
      await unread.getByRole('link', { name: t('ui.pages.next') }).click();
      await expect(page).toHaveURL('/notifications?unread=2');
      await expect(unread.getByRole('heading', { level: 3 })).toHaveText(
        [16, 17].map((number) => title(language, number)),
      );
      await unread.getByRole('link', { name: title(language, 16) }).click();
      await expect(page).toHaveURL('/growing');
    });

    test('marks one, marks it back, and leads to a page that is there', { tag: '@laravel' }, async ({
      page,
      club,
      member,
      enter,
      t,
      javaScriptEnabled,
    }) => {
      const mira = await member({ language });
      await tellMember(club, mira, { unread: 16 });
      await enter(mira, '/notifications?unread=2');
      await hydrated(page, { javaScriptEnabled });
      const { unread, read, show } = listsOf(page, t);
      await unread.getByRole('button', { name: markOf(t('notifications.mark.read'), title(language, 16)) }).click();
      await expect(page.getByText(t('notifications.marked.read'))).toBeVisible();
      // The second page no longer exists, because its only notification is gone.
      await expect(page).toHaveURL('/notifications');
      await expect(page.getByRole('link', { name: t('shell.notifications_other', { count: 15 }) })).toBeVisible();

      await show('read');
      await expect(read.getByRole('heading', { level: 3 })).toHaveText([title(language, 16)]);
      await read.getByRole('button', { name: markOf(t('notifications.mark.unread'), title(language, 16)) }).click();
      await expect(page.getByText(t('notifications.marked.unread'))).toBeVisible();
      await expect(read.getByText(t('notifications.none_read'))).toBeVisible();
      // The button is gone, but the focus does not return to the start of the page.
      if (javaScriptEnabled) await expect(page.locator('#content')).toBeFocused();
    });

    test('marks all that it shows, and nothing that came since', async ({ page, club, member, enter, t }) => {
      const mira = await member({ language });
      await tellMember(club, mira, { unread: 2, from: 2 });
      await enter(mira, '/notifications');
      await club.clock.advance(5);
      await tellMember(club, mira, { unread: 1 });
      await page.getByRole('button', { name: t('notifications.mark.all') }).click();
      await expect(page.getByText(t('notifications.marked.mark_all'))).toBeVisible();
      const { unread, read, show } = listsOf(page, t);
      await expect(unread.getByRole('heading', { level: 3 })).toHaveText([title(language, 1)]);
      await show('read');
      await expect(read.getByRole('heading', { level: 3 })).toHaveCount(2);
      await show('unread');
      await page.getByRole('button', { name: t('notifications.mark.all') }).click();
      await expect(unread.getByText(t('layout.header.notifications.no_new'))).toBeVisible();
      await expect(page.getByRole('link', { name: t('shell.notifications_zero') })).toBeVisible();
    });

    test('shortens a long text, and shows it whole in its place', async ({
      page,
      club,
      member,
      enter,
      t,
      javaScriptEnabled,
    }) => {
      const mira = await member({ language });
      const text = (index: number) => Array.from({ length: 90 }, (_, word) => `w${index}.${word}`).join(' ');
      const words = (index: number) => ({
        title: { en: `Plant ${index}`, de: `Pflanze ${index}` },
        description: { en: text(index), de: text(index) },
      });
      await tellMember(club, mira, { unread: 17, read: 17, words });
      await enter(mira, '/notifications');
      const { unread, read, show } = listsOf(page, t);
      for (const [list, kind, index] of [
        [unread, 'unread', 3],
        [read, 'read', 20],
      ] as const) {
        await show(kind);
        await hydrated(page, { javaScriptEnabled });
        const line = list.getByRole('listitem').filter({ hasText: title(language, index) });
        await expect(line).toContainText(new RegExp(`w${index}\\.\\d\\d…`));
        await expect(line).not.toContainText(`w${index}.89`);
        await line.getByRole('link', { name: markOf(t('notifications.whole'), title(language, index)) }).click();
        await expect(page).toHaveURL(/#whole$/);
        await expect(line).toContainText(text(index));
        await expect(line).toBeInViewport();
        if (javaScriptEnabled) await expect(line).toBeFocused();
        await expect(list.getByRole('link', { name: t('notifications.whole') })).toHaveCount(14);
      }
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
      const answer = await page.goto('/notifications?read=2');
      await hydrated(page, { javaScriptEnabled });
      expect(await htmlFaults((await answer?.text()) ?? '')).toEqual([]);
      expect(await accessibilityFaults(page)).toEqual([]);
      for (const width of [320, 360, 1280]) expect(await layoutFaultsAt(page, width), `${width} px`).toEqual([]);
    });
  });
}

/** Matches a button whose hidden words say what it marks. */
const markOf = (words: string, name: string) => new RegExp(`^${words} ?: ${name}$`);

function listsOf(page: Page, t: (key: string) => string) {
  const titles = { unread: t('layout.header.notifications.new'), read: t('notifications.read') };
  return {
    unread: page.getByRole('region', { name: titles.unread, exact: true }),
    read: page.getByRole('region', { name: titles.read, exact: true }),
    show: (kind: 'unread' | 'read') =>
      page
        .getByRole('navigation', { name: t('notifications.lists') })
        .getByRole('link', { name: titles[kind], exact: true })
        .click(),
  };
}

// The HTML is the same in both projects.
test.describe('fifteen notifications of the kind with the longest text, each with another reason', {
  tag: '@js',
}, () => {
  for (const language of ['en', 'de'] as const) {
    test(`stay within the weight of a page in ${language}`, async ({ page, club, member, signInByCookie }) => {
      const mira = await member({ language });
      const reasons = reasonsIn(language);
      const ghost = { actorId: 1, actorName: 'Wilhelmine Oberländer', readOnly: false };
      const now = new Date(club.clock.now());
      const words = (index: number) =>
        ghostAccessNotice(mira.id, { ...ghost, reason: reasons[index] ?? '', expiresAt: now }, now);
      await tellMember(club, mira, { unread: 17, read: 17, words });
      await signInByCookie(mira);
      for (const path of ['/notifications', '/notifications?read=1']) {
        const { bytes, text } = await weighPage(page, club.url + path);
        expect(text.match(/<h3/g)).toHaveLength(15);
        expect.soft(bytes, path).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
      }
    });
  }
});

/** Beginnings of the settings' texts, as long as a reason is, none twice. */
function reasonsIn(language: Language): string[] {
  const found = new Set<string>();
  JSON.parse(readFileSync(`public/locales/${language}/settings.json`, 'utf8'), (_, value) => {
    if (typeof value === 'string' && value.length >= 80) found.add(value.slice(0, 80));
    return value;
  });
  expect(found.size).toBeGreaterThanOrEqual(34);
  return [...found];
}

/** How much of the bell its count hides, as a part of the icon. */
async function coveredPartOfBell(page: Page): Promise<number> {
  const bell = page.getByRole('banner').locator('a[href="/notifications"]');
  const [icon, count] = await Promise.all(['.i', '.count'].map((part) => bell.locator(part).boundingBox()));
  if (!icon || !count) throw new Error('The bell has no count');
  const inside = (start: 'x' | 'y', size: 'width' | 'height') =>
    Math.min(icon[start] + icon[size], count[start] + count[size]) - Math.max(icon[start], count[start]);
  return (Math.max(0, inside('x', 'width')) * Math.max(0, inside('y', 'height'))) / (icon.width * icon.height);
}
