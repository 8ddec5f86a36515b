import { createAppointment } from '../support/appointments';
import { type Club, startClub } from '../support/club';
import { type ErrorReceiver, startErrorReceiver } from '../support/error-receiver';
import { test as base, expect, hydrated } from '../support/test';

/** A club that reports errors, to a stand-in of this worker. */
const test = base.extend<object, { reports: ErrorReceiver; club: Club }>({
  reports: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures out of the pattern
    async ({}, use) => {
      const reports = await startErrorReceiver();
      await use(reports);
      await reports.close();
    },
    { scope: 'worker' },
  ],
  club: [
    async ({ reports }, use) => {
      const club = await startClub({ SENTRY_DSN: reports.dsn, SENTRY_TRACES_SAMPLE_RATE: '0' });
      await use(club);
      await club.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.describe('an error of a page', { tag: '@js' }, () => {
  test.use({ expectedFaults: [/Broken for /] });

  test('reaches the boundary and the reports, with its route and nothing personal', async ({
    page,
    club,
    member,
    signIn,
    reports,
    t,
  }) => {
    const mira = await member();
    const label = await createAppointment(club, { title: 'Hoffest' });
    const before = reports.items('event').length;
    await signIn(mira);
    // The router takes a route's module from here once it was loaded.
    await page.evaluate((email) => {
      window.__remixRouteModules['appointments/register-ticket.route'] = {
        default: () => {
          throw new TypeError(`Broken for ${email} at ${window.location.href}`);
        },
      };
    }, mira.email);
    const path = `/appointment/register-ticket/${label}?q=secret`;
    await page.evaluate((to) => void window.__remixRouter.navigate(to), path);
    await expect(page.getByRole('heading', { name: t('problem.server.title') })).toBeVisible();
    await expect.poll(() => reports.items('event').length).toBe(before + 1);

    const event = reports.items('event')[before];
    expect(event?.transaction).toBe('/appointment/register-ticket/:label');
    expect(event?.release).toMatch(/^\d{4}\.\d+/);
    const [exception] = event?.exception.values ?? [];
    expect(exception).toMatchObject({ type: 'TypeError', value: 'Broken for … at …' });
    expect(exception?.stacktrace.frames).not.toEqual([]);
    for (const personal of [mira.email, encodeURIComponent(mira.email), label, 'secret', '"user"', '"request"']) {
      expect(reports.raw(), personal).not.toContain(personal);
    }
  });

  test('that the server refused is no report of the browser', async ({ page, reports, t }) => {
    const before = reports.items('event').length;
    const loaded = page.waitForResponse(/\/sentry\.client-/);
    await page.goto('/error500');
    await expect(page.getByRole('heading', { name: t('problem.server.title') })).toBeVisible();
    await loaded;
    await page.waitForLoadState('networkidle');
    expect(reports.items('event')).toHaveLength(before);
  });
});

base('without a DSN no page asks for the service', { tag: '@js' }, async ({ page }) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  await page.goto('/login');
  await hydrated(page, { javaScriptEnabled: true });
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.waitForLoadState('networkidle');
  expect(files.filter((url) => url.includes('sentry'))).toEqual([]);
});
