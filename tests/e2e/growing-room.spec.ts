import type { Page } from '@playwright/test';
import type { Database } from '../../upstream/database/database';
import { writeStage } from '../../upstream/growing/growing.testing';
import type { Club } from '../support/club';
import { htmlFaults, layoutFaultsAt } from '../support/judges';
import { givePlants } from '../support/plants';
import { countRoom, losePlants, readBook } from '../support/rooms';
import { expect, hydrated, test } from '../support/test';

const begin = async (club: Club, roomCode: string) =>
  writeStage(
    { db: club.db as unknown as Database },
    { roomCode, cycle: 1, stage: 'seedling', since: new Date(club.clock.now()) },
  );

// Each language has a house of its own, because both share the club.
for (const [language, code] of [
  ['en', 'P1'],
  ['de', 'P2'],
] as const) {
  test.describe(`the page of a house, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language, colorScheme: language === 'en' ? 'light' : 'dark' });

    test('proves its plants, says why book and house differ, and finds a number', async ({
      page,
      club,
      member,
      enter,
      walk,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      const judge = async (at: Page) => {
        expect(await htmlFaults(await at.content())).toEqual([]);
        expect(await accessibilityFaults(at)).toEqual([]);
        for (const width of [320, 360, 1280, 1920]) expect(await layoutFaultsAt(at, width)).toEqual([]);
      };
      const mira = await member({ language });
      await givePlants(club, await member(), { roomCode: code, quantity: 18 });
      await givePlants(club, mira, { roomCode: code, quantity: 12 });
      await begin(club, code);
      const book = await readBook(club, code);
      expect(book).toBe(30);
      const verdict = page.locator('#proof .alert');
      await enter(mira, '/growing');
      await walk(`/growing/room/${code}`);
      await expect(verdict).toContainText(t('growing:proof.never'));

      await countRoom(club, code, book);
      await page.reload();
      await expect(verdict).toContainText(t('growing:proof.equal'));
      await expect(page.locator('.account tfoot')).toContainText(/Greta/);
      await expect(page.locator('.account tfoot td')).toHaveText([String(book), String(book)]);

      await losePlants(club, code, 1, 'Grey mould', mira.email);
      await page.reload();
      await expect(verdict).toContainText(t('growing:proof.changed'));
      await expect(verdict).toContainText(t('growing:proof.since_lost_one'));
      await expect(page.locator('.account tfoot td')).toHaveText([String(book - 1), String(book), String(book)]);
      await expect(page.locator('#losses')).toContainText('Grey mould');
      await expect(page.locator('#losses')).toContainText(t('growing:losses.mine'));
      await judge(page);

      await losePlants(club, code, 2, 'Taken out, because frost broke a window in the night');
      await countRoom(club, code, book - 1, 'Two plants of another house stand here.');
      await page.reload();
      await expect(verdict).toContainText(t('growing:proof.house_more_other', { count: 2 }));
      await expect(verdict).toContainText('Two plants of another house stand here.');
      await hydrated(page, { javaScriptEnabled });
      await judge(page);

      const [own = ''] = await page.locator(`a[href^="/growing/plant/${code}-"]`).allTextContents();
      await page.getByLabel(t('growing:numbers.find')).fill(own.replace('-000', ' ').toLowerCase());
      await page.getByRole('button', { name: t('ui.search') }).click();
      await expect(page).toHaveURL(/\?q=.+#numbers$/);
      await expect(page.locator('.numbers .mine').first()).toContainText(own);
      await expect(page.locator('#numbers')).toBeInViewport();
      const show = page.getByRole('navigation', { name: t('growing:numbers.label') });
      await show.getByRole('link', { name: t('growing:numbers.show.lost') }).click();
      await expect(page).toHaveURL(/\?show=lost#numbers$/);
      await expect(page.locator('.numbers del')).toHaveCount(3);
      await expect(page.locator('#losses')).toContainText('Grey mould');
      await hydrated(page, { javaScriptEnabled });
      await page.getByLabel(t('growing:numbers.find')).fill('999999');
      await page.getByRole('button', { name: t('ui.search') }).click();
      await expect(page.getByText(t('growing:numbers.none'))).toBeVisible();
      await page.getByRole('link', { name: t('growing:numbers.clear') }).click();
      await expect(page.locator('.numbers li')).not.toHaveCount(0);
    });

    test('before its first cycle says when it opens', async ({ page, enter, accessibilityFaults, member, t }) => {
      const room = language === 'de' ? 'Haus 4' : 'House 4';
      await enter(await member({ language }), '/growing/sale');
      await page.getByRole('link', { name: t('growing:sales.buy', { room }) }).click();
      await page.getByRole('link', { name: room, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(room);
      await expect(page.locator('.head')).toContainText(t('growing:room.new'));
      await expect(page.locator('#proof .alert')).toContainText(t('growing:proof.new'));
      expect(await htmlFaults(await page.content())).toEqual([]);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page
        .locator('section')
        .getByRole('link', { name: t('growing:room.to_sales') })
        .click();
      await expect(page).toHaveURL(/\/growing\/sale$/);
    });
  });
}
