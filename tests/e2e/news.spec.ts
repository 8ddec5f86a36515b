import { memberPermissions } from '../../upstream/members/permissions';
import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, weighPage } from '../support/judges';
import { publishStory } from '../support/news';
import { expect, test } from '../support/test';

test.use({ clubFor: 'news' });

test('the picture of a post keeps its proportions', async ({ page, member, enter }) => {
  await enter(await member(), '/posts');
  await page.locator('li.post:has(.thumb) a').first().click();
  const distortion = () =>
    page.locator('article img').evaluate((picture) => {
      const { clientWidth, clientHeight, naturalWidth, naturalHeight } = picture as HTMLImageElement;
      return Math.abs((clientWidth * naturalHeight) / (clientHeight * naturalWidth) - 1);
    });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(distortion).toBeLessThan(0.02);
  }
});

test('another page of the list begins at its top, for the keyboard too', { tag: '@js' }, async ({
  page,
  member,
  enter,
  t,
}) => {
  await enter(await member(), '/posts');
  const second = page.getByRole('navigation', { name: t('news:list.pages') }).getByRole('link', { name: '2' });
  await second.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/page=2/);
  await expect(page.locator('#content')).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('a press on the address of the feed selects all of it', { tag: '@js' }, async ({ page, member, enter, t }) => {
  await enter(await member(), '/posts');
  await page.getByRole('button', { name: t('news:feed.make') }).click();
  const address = page.getByLabel(t('news:feed.address'));
  await address.click();
  const selected = await page.evaluate(() => String(window.getSelection()));
  expect(selected).toBe(await address.inputValue());
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the menu closes when its entry leads to the whole list', async ({ page, member, enter, t }) => {
    await enter(await member(), '/posts');
    await page.getByRole('link', { name: t('news:topics.club'), exact: true }).click();
    await expect(page).toHaveURL(/category=club/);
    const menu = page.getByRole('navigation', { name: t('shell.menu.label') });
    for (const _ of ['from a topic', 'from itself']) {
      await page.getByRole('link', { name: t('shell.menu.open'), exact: true }).click();
      await menu.getByRole('link', { name: t('nav.news') }).click();
      await expect(page).toHaveURL(/\/posts$/);
      await expect(menu).toBeHidden();
    }
  });
});

