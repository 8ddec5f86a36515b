import type { Page } from '@playwright/test';
import { broadcastsOf } from '../support/broadcasts';
import { writeAsClub } from '../support/chats';
import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, weighPage } from '../support/judges';
import { expect, hydrated, test } from '../support/test';

for (const language of ['en', 'de'] as const) {
  test.describe(`the chat in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language, colorScheme: language === 'en' ? 'light' : 'dark' });

    test('from the first message to the one that is deleted', { tag: '@laravel' }, async ({
      page,
      club,
      member,
      enter,
      walk,
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
      await enter(mira, '/dashboard');
      await walk('/chat');
      await expect(page.getByRole('heading', { name: t('chat:list.none') })).toBeVisible();
      await judge(page);
      await page.getByRole('link', { name: t('chat:list.new') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('titles.new_conversation'));
      await judge(page);
      await page.locator('button[name="participant"][value="office"]').click();
      await expect(page).toHaveURL(/\/chat\/[\da-f-]{36}$/);
      const path = new URL(page.url()).pathname;
      const frame = javaScriptEnabled ? page.locator('.frame.live') : page.frameLocator('iframe.frame');
      await expect(frame.getByText(t('chat:frame.empty'))).toBeVisible();
      await judge(page);

      const message = page.getByLabel(t('chat:talk.message'), { exact: true });
      const send = page.getByRole('button', { name: t('chat:talk.send'), exact: true });
      await message.fill('   ');
      await send.click();
      await expect(page.getByRole('alert')).toContainText(t('form.missing.message'));
      await message.fill('Is the marmalade ready?\nhttps://almende.example/faq');
      await send.click();
      await expect(frame.locator('.bubble')).toHaveCount(1);
      await expect(frame.locator('.bubble')).toContainText('Is the marmalade ready?');
      await expect(frame.getByRole('link', { name: 'https://almende.example/faq' })).toBeVisible();
      await expect(message).toHaveValue('');

      // A text that is typed meanwhile stays.
      await message.fill('And the');
      if (javaScriptEnabled) {
        const broadcasts = broadcastsOf(club);
        await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
      }
      await writeAsClub(club, path, 'It is.');
      if (!javaScriptEnabled) await frame.getByRole('link', { name: t('chat:frame.refresh') }).click();
      await expect(frame.locator('.bubble')).toHaveCount(2);
      if (!javaScriptEnabled) await expect(frame.getByText(t('chat:frame.new_one', { count: 1 }))).toBeVisible();
      await expect(message).toHaveValue('And the');
      if (javaScriptEnabled) await expect(page.locator('[aria-live="polite"]')).toHaveText(/: It is\.$/);
      await message.fill('And the bread?');
      await (javaScriptEnabled ? send.dblclick() : send.click());
      await expect(frame.locator('.bubble')).toHaveCount(3);
      await expect(page.getByRole('alert')).toHaveCount(0);
      const last = frame.locator('.bubble').last();
      await expect(last).toContainText('And the bread?');
      await expect(last).toBeInViewport();
      await judge(page);

      // With script the page has the messages itself.
      const way = page.getByRole('link', { name: t('chat:talk.own_page') });
      await expect(way).toHaveCount(javaScriptEnabled ? 0 : 1);
      if (!javaScriptEnabled) {
        const all = { name: t('chat:list.all'), exact: true };
        await expect(frame.getByRole('link', all)).toHaveCount(0);
        await way.click();
        await expect(page).toHaveURL(/\/messages$/);
        await expect(page.getByRole('link', all)).toHaveAttribute('href', '/chat');
        expect(await htmlFaults(await page.content())).toEqual([]);
        expect(await accessibilityFaults(page)).toEqual([]);
        for (const width of [320, 1280]) expect(await layoutFaultsAt(page, width)).toEqual([]);
        await page.getByRole('link', { name: t('chat:frame.turn_on') }).click();
        await page.getByRole('link', { name: t('chat:frame.pause') }).click();
        await expect(page.getByRole('link', { name: t('chat:frame.turn_on') })).toBeVisible();
        await page.getByRole('link', { name: t('chat:frame.write') }).click();
        await expect(page).toHaveURL(path);
      }

      await last.getByRole('link', { name: t('chat:frame.change') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('titles.message'));
      await judge(page);
      await page.getByLabel(t('chat:message.text'), { exact: true }).fill('And the cheese?');
      await page.getByRole('button', { name: t('chat:message.save') }).click();
      await expect(last).toContainText('And the cheese?');
      await expect(last).toContainText(t('chat:frame.edited'));
      await last.getByRole('link', { name: t('chat:frame.change') }).click();
      await page.getByRole('button', { name: t('chat:message.delete') }).click();
      await expect(page.getByText(t('chat:done.delete'))).toBeVisible();
      await expect(last).toContainText(t('chat:deleted'));

      await frame.getByRole('link', { name: t('chat:frame.report') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('titles.message'));
      await judge(page);
      await page.getByRole('button', { name: t('chat:message.report') }).click();
      await expect(page.getByText(t('chat:done.report'))).toBeVisible();
      await page.getByRole('main').locator('.menu summary').click();
      await judge(page);
      await page.getByRole('button', { name: t('chat:choices.mute'), exact: true }).click();
      await expect(page.getByRole('main').getByText(t('chat:list.muted'), { exact: true }).first()).toBeVisible();
      await page
        .getByRole('main')
        .getByRole('link', { name: t('titles.conversations'), exact: true })
        .click();
      await expect(page.locator('.list .item')).toContainText(t('chat:list.muted'));
      await judge(page);
      await page.getByRole('searchbox').fill('marmal');
      await page.getByRole('button', { name: t('ui.search') }).click();
      await judge(page);
      await page.getByRole('link', { name: /Office|Büro|^Du an|^You to/ }).click();
      await expect(frame.getByText('Is the marmalade ready?')).toBeVisible();
    });
  });
}
