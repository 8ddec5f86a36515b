import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { and, eq, inArray } from 'drizzle-orm';
import { recoveryCodes } from '../../upstream/identity/identity.tables';
import { HTML_AND_CSS_BYTES, layoutFaultsAt, weighPage } from '../support/judges';
import type { Member } from '../support/members';
import { oneTimeCode } from '../support/one-time-code';
import { expect, hydrated, test } from '../support/test';
import type { Translate } from '../support/texts';

test.describe.configure({ timeout: 90_000 });

/** Goes from the page that starts the set-up to the one with QR code and key. Returns the secret of the page. */
async function begin(page: Page, member: Member, t: Translate): Promise<string> {
  await page.getByLabel(t('settings:two_factor.begin.password'), { exact: true }).fill(member.password);
  await page.getByRole('button', { name: t('settings:two_factor.begin.submit') }).click();
  await expect(page.getByRole('img', { name: t('settings:two_factor.setup.qr') })).toBeVisible();
  const app = page.getByRole('link', { name: t('settings:two_factor.setup.on_this_device') });
  await expect(app).toHaveAttribute('href', /^otpauth:\/\/totp\/.+[?&]secret=[A-Z2-7]{32}/);
  return ((await page.locator('dd.copy').textContent()) ?? '').replace(/\s/g, '');
}

/** Sends the code, which leads to the page with the recovery codes. */
async function confirm(page: Page, code: string, t: Translate) {
  await page.getByLabel(t('settings:two_factor.setup.code')).fill(code);
  await page.getByRole('button', { name: t('settings:two_factor.setup.submit') }).click();
  await expect(page.getByText(t('settings:two_factor.codes.once'))).toBeVisible();
}

const codesOn = (page: Page) => page.locator('ol.codes li').allTextContents();

async function save(page: Page, t: Translate) {
  await page.getByLabel(t('settings:two_factor.codes.saved')).check();
  await page.getByRole('button', { name: t('settings:two_factor.codes.go_on') }).click();
  await expect(page.getByText(t('settings:two_factor.codes.done'))).toBeVisible();
}

async function signOut(page: Page, t: Translate) {
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(page).toHaveURL(/\/login$/);
}

async function firstStep(page: Page, member: Member, t: Translate) {
  await page.goto('/login');
  await page.getByLabel(t('session:email'), { exact: true }).fill(member.email);
  await page.getByLabel(t('session:password'), { exact: true }).fill(member.password);
  await page.getByRole('button', { name: t('session:login.submit'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('session:two_factor.heading') })).toBeVisible();
}

test('a member sets it up, saves the codes, signs in with both steps, makes new codes and switches it off', async ({
  page,
  club,
  member,
  enter,
  visit,
  t,
}) => {
  const mira = await member();
  await enter(mira, '/settings/2fa');
  const secret = await begin(page, mira, t);
  const first = oneTimeCode(secret, club.clock.now());
  await confirm(page, first, t);
  const nextCode = async () => {
    await club.clock.advance(30);
    return oneTimeCode(secret, club.clock.now());
  };
  const codes = await codesOn(page);
  expect(codes).toHaveLength(10);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('settings:two_factor.codes.download') }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(codes.join('\r\n'));
  await save(page, t);
  await expect(page.getByText(t('settings:two_factor.on.left_other', { count: 10 }))).toBeVisible();
  expect(await codesOn(page)).toEqual([]);
  await club.mailbox.waitFor({ to: mira.email, subject: 'Two-factor sign-in is on' });

  await signOut(page, t);
  await firstStep(page, mira, t);
  await page.getByLabel(t('session:two_factor.code')).fill(first);
  await page.getByRole('button', { name: t('session:two_factor.submit') }).click();
  // That code switched two-factor sign-in on, so it is used up.
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel(t('session:two_factor.code')).fill(await nextCode());
  await page.getByRole('button', { name: t('session:two_factor.submit') }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await visit('/settings/2fa');
  await page.getByRole('link', { name: t('settings:two_factor.on.renew') }).click();
  await page.getByLabel(t('verification.app')).fill(await nextCode());
  await page.getByRole('button', { name: t('settings:two_factor.renew.submit') }).click();
  await expect(page.getByText(t('settings:two_factor.codes.once'))).toBeVisible();
  expect((await codesOn(page)).filter((code) => !codes.includes(code))).toHaveLength(10);
  await save(page, t);

  await page.getByRole('link', { name: t('settings:two_factor.on.disable') }).click();
  await page.getByLabel(t('verification.app')).fill(await nextCode());
  await page.getByRole('button', { name: t('settings:two_factor.disable.submit') }).click();
  await expect(page.getByText(t('settings:two_factor.disable.done'))).toBeVisible();
  await expect(page.getByLabel(t('settings:two_factor.begin.password'), { exact: true })).toBeVisible();
});