for (const language of ['en', 'de'] as const) {
  test.describe(`news, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('a member searches, reads, goes on, marks all as read, and has a feed', { tag: '@laravel' }, async ({
      page,
      club,
      member,
      enter,
      walk,
      request,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      const key = `${language}-${javaScriptEnabled ? 'js' : 'plain'}`;
      const mira = await member({ language });
      await publishStory(club, { id: `bridge-${key}`, titles: { en: `Footbridge ${key}`, de: `Holzsteg ${key}` } });
      await publishStory(club, { id: `well-${key}`, titles: { en: `Fountain ${key}`, de: `Brunnen ${key}` } });
      const bridge = { en: `Footbridge ${key}`, de: `Holzsteg ${key}` }[language];
      const well = { en: `Fountain ${key}`, de: `Brunnen ${key}` }[language];
      const judge = async () => {
        expect(await htmlFaults(await page.content())).toEqual([]);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect((await weighPage(page, page.url())).bytes).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
        for (const width of [320, 360, 1280, 1920]) expect(await layoutFaultsAt(page, width)).toEqual([]);
      };
      const unread = page.locator('.nav .pip');

      await enter(mira, '/posts');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('titles.posts'));
      await expect(unread).toHaveText(/^2/);
      await judge();
      await page.getByRole('searchbox', { name: t('news:list.search') }).fill(bridge);
      await page.getByRole('button', { name: t('ui.search') }).click();
      await expect(page).toHaveURL(/\?q=/);
      const line = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: bridge }) });
      await expect(line.getByText(t('news:list.unread'))).toBeVisible();
      await line.getByRole('link', { name: bridge }).click();

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(bridge);
      await expect(unread).toHaveText(/^1/);
      await judge();
      await page.getByRole('link', { name: well, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(well);
      await expect(page.getByText(t('news:neighbours.newest'))).toBeVisible();
      await expect(unread).toHaveCount(0);

      await publishStory(club, { id: `gate-${key}`, titles: { en: `Gate ${key}`, de: `Tor ${key}` } });
      await walk('/posts');
      await page.getByRole('link', { name: t('news:topics.club'), exact: true }).click();
      await expect(page).toHaveURL(/category=club/);
      await page.getByRole('button', { name: t('news:list.read_all') }).click();
      await expect(page.getByText(t('news:list.all_read'))).toBeVisible();
      await expect(unread).toHaveCount(0);
      await expect(page.getByRole('button', { name: t('news:list.read_all') })).toHaveCount(0);

      await page.getByRole('button', { name: t('news:feed.make') }).click();
      await expect(page.getByText(t('news:feed.made'))).toBeVisible();
      const address = await page.getByLabel(t('news:feed.address')).inputValue();
      const feed = await request.get(address);
      expect([feed.status(), (await feed.text()).includes(well)]).toEqual([200, true]);
      await page.getByRole('button', { name: t('news:feed.end') }).click();
      await expect(page.getByText(t('news:feed.ended'))).toBeVisible();
      await expect(page.getByLabel(t('news:feed.address'))).toHaveCount(0);
      expect((await request.get(address)).status()).toBe(404);
      await page.getByRole('link', { name: t('news:told.change') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('titles.notification_settings'));
    });

    test('a member turns pages, goes from post to post, and reads one in the other language', async ({
      page,
      club,
      member,
      enter,
      javaScriptEnabled,
      t,
    }) => {
      const key = `${language}-${javaScriptEnabled ? 'js' : 'plain'}`;
      const other = language === 'en' ? 'de' : 'en';
      await publishStory(club, { id: `older-${key}`, titles: { en: `Older ${key}`, de: `Älter ${key}` } });
      await publishStory(club, { id: `alone-${key}`, titles: { [other]: `Alone ${key}` }, category: 'technology' });
      await publishStory(club, { id: `newer-${key}`, titles: { en: `Newer ${key}`, de: `Neuer ${key}` } });
      const titles = { en: ['Older', 'Newer'], de: ['Älter', 'Neuer'] }[language];
      const [older, newer] = titles.map((title) => `${title} ${key}`);
      const heading = page.getByRole('heading', { level: 1 });

      await enter(await member({ language }), '/posts');
      await page.getByRole('link', { name: t('ui.pages.next') }).click();
      await expect(page).toHaveURL(/page=2/);
      await expect(page.getByRole('link', { name: newer, exact: true })).toHaveCount(0);
      await page.getByRole('link', { name: t('ui.pages.previous') }).click();
      const line = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `Alone ${key}` }) });
      await expect(line.getByRole('heading')).toHaveAttribute('lang', other);
      await expect(line.getByText(t(`news:in.${other}`))).toBeVisible();
      await line.getByRole('link', { name: `Alone ${key}` }).click();

      await expect(heading).toHaveText(`Alone ${key}`);
      await expect(heading).toHaveAttribute('lang', other);
      await expect(page.getByRole('article')).toHaveAttribute('lang', other);
      const share = page.getByLabel(t('news:share.address'));
      await expect(share).toHaveValue(new RegExp(`^${club.url}/post/\\d+$`));
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('article')).toBeVisible();
      for (const left of [share, page.getByRole('link', { name: older, exact: true })]) await expect(left).toBeHidden();
      await page.emulateMedia({ media: null });
      await page.getByRole('link', { name: older, exact: true }).click();
      await expect(heading).toHaveText(String(older));
      await page.getByRole('link', { name: `Alone ${key}` }).click();
      await page.getByRole('link', { name: newer, exact: true }).click();
      await expect(heading).toHaveText(String(newer));
      await page.getByRole('link', { name: t(`news:read_in.${other}`) }).click();
      await expect(heading).toHaveText(other === 'de' ? `Neuer ${key}` : `Newer ${key}`);
      await expect(heading).toHaveAttribute('lang', other);
    });

    test.describe('a draft', () => {
      test.use({ expectedFaults: [/404/] });
      test('an editor looks at a draft that members cannot find', async ({
        page,
        club,
        member,
        signInByCookie,
        javaScriptEnabled,
        t,
      }) => {
        const key = `${language}-${javaScriptEnabled ? 'js' : 'plain'}`;
        const titles = { en: `Draft ${key}`, de: `Entwurf ${key}` };
        const path = `/post/${(await publishStory(club, { id: `draft-${key}`, titles }, ['preview']))[language]}`;
        await signInByCookie(await member({ language }));
        expect((await page.goto(path))?.status()).toBe(404);
        await page.context().clearCookies();
        await signInByCookie(await member({ language, permissions: [...memberPermissions, 'news.preview'] }));
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[language]);
        await expect(page.getByText(t('news:preview.draft'))).toBeVisible();
        await publishStory(club, { id: `draft-${key}`, titles });
        await page.reload();
        await expect(page.getByText(t('news:preview.draft'))).toHaveCount(0);
      });
    });
  });
}
