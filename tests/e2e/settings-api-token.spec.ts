import type { Page } from '@playwright/test';
import { abilities } from '../../upstream/contract/abilities';
import { uuidV7 } from '../../upstream/database/uuid-v7';
import { apiTokens } from '../../upstream/identity/api-tokens/api-tokens.tables';
import { newApiToken, shownPrefix } from '../../upstream/identity/api-tokens/token-format';
import { tokenHash } from '../../upstream/keys';
import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, weighPage } from '../support/judges';
import { expect, hydrated, test } from '../support/test';
import type { Translate } from '../support/texts';

/** Calls the API as a program with a token does. */
const callProfile = (url: string, token: string) =>
  fetch(`${url}/api/user`, { headers: { authorization: `Bearer ${token}` } });

const code = ({ text }: { text: string }) => /\b\d{3} ?\d{3}\b/.exec(text)?.[0] ?? '';

async function fillIn(page: Page, t: Translate, name: string) {
  await page.getByLabel(t('settings:api_token.name'), { exact: true }).fill(name);
  await page.getByLabel(t('settings:api_token.ability.profile_read')).check();
}

for (const language of ['en', 'de'] as const) {
  test.describe(`API tokens, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language, colorScheme: language === 'en' ? 'light' : 'dark' });

    test('a token is made, used, and revoked', async ({
      page,
      club,
      member,
      signIn,
      walk,
      accessibilityFaults,
      javaScriptEnabled,
      t,
    }) => {
      const mira = await member({ language });
      await signIn(mira);
      const judge = async () => {
        expect(await htmlFaults(await page.content())).toEqual([]);
        expect(await accessibilityFaults(page)).toEqual([]);
        for (const width of [320, 360, 1280]) expect(await layoutFaultsAt(page, width)).toEqual([]);
      };
      await walk('/settings', '/settings/api-token');
      await expect(page.getByRole('heading', { name: t('settings:api_token.none') })).toBeVisible();
      await judge();
      await page.getByRole('link', { name: t('settings:api_token.new') }).click();
      await expect(page.getByRole('heading', { level: 1, name: t('titles.new_api_token') })).toBeVisible();
      await hydrated(page, { javaScriptEnabled });
      await fillIn(page, t, 'Home Assistant');
      await page.getByLabel(t('settings:api_token.lifetime')).selectOption('90');
      await page.getByLabel(t('settings:api_token.allowed_ips')).fill('127.0.0.0/8\n::1');
      await judge();

      await page.getByRole('button', { name: t('settings:api_token.make') }).click();
      const field = page.getByLabel(t('verification.mail'));
      await expect(field).toHaveAccessibleDescription(
        new RegExp(t('settings:api_token.confirms', { name: 'Home Assistant' })),
      );
      await expect(page.getByLabel(t('settings:api_token.name'), { exact: true })).toHaveValue('Home Assistant');
      await judge();
      await field.fill(code(await club.mailbox.waitFor({ to: mira.email, subject: /code/i })));
      await page.getByRole('button', { name: t('settings:api_token.make') }).click();

      await expect(page.getByText(t('settings:api_token.once'))).toBeVisible();
      const token = (await page.locator('.facts dd.copy').first().textContent()) ?? '';
      await expect(page.locator('.facts dd.copy').nth(1)).toHaveText(
        `curl -H 'Authorization: Bearer ${token}' ${club.url}/api/user`,
      );
      await judge();
      const answer = await callProfile(club.url, token);
      expect([answer.status, ((await answer.json()) as { email: string }).email]).toEqual([200, mira.email]);
      await club.mailbox.waitFor({ to: mira.email, subject: /API.token/i });

      await page.getByRole('button', { name: t('settings:api_token.saved') }).click();
      const card = page.getByRole('region', { name: 'Home Assistant' });
      await expect(card).toContainText(`${token.slice(0, 10)}…`);
      await expect(card).toContainText('127.0.0.0/8, ::1');
      await expect(card).not.toContainText(t('settings:api_token.never_used'));
      expect(await page.content()).not.toContain(token);
      await card.getByRole('link', { name: t('settings:api_token.revoke') }).click();
      await expect(card).toContainText(t('settings:api_token.revoke_sure'));
      await judge();
      await card.getByRole('button', { name: t('settings:api_token.revoke_now') }).click();
      await expect(page.getByText(t('settings:api_token.revoked'))).toBeVisible();
      await expect(card).toHaveCount(0);
      expect((await callProfile(club.url, token)).status).toBe(401);
    });
  });
}

test('with two-factor sign-in the app’s code makes the token', async ({ page, member, signIn, walk, t }) => {
  const mira = await member({ twoFactor: true });
  await signIn(mira);
  await walk('/settings', '/settings/api-token', '/settings/api-token/new');
  await fillIn(page, t, 'Balcony display');
  await page.getByLabel(t('verification.app')).fill(await mira.code());
  await page.getByRole('button', { name: t('settings:api_token.make') }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Balcony display' })).toBeVisible();
});

for (const language of ['en', 'de'] as const) {
  test.describe(`a token to be, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('all that is wrong is said at once, before a code is mailed, and nothing typed is lost', async ({
      page,
      club,
      member,
      signIn,
      walk,
      javaScriptEnabled,
      t,
    }) => {
      const mira = await member({ language });
      await signIn(mira);
      await walk('/settings', '/settings/api-token', '/settings/api-token/new');
      await hydrated(page, { javaScriptEnabled });
      const name = page.getByLabel(t('settings:api_token.name'), { exact: true });
      const ability = page.getByLabel(t('settings:api_token.ability.profile_read'));
      const addresses = page.getByLabel(t('settings:api_token.allowed_ips'));
      const make = page.getByRole('button', { name: t('settings:api_token.make') });
      await addresses.fill('192.0.2.1\n1.2.3');
      await make.click();
      const wrong = page.getByRole('alert').getByRole('link');
      const noAddress = t('settings:api_token.no_address', { typed: '1.2.3' });
      await expect(wrong).toHaveText([t('form.missing.name'), t('form.missing.abilities'), noAddress]);
      for (const field of [name, addresses]) await expect(field).toHaveAttribute('aria-invalid', 'true');

      await name.fill('Script');
      await ability.check();
      await make.click();
      await expect(wrong).toHaveText([noAddress]);
      await expect(name).toHaveValue('Script');
      await expect(ability).toBeChecked();
      await expect(addresses).toHaveValue('192.0.2.1\n1.2.3');
      expect(await club.mailbox.list(mira.email)).toEqual([]);
    });
  });
}

