import type { Page } from '@playwright/test';
import { openOrders } from '../support/orders';
import { expect, fillLogin, hydrated, test } from '../support/test';
import type { Language } from '../support/texts';
import { Visitor } from '../support/visitor';
import { equipToWithdraw, withdraw } from '../support/withdrawals';

const other = { en: 'de', de: 'en' } as const;

// About fifty pages, each loaded twice.
test.describe.configure({ timeout: 300_000 });

test.describe('pages that script goes to are the pages that load', { tag: '@js' }, () => {
  for (const language of ['en', 'de'] as const) {
    test(`for members in ${language}, who come from a page in ${other[language]}`, { tag: `@${language}` }, async ({
      page,
      context,
      club,
      member,
    }) => {
      const mira = await member({ language });
      await openOrders(club, mira, { count: 2 });
      await equipToWithdraw(club, mira);
      const visitor = new Visitor(club.url);
      await visitor.signIn(mira);
      await withdraw(club, visitor, mira);

      await page.goto('/login');
      await hydrated(page, { javaScriptEnabled: true });
      if (language === 'en') await switchLanguage(page, 'de');
      await note(page);
      await fillLogin(page, mira);
      await expect(page).toHaveURL(/\/dashboard$/);
      const whole = await context.newPage();
      const visited = await crawl(page, whole);
      for (const path of ['/financial', '/financial/withdraw/*', '/settings/account', '/settings/withdraw-accounts/*'])
        expect([...visited]).toContain(path);
      await page.locator(BELL).click();
      await follow(page, '/notifications');
      await crawl(page, whole, visited);
      await follow(page, '/financial');
      await switchLanguage(page, other[language]);
      await compare(page, whole);
      await expect(page.locator('html')).toHaveAttribute('data-noted', '');
    });
  }

  test('for guests in en, and then in de', async ({ page, context }) => {
    await page.goto('/login');
    await hydrated(page, { javaScriptEnabled: true });
    await note(page);
    const whole = await context.newPage();
    for (const language of ['en', 'de'] as const) {
      if (language === 'de') await switchLanguage(page, language);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const visited = await crawl(page, whole);
      for (const path of ['/login', '/register', '/recover']) expect([...visited]).toContain(path);
    }
    await expect(page.locator('html')).toHaveAttribute('data-noted', '');
  });
});

/** Sets an attribute that a reload of the page would lose. */
const note = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-noted', ''));

async function switchLanguage(page: Page, language: Language) {
  // For members the button is in a closed menu.
  await page.locator(`button[name=language][value=${language}]`).first().dispatchEvent('click');
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** With script this link opens a panel, which contains its own link to the page. */
const BELL = 'a[href="/notifications"][aria-expanded]';
const LINK = 'a[data-discover]:not([aria-expanded])';

/** Follows one link of each kind that the router handles, and comes back. Returns the kinds. */
async function crawl(page: Page, whole: Page, visited = new Set<string>()): Promise<Set<string>> {
  visited.add(kindOf(page.url()));
  await compare(page, whole);
  const start = page.url();
  const links = await page.locator(LINK).evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  for (const link of links) {
    const kind = kindOf(new URL(link, start).href);
    if (visited.has(kind)) continue;
    visited.add(kind);
    await test.step(link, async () => {
      await follow(page, link);
      await crawl(page, whole, visited);
      await page.evaluate(() => window.history.back());
      await page.waitForURL(start, { waitUntil: 'commit' });
      await settled(page);
    });
  }
  return visited;
}

async function follow(page: Page, link: string) {
  const start = page.url();
  // Some links are in a closed menu.
  await page.locator(`${LINK}[href="${link}"]`).first().dispatchEvent('click', {}, { timeout: 20_000 });
  await page.waitForURL((url) => url.href !== start, { waitUntil: 'commit' });
  await settled(page);
}

const settled = (page: Page) => page.waitForFunction(() => window.__remixRouter.state.navigation.state === 'idle');

/**
 * Returns the kind of a page: `/financial/order/*` for all orders, `/post/*` for all posts, `/financial/transactions?page`
 * for all list pages.
 */
function kindOf(href: string) {
  const { pathname, searchParams } = new URL(href);
  const path = pathname.replace(/\/([A-Z]{2}-\w{9}|\d+)(?=\/|$)/g, '/*').replace(/^\/post\/\*\/.*/, '/post/*');
  return [path, [...new Set(searchParams.keys())].sort().join('&')].filter(Boolean).join('?');
}

async function compare(page: Page, whole: Page) {
  await whole.goto(page.url(), { waitUntil: 'commit' });
  await hydrated(whole, { javaScriptEnabled: true });
  await expect(async () => expect(await readPage(page)).toEqual(await readPage(whole))).toPass({ timeout: 60_000 });
}

/** Returns all text of the page except times, because they change. */
const readPage = (page: Page) =>
  page.evaluate(() => {
    const attributes = ['title', 'aria-label', 'placeholder', 'alt'];
    const app = document.querySelector('#app')?.cloneNode(true) as Element;
    for (const element of app.querySelectorAll('script, link, time')) element.remove();
    const elements = [...app.querySelectorAll('*')];
    return {
      title: document.title,
      heading: app.querySelector('h1')?.textContent,
      text: elements
        .flatMap(({ childNodes }) =>
          [...childNodes].filter((node) => node instanceof Text).map((node) => node.nodeValue?.trim()),
        )
        .filter(Boolean),
      attributes: elements.flatMap((element) => attributes.map((name) => element.getAttribute(name))).filter(Boolean),
    };
  });
