import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { growingSales } from '../../upstream/growing/sales/sales.tables';
import type { Club } from '../support/club';
import { openOrders } from '../support/orders';
import { guestPages, memberPages, workshopPages } from '../support/pages';
import { listNames, type Named, tableOf, without } from '../support/roles';
import { root } from '../support/server-process';
import { expect, test } from '../support/test';
import type { Language } from '../support/texts';
import { Visitor } from '../support/visitor';

const file = join(root, 'docs/roles.md');
const introduction = `# Roles and names by page

Landmarks, headings, buttons, links and fields, as a test finds them: \`page.getByRole('button', { name: 'Sign in' })\`. \`npm run roles\` writes this file from the app, and a test compares it. The pages are those of a guest and of a new member with an open order. Names of the demo club's data, and names with numbers, are left out.
`;
/** They show texts of the club. */
const isOfClub = /^\/(post|posts|routes|support\/faq|faq|terms|appointments|event)\b/;
const plain = (paths: string[]): [title: string, path: string][] =>
  paths.filter((path) => !workshopPages.includes(path) && !isOfClub.test(path)).map((path) => [path, path]);

test.describe.configure({ timeout: 600_000 });
test.use({ clubFor: 'pages' });

// The names are the same in both projects.
test('the table of roles and names is that of the app', { tag: '@no-js' }, async ({ browser, club }) => {
  const [en, de] = [await readApp(browser, club, 'en'), await readApp(browser, club, 'de')];
  const sections = [...en].map(([title, names]) => `## ${title}\n\n${tableOf({ en: names, de: de.get(title) ?? [] })}`);
  const text = `${introduction}\n${sections.join('\n')}`;
  if (process.env.WRITE_ROLES) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
});

/** Returns the names by page, first those of a guest. */
async function readApp(browser: Browser, club: Club, language: Language): Promise<Map<string, Named[]>> {
  const visitor = new Visitor(club.url);
  const headers = { 'X-Forwarded-For': visitor.headers['X-Forwarded-For'] ?? '' };
  const context = await browser.newContext({
    ...{ baseURL: club.url, javaScriptEnabled: false, extraHTTPHeaders: headers },
    locale: language === 'de' ? 'de-DE' : 'en-GB',
  });
  const guests = await readPages(context, language, 'a guest', plain(guestPages));
  const member = await club.member({ language });
  const [order] = await openOrders(club, member, { count: 1 });
  const [sale] = await club.db.select().from(growingSales).where(eq(growingSales.roomCode, 'H4'));
  await visitor.signIn(member);
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: club.url })));
  const members = await readPages(context, language, 'a member', [
    ...plain(memberPages),
    ['/financial/order/:order_label', `/financial/order/${order}`],
    ['/financial/order/:order_label/bank-details', `/financial/order/${order}/bank-details`],
    ['/growing/sale/:saleLabel', `/growing/sale/${sale?.label}`],
  ]);
  await context.close();
  return new Map([...guests, ...members]);
}

/** Reads the frame of the first page, and the content of each that is there. */
async function readPages(
  context: BrowserContext,
  language: Language,
  who: string,
  pages: [title: string, path: string][],
) {
  const page = await context.newPage();
  const names = new Map<string, Named[]>();
  for (const [title, path] of pages) {
    const answer = await page.goto(path);
    if (answer?.status() !== 200) continue;
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const notices = await Promise.all((await page.locator('.notice').all()).map(listNames));
    const content = without(await listNames(page.locator('main').first()), [
      ...notices.flat(),
      { role: 'main', name: '' },
    ]);
    if (names.size === 0) names.set(`Every page of ${who}`, without(await listNames(page.locator('body')), content));
    names.set(names.has(title) || path === '/lock' ? `${title}, for ${who}` : title, content);
  }
  await page.close();
  return names;
}