test.describe('five tokens of every ability, in German', () => {
  test.use({ language: 'de' });

  test('keep within the weight of a page and the width of a phone', async ({ page, club, member, enter }) => {
    const mira = await member({ language: 'de' });
    const createdAt = new Date(club.clock.now());
    const tokens = Array.from({ length: 5 }, (_, at) => {
      const token = newApiToken();
      return {
        id: uuidV7(createdAt),
        userId: mira.id,
        place: at + 1,
        name: `${at} Anzeige für Ernten und Termine im Gewächshaus`,
        tokenHash: tokenHash(token),
        prefix: shownPrefix(token),
        abilities: [...abilities],
        allowedIps: at % 2 === 0 ? [`192.0.2.${at}`, '2001:db8:7::/48'] : [],
        createdAt,
        expiresAt: new Date(createdAt.getTime() + 90 * 24 * 3600_000),
        lastUsedAt: createdAt,
        lastUsedIp: `192.0.2.${at}`,
      };
    });
    await club.db.insert(apiTokens).values(tokens);
    await enter(mira, '/settings/api-token');
    await expect(page.getByRole('region', { name: '4 Anzeige' })).toContainText('Anfragen schreiben');
    expect(await layoutFaultsAt(page, 320)).toEqual([]);
    const { bytes } = await weighPage(page, `${club.url}/settings/api-token`, { 'accept-language': 'de' });
    expect(bytes).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
  });
});
