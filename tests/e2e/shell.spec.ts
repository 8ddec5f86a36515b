import { layoutFaultsAt } from '../support/judges';
import { expect, hydrated, test } from '../support/test';

for (const language of ['en', 'de'] as const) {
  test.describe(`the words of the icons, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language, viewport: { width: 320, height: 740 } });

    test('are in the window of a phone, too', async ({ page, member, enter, javaScriptEnabled }) => {
      await enter(await member({ language }), '/dashboard');
      await hydrated(page, { javaScriptEnabled });
      const icons = page.locator('header.top .tool:visible:has(> .i + .vh)');
      expect(await icons.count()).toBeGreaterThanOrEqual(4);
      for (const icon of await icons.all()) {
        await icon.hover();
        await expect(icon.locator('.vh')).not.toHaveCSS('overflow', 'hidden');
        expect(await layoutFaultsAt(page, 320)).toEqual([]);
      }
    });
  });
}

test.describe('the menu on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('opens from its button, leads to a page and closes', async ({ page, member, enter, t, javaScriptEnabled }) => {
    await enter(await member(), '/dashboard');
    await hydrated(page, { javaScriptEnabled });
    const menu = page.getByRole('navigation', { name: t('shell.menu.label') });
    await expect(menu).toBeHidden();
    await page.getByRole('link', { name: t('shell.menu.open'), exact: true }).click();
    await expect(menu).toBeVisible();
    await menu.getByRole('link', { name: t('nav.growing') }).click();
    await expect(page).toHaveURL(/\/growing$/);
    await expect(menu).toBeHidden();
    await page.getByRole('link', { name: t('shell.menu.open'), exact: true }).click();
    await menu.getByRole('link', { name: t('shell.menu.close') }).click();
    await expect(menu).toBeHidden();
  });

  test('with script keeps the focus inside and closes on Escape', { tag: '@js' }, async ({
    page,
    member,
    enter,
    t,
  }) => {
    await enter(await member(), '/dashboard');
    await hydrated(page, { javaScriptEnabled: true });
    const opener = page.getByRole('link', { name: t('shell.menu.open'), exact: true });
    await opener.click();
    const menu = page.getByRole('navigation', { name: t('shell.menu.label') });
    await expect(menu.getByRole('link', { name: t('shell.menu.close') })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(menu.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
  });
});

for (const settings of [[], ['horizontal'], ['isCollapsed'], ['isCollapsed', 'asideHover'], ['showUserBlock']]) {
  test(`there is one lock at every width with ${settings.join(' and ') || 'no setting'} changed`, async ({
    page,
    club,
    member,
    signInByCookie,
    t,
    javaScriptEnabled,
  }) => {
    await signInByCookie(await member());
    await page.goto('/growing');
    const csrf = (await page.locator('input[name=csrf]').first().getAttribute('value')) ?? '';
    for (const name of settings) {
      await page.request.post(`${club.url}/display`, { form: { csrf, name }, maxRedirects: 0 });
    }
    for (const width of [320, 700, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/growing');
      await hydrated(page, { javaScriptEnabled });
      if (width < 1024) await page.getByRole('link', { name: t('shell.menu.open'), exact: true }).click();
      await expect(page.getByRole('button', { name: t('shell.lock') }), `${width} px`).toHaveCount(1);
    }
    // A sidebar that opens under the pointer opens for the focus as well.
    await page.getByRole('button', { name: t('shell.lock') }).press('Enter');
    await expect(page.getByRole('heading', { name: t('session:lock.heading') })).toBeVisible();
  });
}

test('every entry of the sidebar leads to its page, and what comes later says so', async ({
  page,
  member,
  enter,
  t,
}) => {
  await enter(await member(), '/dashboard');
  const menu = page.getByRole('navigation', { name: t('shell.menu.label') });
  const links = await menu.getByRole('listitem').getByRole('link').all();
  expect(links.length).toBe(9);
  const entries = await Promise.all(
    links.map(async (link) => ({
      text: (await link.textContent()) ?? '',
      path: (await link.getAttribute('href')) ?? '',
    })),
  );
  for (const { text, path } of entries) {
    await page.goto(path);
    const current = menu.locator('a[aria-current=page]');
    await expect(current).toHaveText(text);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('the notice is hidden for the session', async ({ page, context, member, enter, t, javaScriptEnabled }) => {
  await enter(await member(), '/dashboard');
  await hydrated(page, { javaScriptEnabled });
  await expect(page.getByText(t('shell.notice.text'))).toBeVisible();
  await page.getByRole('button', { name: t('shell.notice.hide') }).click();
  await expect(page.getByText(t('shell.notice.text'))).toBeHidden();
  if (javaScriptEnabled) await expect(page.locator('#content')).toBeFocused();
  await page.goto('/settings/devices');
  await expect(page.getByText(t('shell.notice.text'))).toBeHidden();
  const cookie = (await context.cookies()).find(({ name }) => name === 'notice');
  expect(cookie?.expires, 'it goes with the window').toBe(-1);
});

test.describe('a path that does not exist', () => {
  test('leads a guest to the login and a member to the dashboard', async ({ page, member, signInByCookie }) => {
    await page.goto('/no/such/page');
    await expect(page).toHaveURL(/\/login$/);
    await signInByCookie(await member());
    await page.goto('/no/such/page');
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/');
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('pages of trouble say what they are', async ({ page, t }) => {
  const pages = [
    ['/notfound', 404, 'problem.not_found.title'],
    ['/error500', 500, 'problem.server.title'],
    ['/maintenance', 503, 'problem.maintenance.title'],
    ['/terms/none', 404, 'problem.not_found.title'],
  ] as const;
  for (const [path, status, title] of pages) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(status);
    await expect(page).toHaveTitle(`${t(title)} - Almende Farm`);
    await expect(page.getByRole('heading', { level: 1, name: t(title) })).toBeVisible();
    if (status === 503) expect(answer?.headers()['retry-after']).toBe('600');
  }
});

test('the list of all pages is open to everybody', async ({ page, t }) => {
  await page.goto('/routes');
  await expect(page).toHaveTitle('All pages - Almende Farm');
  const rows = page.getByRole('row');
  expect(await rows.count()).toBeGreaterThan(50);
  const row = page.getByRole('row').filter({ hasText: /\/bank-details(?!\.pdf)/ });
  await expect(row).toContainText(t('titles.bank_details'));
  await expect(row).toContainText('wallet');
});
