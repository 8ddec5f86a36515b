import type { Page } from '@playwright/test';
import { type Club, startClub } from '../support/club';
import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, weighPage } from '../support/judges';
import { test as base, expect, hydrated } from '../support/test';
import { startTracker, type Tracker } from '../support/tracker';

/** A club with a tracker, which is a stand-in in this worker. */
const test = base.extend<object, { tracker: Tracker; club: Club }>({
  tracker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures out of the pattern
    async ({}, use) => {
      const tracker = await startTracker();
      await use(tracker);
      await tracker.close();
    },
    { scope: 'worker' },
  ],
  club: [
    async ({ tracker }, use) => {
      const club = await startClub({ TRACKER_URL: tracker.url });
      await use(club);
      await club.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const visitsOf = ({ visits }: Tracker, { id }: { id: number }) =>
  visits.filter((visit) => (visit as { body: { id: number } }).body.id === id);

/** Returns the requests of the page that concern tracking. */
function asked(page: Page, { url }: Tracker) {
  const found: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname === '/tracking' || origin === new URL(url).origin) found.push(`${request.method()} ${pathname}`);
  });
  return found;
}

for (const language of ['en', 'de'] as const) {
  test.describe(`the consent to tracking, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language, colorScheme: language === 'en' ? 'light' : 'dark' });

    test('is given and taken back in the settings', async ({
      page,
      club,
      member,
      signInByCookie,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      await signInByCookie(await member({ language }));
      const answer = await page.goto('/settings/privacy');
      await hydrated(page, { javaScriptEnabled });
      await expect(page.getByText(t('privacy.tracking.off'))).toBeVisible();
      expect(await htmlFaults((await answer?.text()) ?? '')).toEqual([]);
      for (const [button, flash] of [
        ['give', 'given'],
        ['withdraw', 'withdrawn'],
      ]) {
        expect(await accessibilityFaults(page)).toEqual([]);
        for (const width of [320, 360, 1280, 1920]) expect(await layoutFaultsAt(page, width)).toEqual([]);
        await page.getByRole('button', { name: t(`privacy.tracking.${button}`) }).click();
        await expect(page.getByText(t(`privacy.tracking.${flash}`))).toBeVisible();
        await expect(page).toHaveURL(/\/settings\/privacy$/);
      }
      await expect(page.getByText(t('privacy.tracking.off'))).toBeVisible();

      const { bytes } = await weighPage(page, `${club.url}/settings/privacy`);
      expect(bytes).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
      const light = await weighPage(page, `${club.url}/settings/privacy`, { 'save-data': 'on' });
      expect(light.text).not.toContain('<script');
    });
  });
}

test('without consent nothing is asked, and with it once for a visit', { tag: '@js' }, async ({
  page,
  tracker,
  member,
  enter,
  visit,
  extraHTTPHeaders,
  t,
}) => {
  const mira = await member();
  const requests = asked(page, tracker);
  const settle = async () => {
    await hydrated(page, {});
    await page.waitForLoadState('networkidle');
  };
  await enter(mira, '/dashboard');
  await settle();
  expect(requests).toEqual([]);

  await visit('/settings/privacy');
  await settle();
  await page.getByRole('button', { name: t('privacy.tracking.give') }).click();
  await expect(page.getByText(t('privacy.tracking.given'))).toBeVisible();
  await visit('/financial');
  await settle();
  expect(requests, 'not of the settings, not of the wallet').toEqual([]);

  await page
    .getByRole('link', { name: t('nav.dashboard') })
    .first()
    .click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(() => visitsOf(tracker, mira).length).toBe(1);
  await page
    .getByRole('link', { name: t('nav.news') })
    .first()
    .click();
  await expect(page).toHaveURL(/\/posts$/);
  await settle();
  const ip_address = extraHTTPHeaders?.['X-Forwarded-For'];
  expect(visitsOf(tracker, mira)).toEqual([
    { method: 'POST', path: '/visits', body: { id: mira.id, username: mira.name, email: mira.email, ip_address } },
  ]);
  expect(requests).toEqual(['POST /tracking']);

  await visit('/settings/privacy');
  await hydrated(page, {});
  await page.getByRole('button', { name: t('privacy.tracking.withdraw') }).click();
  await expect(page.getByText(t('privacy.tracking.withdrawn'))).toBeVisible();
  await visit('/dashboard');
  await settle();
  expect(requests).toEqual(['POST /tracking']);
  expect(visitsOf(tracker, mira)).toHaveLength(1);
});

test('without script nobody is tracked, with consent or not', { tag: '@no-js' }, async ({
  page,
  tracker,
  member,
  enter,
  t,
}) => {
  const mira = await member();
  await enter(mira, '/settings/privacy');
  await page.getByRole('button', { name: t('privacy.tracking.give') }).click();
  await expect(page.getByText(t('privacy.tracking.given'))).toBeVisible();
  await page.goto('/dashboard');
  await page.goto('/support/tickets');
  expect(visitsOf(tracker, mira)).toEqual([]);
});
