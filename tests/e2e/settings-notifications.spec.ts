import { broadcastsOf, keepCounts } from '../support/broadcasts';
import { htmlFaults, layoutFaultsAt } from '../support/judges';
import { expect, hydrated, test } from '../support/test';

for (const language of ['en', 'de'] as const) {
  test.describe(`notification settings in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('are chosen in the table, with quiet hours and a digest, and security stays on', async ({
      page,
      member,
      signInByCookie,
      visit,
      t,
      javaScriptEnabled,
      accessibilityFaults,
    }) => {
      await signInByCookie(await member({ language }));
      const answer = await page.goto('/settings/notifications');
      await hydrated(page, { javaScriptEnabled });
      expect(await htmlFaults((await answer?.text()) ?? '')).toEqual([]);
      const box = (kind: string, channel: string) =>
        page.getByRole('checkbox', {
          name: `${t(`settings:notifications.kinds.${kind}`)}: ${t(`settings:notifications.channels.${channel}`)}`,
        });
      for (const channel of ['site', 'mail', 'push']) {
        await expect(box('security', channel)).toBeChecked();
        await expect(box('security', channel)).toBeDisabled();
        await expect(box('security', channel)).toHaveAccessibleDescription(t('settings:notifications.matrix.locked'));
      }
      await expect(box('wallet', 'mail')).not.toBeChecked();
      await box('wallet', 'mail').check();
      await box('chat', 'site').uncheck();
      await page.getByLabel(t('settings:notifications.quiet.from'), { exact: true }).fill('22:00');
      await page.getByLabel(t('settings:notifications.quiet.to'), { exact: true }).fill('07:00');
      await page.getByLabel(t('settings:notifications.digest.weekly')).check();
      await page.getByRole('button', { name: t('settings:notifications.save') }).click();
      await expect(page.getByText(t('settings:notifications.saved'))).toBeVisible();

      await visit('/dashboard');
      await visit('/settings/notifications');
      await hydrated(page, { javaScriptEnabled });
      await expect(box('wallet', 'mail')).toBeChecked();
      await expect(box('chat', 'site')).not.toBeChecked();
      await expect(box('chat', 'push')).toBeChecked();
      await expect(page.getByLabel(t('settings:notifications.quiet.from'), { exact: true })).toHaveValue('22:00');
      await expect(page.getByLabel(t('settings:notifications.digest.weekly'))).toBeChecked();

      await box('news', 'site').uncheck();
      await page.getByLabel(t('settings:notifications.quiet.to'), { exact: true }).fill('22:00');
      await page.getByRole('button', { name: t('settings:notifications.save') }).click();
      await expect(
        page.getByRole('alert').getByRole('link', { name: t('settings:notifications.quiet.equal') }),
      ).toBeVisible();
      await expect(page).toHaveTitle(language === 'de' ? /^Fehler: / : /^Error: /);
      await expect(box('news', 'site')).not.toBeChecked();
      await expect(box('wallet', 'mail')).toBeChecked();
      expect(await accessibilityFaults(page)).toEqual([]);
      for (const width of [320, 360, 1280]) expect(await layoutFaultsAt(page, width), `${width} px`).toEqual([]);

      await page.getByLabel(t('settings:notifications.quiet.from'), { exact: true }).fill('');
      await page.getByLabel(t('settings:notifications.quiet.to'), { exact: true }).fill('');
      await page.getByRole('button', { name: t('settings:notifications.save') }).click();
      await expect(page.getByText(t('settings:notifications.saved'))).toBeVisible();
      await expect(page.getByLabel(t('settings:notifications.quiet.from'), { exact: true })).toHaveValue('');
      await expect(box('news', 'site')).not.toBeChecked();
    });
  });
}

test('what comes in quiet hours is counted, and no toast shows it', { tag: '@js' }, async ({
  page,
  club,
  member,
  signInByCookie,
  t,
}) => {
  const mira = await member();
  await signInByCookie(mira);
  await keepCounts(page);
  await page.goto('/settings/notifications');
  const broadcasts = broadcastsOf(club);
  await expect.poll(() => broadcasts.isHeard(mira.id)).toBe(true);
  await broadcasts.notify(mira.id, { title: 'In the night', silent: true });
  await expect(page.getByRole('link', { name: t('shell.notifications_one', { count: 1 }) })).toBeVisible();
  await broadcasts.notify(mira.id, { title: 'In the morning' });
  await expect(page.getByText('In the morning')).toBeVisible();
  await expect(page.getByText('In the night')).toHaveCount(0);
});

test.describe('on a phone', { tag: '@no-js' }, () => {
  test.use({ language: 'de', viewport: { width: 360, height: 740 } });

  test('the sections of the settings stand in whole words, the current one too', async ({ page, enter, member }) => {
    await enter(await member({ language: 'de' }), '/settings/notifications');
    const lines = await page.locator('.subnav a').evaluateAll((links) =>
      links.map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        return [link.textContent, range.getClientRects().length];
      }),
    );
    expect(lines).toContainEqual(['Benachrichtigungen', 1]);
    expect(lines).toContainEqual(['Auszahlungskonten', 1]);
    await page.goto('/settings/withdraw-accounts');
    await expect(page.locator('.subnav [aria-current]')).toHaveText('Auszahlungskonten');
    const { text, box } = await page.locator('.subnav [aria-current]').evaluate((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return { text: range.getBoundingClientRect().right, box: link.getBoundingClientRect().right };
    });
    expect(text).toBeLessThanOrEqual(box);
  });
});
