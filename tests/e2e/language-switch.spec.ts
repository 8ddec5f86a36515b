import type { Page } from '@playwright/test';
import type { Club } from '../support/club';
import { hold } from '../support/hold';
import type { Member } from '../support/members';
import { guestPages, memberPages } from '../support/pages';
import { expect, hydrated, test } from '../support/test';

const DAY_S = 24 * 3600;

/** The workshop shows both languages. The form of the featured event belongs to the event's own page. */
const EXCEPTIONS = ['/ui', '/event'];

const isJudged = (path: string) => !EXCEPTIONS.includes(path);

/** What a page shows after something happened: most show no form then. */
const STATES: Record<string, (member: Member, club: Club) => Promise<string> | string> = {
  'the sponsor, after the fourteenth day': async (_, { clock }) => {
    await clock.advance(15 * DAY_S);
    return '/settings/sponsor';
  },
  'the sponsor, before the confirmation': () => '/settings/sponsor?link=AnnaKessler',
  'the review of a deposit': () => '/financial/action/make-deposit?amount=50.00&step=review',
  'nothing to agree to': () => '/term-updates',
  'a withdrawal of a member without money': () => '/financial/action/make-withdraw',
};

// Time passes in it.
test.use({ clubFor: 'language switch' });

test.describe('without script, the language switch', { tag: '@no-js' }, () => {
  // Each page is opened twice.
  test.describe.configure({ timeout: 300_000 });

  test('works on each page of guests', async ({ page }) => {
    for (const path of guestPages.filter(isJudged)) await switchOn(page, path);
  });

  test('works on each page of a member who has done nothing yet', async ({ page, member, signInByCookie }) => {
    await signInByCookie(await member({ verified: false, addressFilled: false }));
    for (const path of memberPages.filter(isJudged)) await switchOn(page, path);
  });

  for (const [state, arrange] of Object.entries(STATES)) {
    test(`works on a page that shows ${state}`, async ({ page, club, member, signInByCookie }) => {
      const mira = await member();
      const path = await arrange(mira, club);
      await signInByCookie(mira);
      await switchOn(page, path);
    });
  }
});

test('with script, the language switch fetches the texts before the page comes back', { tag: '@js' }, async ({
  page,
}) => {
  await page.goto('/login');
  await hydrated(page, { javaScriptEnabled: true });
  const texts = page.waitForRequest(/\/locales\/de\/session\.json/);
  await page.route(/\/language\.data/, async (route) => {
    await texts;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('with script, the page speaks one language until the texts of the other are there', { tag: '@js' }, async ({
  page,
}) => {
  await page.goto('/terms/privacy');
  await hydrated(page, { javaScriptEnabled: true });
  const release = await hold(page, '**/locales/de/**');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  // The data is in German, and shown: after two frames.
  await page.waitForFunction(() => JSON.stringify(window.__remixRouter.state.loaderData.root).includes('"de"'));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page.getByRole('button', { name: 'Deutsch' })).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'English' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('after a refusal, the language switch keeps what was typed, and no sentence of the other language', async ({
  page,
  t,
  javaScriptEnabled,
}) => {
  await page.goto('/login');
  await hydrated(page, { javaScriptEnabled });
  await page.getByLabel(t('session:email'), { exact: true }).fill('nobody@example.org');
  await page.getByLabel(t('session:password'), { exact: true }).fill('not the password');
  await page.getByRole('button', { name: t('session:login.submit') }).click();
  await expect(page.getByRole('alert')).toContainText('password is not right');
  await press(page, 'de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByText('password is not right')).toHaveCount(0);
  await expect(page.getByLabel('E-Mail-Adresse', { exact: true })).toHaveValue('nobody@example.org');
});

/** Opens a page in English, presses "Deutsch", and expects the same page in German. */
async function switchOn(page: Page, path: string) {
  await test.step(path, async () => {
    await page.goto(path);
    const here = page.url();
    await press(page, 'de');
    await expect.soft(page.locator('html'), path).toHaveAttribute('lang', 'de');
    expect.soft(pathOf(page.url()), path).toBe(pathOf(here));
    await press(page, 'en');
    await expect.soft(page.locator('html'), path).toHaveAttribute('lang', 'en');
  });
}

/** Browsers keep `%40`, and Remix writes `@`. */
const pathOf = (url: string) => decodeURIComponent(new URL(url).pathname);

/** Members open the menu of languages. Guests have one button. */
async function press(page: Page, language: 'de' | 'en') {
  const button = page.locator(`button[name=language][value=${language}]`).first();
  const menu = page.locator('details.menu', { has: button });
  if (await menu.count()) await menu.locator('summary').first().click();
  await button.click({ timeout: 5000 });
}
