import { join } from 'node:path';
import { type Club, startClub } from '../support/club';
import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, weighPage } from '../support/judges';
import { root } from '../support/server-process';
import { test as base, expect, hydrated } from '../support/test';

/** A club whose answers are those of `tests/support/faq`. */
const test = base.extend<object, { club: Club }>({
  club: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures out of the pattern
    async ({}, use) => {
      const club = await startClub();
      const { code, stderr } = await club.staff('faq', 'import', join(root, 'tests/support/faq'));
      expect([code, stderr]).toEqual([0, '']);
      await use(club);
      await club.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** What the member types and finds, in each language. `de/04` and `en/05` are there in one language only. */
const words = {
  en: {
    ...{ typed: 'withdrawals taking long', question: 'How long does a withdrawal take?', marked: 'withdrawal' },
    ...{ mistyped: 'refernce', found: 'What belongs into the reference of the transfer?' },
    ...{ foreign: 'Rasenmäher', other: 'Darf ich den Rasenmäher leihen?', otherLanguage: 'de' },
  },
  de: {
    ...{ typed: 'auszahlungen dauer', question: 'Wie lange dauert eine Auszahlung?', marked: 'Auszahlung' },
    ...{ mistyped: 'Verwendungzwek', found: 'Was gehört in den Verwendungszweck der Überweisung?' },
    ...{ foreign: 'tractor', other: 'May I drive the tractor?', otherLanguage: 'en' },
  },
} as const;

for (const language of ['en', 'de'] as const) {
  const given = words[language];

  test.describe(`questions and answers, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('a member searches, reads the marked answer, votes and changes the vote', async ({
      page,
      member,
      enter,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      await enter(await member({ language }), '/support/faq');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('titles.faq'));
      await page.getByRole('searchbox', { name: t('support:faq.search') }).fill(given.typed);
      await page.getByRole('button', { name: t('ui.search') }).click();
      await expect(page).toHaveURL(/\?q=/);
      const answer = page.locator('details', { hasText: given.question });
      await expect(answer).toHaveAttribute('open', '');
      await expect(answer.locator('summary mark', { hasText: given.marked })).toBeVisible();
      await expect(answer.locator('.prose mark').first()).toBeVisible();
      expect(await htmlFaults(await page.content())).toEqual([]);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect((await weighPage(page, page.url())).bytes).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
      for (const width of [320, 360, 1280, 1920]) expect(await layoutFaultsAt(page, width)).toEqual([]);

      await hydrated(page, { javaScriptEnabled });
      await answer.getByRole('button', { name: t('support:faq.yes'), exact: true }).click();
      await expect(answer.getByText(t('support:faq.voted.yes'))).toBeVisible();
      const change = answer.getByRole('button', { name: t('support:faq.change_vote') });
      // With script the page stays, and so does the focus. Without it the address leads back to the answer.
      if (javaScriptEnabled) await expect(change).toBeFocused();
      else await expect(page).toHaveURL(/open=\d+#faq-\d+$/);
      await change.click();
      await expect(answer.getByText(t('support:faq.helped'))).toBeVisible();
      await answer.getByRole('button', { name: t('support:faq.no'), exact: true }).click();
      await expect(answer.getByText(t('support:faq.voted.no'))).toBeVisible();
      await page.reload();
      await expect(answer.getByText(t('support:faq.voted.no'))).toBeVisible();

      await hydrated(page, { javaScriptEnabled });
      await answer.getByRole('link').click();
      await expect(page).toHaveURL(/\/financial\/withdrawals$/);
    });

    test('a typo is forgiven, and an answer of the other language says so', async ({ page, member, enter, t }) => {
      await enter(await member({ language }), '/support/faq');
      const search = page.getByRole('searchbox');
      await search.fill(given.mistyped);
      await search.press('Enter');
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(t('support:faq.answers_one'));
      await expect(page.locator('details[open] summary')).toHaveText(given.found);
      await search.fill(given.foreign);
      await search.press('Enter');
      await expect(page.locator('details[open] summary')).toHaveText(given.other);
      await expect(page.locator('details[open] summary')).toHaveAttribute('lang', given.otherLanguage);
      await expect(page.getByText(t(`support:faq.in.${given.otherLanguage}`))).toBeVisible();
    });

    test('a search without a hit leads to contact with its words', async ({ page, member, enter, t }) => {
      await enter(await member({ language }), '/support/faq');
      await page.getByRole('searchbox').fill('zebra & „xyzzy“');
      await page.getByRole('button', { name: t('ui.search') }).click();
      await expect(page.getByRole('heading', { name: t('support:faq.no_hit') })).toBeVisible();
      await expect(page.getByRole('region', { name: t('support:faq.topics') })).toBeVisible();
      // The tab with the same name takes no words along.
      await page.locator('a[href*="categories?q="]', { hasText: t('support:faq.write') }).click();
      await expect(page).toHaveURL(/\/support\/contact\/categories\?q=/);
      expect(new URL(page.url()).searchParams.get('q')).toBe('zebra & „xyzzy“');
    });

    test('a topic has its own page, where one answer is open at a time', async ({ page, member, enter, t }) => {
      await enter(await member({ language }), '/support/faq');
      const topics = page.getByRole('region', { name: t('support:faq.topics') });
      await topics.getByRole('link', { name: t('support:topics.withdrawals') }).click();
      await expect(page).toHaveURL(/\/support\/faq\/withdrawals$/);
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(t('support:topics.withdrawals'));
      const answers = page.locator('details.q');
      await expect(answers).toHaveCount(2);
      await answers.first().locator('summary').click();
      await expect(answers.first().locator('.prose')).toBeVisible();
      await answers.last().locator('summary').click();
      await expect(answers.last().locator('.prose')).toBeVisible();
      await expect(answers.first().locator('.prose')).toBeHidden();
    });
  });
}
