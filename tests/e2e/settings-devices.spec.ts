import { newAddress } from '../support/club';
import { signInElsewhere } from '../support/devices';
import { htmlFaults, layoutFaultsAt } from '../support/judges';
import { expect, hydrated, test } from '../support/test';
import { Visitor } from '../support/visitor';

for (const language of ['en', 'de'] as const) {
  test.describe(`devices in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('one is signed out and locks at its next request, then all others are', async ({
      page,
      club,
      member,
      signIn,
      walk,
      visit,
      t,
      javaScriptEnabled,
    }) => {
      const mira = await member({ language });
      const phone = new Visitor(club.url);
      phone.headers['User-Agent'] = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) Version/18.1 Safari/604.1';
      await phone.signIn(mira);
      await club.clock.advance(2);
      await signIn(mira);
      const name = language === 'de' ? 'Safari auf iPhone' : 'Safari on iPhone';

      await walk('/settings', '/settings/devices');
      await hydrated(page, { javaScriptEnabled });
      const lines = page.getByRole('region', { name: t('settings:devices.signed_in') }).getByRole('listitem');
      await expect(lines.filter({ hasText: t('settings:devices.this') })).toHaveCount(1);
      await lines.getByRole('button', { name: new RegExp(`^${t('settings:devices.revoke')} ?: ${name}, `) }).click();
      await expect(page.getByText(t('settings:devices.revoked'))).toBeVisible();
      await expect(page.getByRole('heading', { name })).toHaveCount(0);
      expect((await phone.get('/dashboard')).location).toBe('/lock?return_to=%2Fdashboard');

      await signInElsewhere(club, mira, [{}, {}, { name: 'Edge on macOS' }]);
      await page.reload();
      await visit('/settings/devices?page=2');
      await expect(lines.first()).toBeVisible();
      await page.getByRole('button', { name: t('settings:devices.revoke_others') }).click();
      await expect(page.getByText(t('settings:devices.revoked_others', { count: 3 }))).toBeVisible();
      await expect(page).toHaveURL('/settings/devices');
      await expect(lines.getByRole('heading', { level: 3 })).toHaveCount(1);
      await expect(page.getByRole('button', { name: t('settings:devices.revoke_others') })).toHaveCount(0);
    });

    test('the page has no fault with as much as it shows', async ({
      page,
      club,
      member,
      signInByCookie,
      t,
      accessibilityFaults,
      javaScriptEnabled,
    }) => {
      const mira = await member({ language });
      const ip = '2001:db8:85a3:8d3:1319:8a2e:370:7348';
      await signInElsewhere(
        club,
        mira,
        Array.from({ length: 8 }, () => ({ ip, push: true, name: 'Donaudampfschiff'.repeat(9) })),
      );
      await signInByCookie(mira);
      const answer = await page.goto('/settings/devices?phones=all');
      await hydrated(page, { javaScriptEnabled });
      await expect(page.getByRole('button', { name: t('settings:devices.push.remove') })).toHaveCount(8);
      expect(await htmlFaults((await answer?.text()) ?? '')).toEqual([]);
      expect(await accessibilityFaults(page)).toEqual([]);
      for (const width of [320, 360, 1280]) expect(await layoutFaultsAt(page, width), `${width} px`).toEqual([]);
    });
  });
}

test('a browser that another device signs out shows the lock page at its next step', async ({
  page,
  browser,
  club,
  member,
  signIn,
  walk,
  t,
  javaScriptEnabled,
}) => {
  const mira = await member();
  await signIn(mira);
  await walk('/settings', '/settings/devices');
  await hydrated(page, { javaScriptEnabled });
  await club.clock.advance(2);
  const other = await browser.newContext({
    baseURL: club.url,
    javaScriptEnabled,
    extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
  });
  const elsewhere = await other.newPage();
  await elsewhere.goto('/login');
  await elsewhere.getByLabel(t('session:email')).fill(mira.email);
  await elsewhere.getByLabel(t('session:password'), { exact: true }).fill(mira.password);
  await elsewhere
    .getByRole('button', { name: t('session:login.submit') })
    .first()
    .click();
  await elsewhere.waitForURL('**/dashboard');
  await elsewhere.goto('/settings/devices');
  await elsewhere.getByRole('button', { name: t('settings:devices.revoke_others') }).click();
  await expect(elsewhere.getByText(t('settings:devices.revoked_others', { count: 1 }))).toBeVisible();
  await other.close();
  await page
    .getByRole('link', { name: t('titles.privacy'), exact: true })
    .first()
    .click();
  await expect(page).toHaveURL('/lock?return_to=%2Fsettings%2Fprivacy');
});

test('a device that is gone by the time its button is pressed is said to be gone', async ({
  page,
  club,
  member,
  signIn,
  walk,
  t,
  javaScriptEnabled,
  accessibilityFaults,
}) => {
  const mira = await member();
  await signInElsewhere(club, mira, [{ push: true }]);
  await signIn(mira);
  await walk('/settings', '/settings/devices');
  await hydrated(page, { javaScriptEnabled });
  const tab = await page.context().newPage();
  await tab.goto('/settings/devices');
  await tab.getByRole('button', { name: t('settings:devices.push.remove') }).click();
  await expect(tab.getByText(t('settings:devices.push.none'))).toBeVisible();
  await tab.getByRole('button', { name: t('settings:devices.revoke_others') }).click();
  await expect(tab.getByText(t('settings:devices.revoked_others', { count: 1 }))).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^${t('settings:devices.revoke')} ?: `) }).click();
  await expect(page.getByRole('alert').getByText(t('settings:devices.gone'))).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByRole('heading', { name: 'Firefox on Windows' })).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a mail and a notice of a new device lead to the page, and its own button logs out', async ({
  page,
  club,
  member,
  enter,
  visit,
  t,
}) => {
  const mira = await member();
  await new Visitor(club.url).signIn(mira);
  await enter(mira, '/notifications');
  const mail = await club.mailbox.waitFor({ to: mira.email, subject: 'New sign-in' });
  expect(mail.links).toEqual([`${club.url}/settings/devices`]);
  await page.getByRole('link', { name: 'New sign-in to your account' }).first().click();
  await expect(page).toHaveURL('/settings/devices');
  await page.getByRole('link', { name: t('settings:devices.ghost.link') }).click();
  await expect(page).toHaveURL('/settings/privacy');
  await visit('/settings/devices');
  await page.getByRole('button', { name: new RegExp(`^${t('settings:devices.log_out')} ?: `) }).click();
  await expect(page).toHaveURL('/login');
});
