import { broadcastsOf } from '../support/broadcasts';
import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, weighPage } from '../support/judges';
import { expect, hydrated, test } from '../support/test';
import { replyAsStaff, ticketsInEachState } from '../support/tickets';

const WIDTHS = [320, 360, 1280, 1920];

// One language with script, the other without. Each in both colour schemes.
for (const [language, tag] of [
  ['en', '@js'],
  ['de', '@no-js'],
] as const) {
  test.describe(`tickets in ${language}`, { tag }, () => {
    test.use({ language });

    test('are good pages in each state', async ({ page, club, member, signInByCookie, accessibilityFaults, t }) => {
      test.slow();
      const mira = await member({ language });
      const { open, waiting, closed, long } = await ticketsInEachState(club, mira);
      await signInByCookie(mira);
      await expect.poll(async () => (await page.request.get(open)).text()).toContain('/preview"');
      const judge = async (path: string, shows: () => Promise<void>) => {
        const answer = await page.goto(path);
        expect(answer?.status(), path).toBe(200);
        await hydrated(page, { javaScriptEnabled: tag === '@js' });
        await shows();
        expect.soft(await htmlFaults((await answer?.text()) ?? ''), `${path}: HTML`).toEqual([]);
        expect.soft(await accessibilityFaults(page, { bothSchemes: true }), `${path}: accessibility`).toEqual([]);
        for (const width of WIDTHS) expect.soft(await layoutFaultsAt(page, width), `${path}: layout`).toEqual([]);
        const { bytes } = await weighPage(page, club.url + path, { 'accept-language': language });
        expect.soft(bytes, `${path}: bytes`).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
      };
      const said = page.locator('.said');
      await judge('/support/tickets?state=your_turn', async () => {
        await expect(page.locator('.pip').first()).toBeVisible();
      });
      await judge(waiting, () => expect(said.last().getByText(t('support:ticket.new'), { exact: true })).toBeVisible());
      await judge(open, () => expect(said.last().locator('.chip')).toHaveCount(3));
      await judge(closed, () => expect(page.locator('form#rate')).toBeVisible());
      await judge(long, () => expect(said).toHaveCount(5));
      await judge(`${long}?page=2`, () => expect(said).toHaveCount(5));
      await judge('/support/contact/deposits', () =>
        expect(page.getByRole('heading', { name: t('support:contact.open') })).toBeVisible(),
      );

      await page.goto(long);
      for (const earlier of [2, 3, 4, 5]) {
        await page.getByRole('link', { name: t('support:ticket.earlier') }).click();
        await expect(page).toHaveURL(`${club.url}${long}?page=${earlier}`);
      }
      await expect(said.first()).toContainText('I have some questions.');
      await expect(page.locator('#reply')).toHaveCount(0);
      for (const later of ['?page=4', '?page=3', '?page=2', '']) {
        await page.getByRole('link', { name: t('support:ticket.later') }).click();
        await expect(page).toHaveURL(`${club.url}${long}${later}`);
      }
      await expect(page.locator('#reply')).toBeVisible();
      if (tag === '@no-js') return;

      // As many messages as before, but another last one.
      const broadcasts = broadcastsOf(club);
      await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
      await replyAsStaff(club, long, 'That is all.');
      await expect(said.last()).toContainText('That is all.');
      await expect(said).toHaveCount(5);
      const spoken = t('support:ticket.arrived_from', { name: 'Greta Holm' });
      await expect(page.getByRole('status').filter({ hasText: spoken })).toBeAttached();
    });
  });
}
