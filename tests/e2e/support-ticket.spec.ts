import type { Page } from '@playwright/test';
import { broadcastsOf } from '../support/broadcasts';
import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, weighPage } from '../support/judges';
import { expect, hydrated, test } from '../support/test';
import { numberOf, replyAsStaff } from '../support/tickets';

const files = [
  { name: 'first.txt', mimeType: 'text/plain', buffer: Buffer.from('The first note') },
  { name: 'second.txt', mimeType: 'text/plain', buffer: Buffer.from('The second note') },
  { name: 'third.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') },
];
const words = 'zzqxj vwkpf';

for (const language of ['en', 'de'] as const) {
  test.describe(`a ticket in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language, colorScheme: language === 'en' ? 'light' : 'dark' });

    test('begins with a search that finds nothing, and ends with a rating', { tag: '@laravel' }, async ({
      page,
      club,
      member,
      enter,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      test.slow();
      const judge = async (at: Page) => {
        await hydrated(at, { javaScriptEnabled });
        expect(await htmlFaults(await at.content())).toEqual([]);
        expect(await accessibilityFaults(at)).toEqual([]);
        expect((await weighPage(at, at.url())).bytes).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
        for (const width of [320, 360, 1280, 1920]) expect(await layoutFaultsAt(at, width)).toEqual([]);
      };
      const mira = await member({ language });
      await enter(mira, '/support/faq');
      await page.getByRole('searchbox').fill(words);
      await page.getByRole('button', { name: t('ui.search') }).click();
      await page.locator('a[href^="/support/contact/categories?q="]').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('titles.contact_categories'));
      await judge(page);
      await page.getByRole('link', { name: t('support:topics.withdrawals'), exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('support:contact.title.withdrawals'));
      await judge(page);

      const subject = page.getByLabel(t('support:contact.subject'), { exact: true });
      const message = page.getByLabel(t('support:contact.message'), { exact: true });
      await expect(subject).toHaveValue(words);
      await message.fill('Another topic takes this along.');
      for (const topic of ['deposits', 'withdrawals'] as const) {
        await page.getByText(t('support:contact.others'), { exact: true }).click();
        await page.getByRole('button', { name: t(`support:topics.${topic}`), exact: true }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(`support:contact.title.${topic}`));
        await expect(subject).toHaveValue(words);
        await expect(message).toHaveValue('Another topic takes this along.');
      }
      await expect(page).toHaveURL(/\/withdrawals\?q=[^&]*$/);
      await message.fill('');
      const question = language === 'en' ? 'How long does a withdrawal take?' : 'Wie lange dauert eine Auszahlung?';
      await subject.fill(question);
      const answers = page.getByRole('heading', { name: t('support:contact.answers') });
      if (javaScriptEnabled) {
        await expect(answers).toBeVisible();
        await expect(subject).toBeFocused();
        const spoken = page.locator('#contact').getByRole('status').filter({ hasText: /\S/ });
        await expect(spoken).toHaveCount(1);
        await page.getByRole('button', { name: t('support:contact.continue') }).click();
        await expect(page.getByRole('alert')).toContainText(t('form.missing.message'));
        await expect(answers).toHaveCount(0);
        await expect(spoken).toHaveCount(0);
      }
      await message.fill('It began on Monday.\nIs something missing?');
      const choose = page.getByLabel(t('support:files.label'));
      await choose.setInputFiles(files.slice(0, 2));
      const chips = page.getByRole('list', { name: t('support:files.chosen') }).getByRole('listitem');
      if (javaScriptEnabled) {
        await expect(page.getByRole('progressbar')).toHaveCount(0);
        await expect(chips).toHaveCount(2);
      }
      await page.getByRole('button', { name: t('support:contact.continue') }).click();
      await expect(answers).toBeVisible();
      await expect(page).toHaveURL(/#answers$/);
      if (javaScriptEnabled) await expect(page.locator('#answers')).toBeFocused();
      await expect(chips).toHaveCount(2);
      await expect(message).toHaveValue('It began on Monday.\nIs something missing?');
      await choose.setInputFiles(files.slice(2));
      if (javaScriptEnabled) await expect(chips).toHaveCount(3);
      await judge(page);
      await page.getByRole('button', { name: t('support:contact.send_anyway') }).click();

      await expect(page).toHaveURL(/\/support\/ticket\/\d+$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(question);
      const said = page.locator('.said');
      await expect(said).toHaveCount(1);
      await expect(said.getByRole('link')).toHaveText([/first\.txt/, /second\.txt/, /third\.pdf/]);
      const step = page.locator('.steps [aria-current="step"]');
      await expect(step).toContainText(t('support:state.received'));
      await judge(page);

      const path = new URL(page.url()).pathname;
      const number = numberOf(path);
      await page.goto('/dashboard');
      const icon = page.locator(`a[href="${path}#new"]`);
      await expect(icon).toHaveCount(0);
      if (javaScriptEnabled) {
        const broadcasts = broadcastsOf(club);
        await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
      }
      await replyAsStaff(club, path, 'Nothing is missing. Which bank do you use?');
      if (!javaScriptEnabled) await page.reload();
      await expect(icon.first()).toContainText(t('shell.tickets_one', { count: 1 }));
      const mail = await club.mailbox.waitFor({ to: mira.email, subject: new RegExp(number) });
      expect(mail.text).toContain('Which bank do you use?');
      await icon.first().click();
      await expect(said).toHaveCount(2);
      if (javaScriptEnabled) await expect(page.locator('#new')).toBeFocused();
      await expect(step).toContainText(t('support:state.your_turn'));
      // A day and no distance: nobody says "since now".
      await expect(step).toContainText(new RegExp(`${t('support:ticket.since')} \\d`));
      await judge(page);
      await page.goto('/support/tickets');
      await expect(page.locator('.pip')).toHaveCount(0);
      await judge(page);
      await page.getByRole('link', { name: question }).click();

      const reply = page.locator('#reply').getByLabel(t('support:contact.message'), { exact: true });
      await reply.fill('The one in the village.');
      await page.getByRole('button', { name: t('support:ticket.send'), exact: true }).click();
      await expect(said).toHaveCount(3);
      await expect(reply).toHaveValue('');
      const told = page.getByRole('main').getByText(t('support:ticket.sent'));
      await expect(told).toBeVisible();
      // A refused reply is not said to be sent.
      await page.getByRole('button', { name: t('support:ticket.send'), exact: true }).click();
      await expect(page.getByRole('alert')).toContainText(t('form.missing.message'));
      await expect(told).toHaveCount(0);
      await reply.fill('That is all.');
      await page.getByRole('button', { name: t('support:ticket.send_close') }).click();
      await expect(page.getByText(t('support:ticket.sent_closed'))).toBeVisible();
      await expect(step).toHaveCount(0);
      await page.getByRole('button', { name: t('support:ticket.reopen') }).click();
      await expect(step).toContainText(t('support:state.worked_on'));
      await page.getByRole('button', { name: t('support:ticket.close'), exact: true }).click();
      await page.getByRole('radio', { name: t('support:rating.yes'), exact: true }).check();
      await page.getByLabel(t('support:rating.comment')).fill('Fast and clear.');
      await page.getByRole('button', { name: t('support:rating.send') }).click();
      await expect(page.getByText(t('support:ticket.rated'))).toBeVisible();
      await judge(page);
    });
  });
}

test('the answers of the first step can be passed at once', { tag: '@js' }, async ({
  page,
  member,
  enter,
  walk,
  t,
}) => {
  await enter(await member(), '/support/faq');
  await walk('/support/contact/categories', '/support/contact/other');
  await page.getByLabel(t('support:contact.subject'), { exact: true }).fill('One question to you');
  await page.getByLabel(t('support:contact.message'), { exact: true }).fill('What is the time?');
  // A slow line: the answer is there, and the rest of the page is still on its way.
  await page.route(
    (url) => url.searchParams.has('_data'),
    async (route) => {
      if (route.request().method() === 'GET') await new Promise((resolve) => setTimeout(resolve, 2000));
      await route.continue();
    },
  );
  await page.getByRole('button', { name: t('support:contact.continue') }).click();
  await page.locator('button[name="intent"][value="send"]').click();
  await expect(page).toHaveURL(/\/support\/ticket\/\d+$/);
});