test('a set-up can be given up, and a wrong code says so', async ({ page, member, enter, t }) => {
  const mira = await member();
  await enter(mira, '/settings/2fa');
  await page.getByLabel(t('settings:two_factor.begin.password'), { exact: true }).fill('not mine at all');
  await page.getByRole('button', { name: t('settings:two_factor.begin.submit') }).click();
  await expect(page).toHaveTitle(/^Error: Two-factor sign-in/);
  await expect(page.getByLabel(t('settings:two_factor.begin.password'), { exact: true })).toHaveValue('');
  await page.getByLabel(t('settings:two_factor.begin.password'), { exact: true }).fill(mira.password);
  await page.getByRole('button', { name: t('settings:two_factor.begin.submit') }).click();
  const field = page.getByLabel(t('settings:two_factor.setup.code'));
  await field.fill('000 000');
  await page.getByRole('button', { name: t('settings:two_factor.setup.submit') }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(field).toHaveValue('');
  await page.getByRole('button', { name: t('settings:two_factor.setup.cancel') }).click();
  await expect(page.getByLabel(t('settings:two_factor.begin.password'), { exact: true })).toBeVisible();
  await expect(page.locator('.qr')).toHaveCount(0);
});

test('few codes are left: the page warns', async ({ page, club, member, enter, t }) => {
  const mira = await member({ twoFactor: true });
  const used = club.db
    .select({ hash: recoveryCodes.codeHash })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, mira.id))
    .limit(7);
  await club.db
    .update(recoveryCodes)
    .set({ usedAt: new Date(club.clock.now()) })
    .where(and(eq(recoveryCodes.userId, mira.id), inArray(recoveryCodes.codeHash, used)));
  await enter(mira, '/settings/2fa');
  await expect(page.getByText(t('settings:two_factor.on.left_other', { count: 3 }))).toBeVisible();
  await expect(page.getByText(t('settings:two_factor.on.few'))).toBeVisible();
});

test.describe('auf Deutsch', () => {
  test.use({ language: 'de', colorScheme: 'dark' });

  test('das Telefon ist weg: hinein und ausschalten mit Wiederherstellungscodes, und jede Seite ist ohne Barrieren', async ({
    page,
    club,
    member,
    enter,
    visit,
    accessibilityFaults,
    javaScriptEnabled,
    t,
  }) => {
    const judge = async () => {
      await hydrated(page, { javaScriptEnabled });
      expect.soft(await accessibilityFaults(page), page.url()).toEqual([]);
      for (const width of [320, 360, 1280]) expect.soft(await layoutFaultsAt(page, width), page.url()).toEqual([]);
    };
    const mira = await member({ language: 'de' });
    await enter(mira, '/settings/2fa');
    const secret = await begin(page, mira, t);
    await judge();
    await confirm(page, oneTimeCode(secret, club.clock.now()), t);
    await judge();
    const [first = '', second = ''] = await codesOn(page);
    await save(page, t);
    await judge();
    await page.getByRole('link', { name: t('settings:two_factor.on.renew') }).click();
    await judge();
    await club.mailbox.waitFor({ to: mira.email, subject: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet' });

    await signOut(page, t);
    await firstStep(page, mira, t);
    await page.getByRole('link', { name: t('session:two_factor.use_recovery') }).click();
    await expect(page.getByText(t('session:two_factor.lost'))).toBeVisible();
    await page.getByLabel(t('session:two_factor.recovery_code')).fill(first);
    await page.getByRole('button', { name: t('session:two_factor.submit') }).click();
    await expect(page).toHaveURL(/\/dashboard$/);

    await visit('/settings/2fa');
    await expect(page.getByText(t('settings:two_factor.on.left_other', { count: 9 }))).toBeVisible();
    await page.getByRole('link', { name: t('settings:two_factor.on.disable') }).click();
    await judge();
    await page.getByRole('link', { name: t('settings:two_factor.disable.use_recovery') }).click();
    await page.getByLabel(t('settings:two_factor.disable.recovery_code')).fill(first);
    await page.getByRole('button', { name: t('settings:two_factor.disable.submit') }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await judge();
    await page.getByLabel(t('settings:two_factor.disable.recovery_code')).fill(second.toLowerCase());
    await page.getByRole('button', { name: t('settings:two_factor.disable.submit') }).click();
    await expect(page.getByText(t('settings:two_factor.disable.done'))).toBeVisible();
    await club.mailbox.waitFor({ to: mira.email, subject: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet' });
  });
});

test('an update of the app waits until the codes are saved', { tag: '@js' }, async ({
  page,
  club,
  member,
  enter,
  t,
}) => {
  const mira = await member();
  await enter(mira, '/settings/2fa');
  const secret = await begin(page, mira, t);
  await confirm(page, oneTimeCode(secret, club.clock.now()), t);
  const codes = await codesOn(page);
  await page.evaluate(() =>
    window.dispatchEvent(new CustomEvent('almende:client-updated', { detail: { version: '2999.1' } })),
  );
  await expect(page.getByText(t('shell.update.held'))).toBeVisible();
  await page.getByRole('button', { name: t('shell.update.later') }).click();
  expect(await codesOn(page)).toEqual(codes);
});

test.describe('weight', { tag: '@js' }, () => {
  test.use({ language: 'de' });

  test('the pages that only a set-up shows stay within the budget of a page', async ({
    page,
    club,
    member,
    enter,
    t,
  }) => {
    const mira = await member({ language: 'de' });
    await enter(mira, '/settings/2fa');
    const judge = async (path: string) => {
      const { bytes } = await weighPage(page, club.url + path, { 'accept-language': 'de' });
      expect.soft(bytes, path).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
    };
    const secret = await begin(page, mira, t);
    await judge('/settings/2fa');
    await confirm(page, oneTimeCode(secret, club.clock.now()), t);
    for (const path of ['/settings/2fa', '/settings/2fa/recovery-codes', '/settings/2fa/disable']) await judge(path);
  });
});
