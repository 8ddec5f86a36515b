import { eq } from 'drizzle-orm';
import { users } from '../../upstream/members/members.tables';
import { expect, test } from '../support/test';

for (const language of ['en', 'de'] as const) {
  test.describe(`in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('a member makes a link for a campaign, and a guest follows it', { tag: '@laravel' }, async ({
      page,
      club,
      member,
      signIn,
      walk,
      javaScriptEnabled,
      t,
    }) => {
      const mira = await member({ language });
      const link = `${club.url}/r/${mira.refHash}`;
      await signIn(mira);
      await walk('/affiliate');
      const own = page.getByRole('region', { name: t('affiliate:link.title') });
      await expect(own.getByRole('definition').first()).toHaveText(link);

      // Without a sponsor there is nobody to hide the name from.
      await expect(page.getByRole('button', { name: t('affiliate:privacy.hide') })).toHaveCount(0);
      const campaign = page.getByLabel(t('affiliate:campaign.label'));
      await campaign.fill('no such label!');
      await page.getByRole('button', { name: t('affiliate:campaign.make') }).click();
      await expect(page.getByRole('alert').getByText(t('affiliate:campaign.wrong'))).toBeVisible();
      await expect(campaign).toHaveValue('no such label!');
      await expect(own.getByRole('definition').first()).toHaveText(link);

      const copied = own.getByRole('button', { name: t('ui.copied') });
      if (javaScriptEnabled) {
        await page.context().grantPermissions(['clipboard-write']);
        await own.getByRole('button', { name: t('ui.copy') }).click();
        await expect(copied).toBeVisible();
      }
      await campaign.fill('autumn-fair');
      await page.getByRole('button', { name: t('affiliate:campaign.make') }).click();
      await expect(own.getByRole('definition').first()).toHaveText(`${link}?c=autumn-fair`);
      // The new link has not been copied yet.
      await expect(copied).toHaveCount(0);
      const code = page.getByRole('img', { name: t('affiliate:qr.alt') });
      await expect(code).toHaveAttribute('src', '/affiliate/qr/link.svg?c=autumn-fair');
      const file = page.getByRole('link', { name: 'PNG' });
      await expect(file).toHaveAttribute('download', 'link-autumn-fair.png');
      await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

      await page.context().clearCookies();
      await page.goto(`${link}?c=autumn-fair`);
      await expect(page).toHaveURL(`/register/${mira.refHash}?c=autumn-fair`);
    });

    test('a member looks into the team, and a member of it hides the name', async ({
      page,
      club,
      member,
      signIn,
      walk,
      javaScriptEnabled,
      t,
    }) => {
      const [ruth, anna, jonas] = [await member({ language }), await member({ language }), await member({ language })];
      const bring = (id: number, sponsorId: number, firstname: string) =>
        club.db.update(users).set({ referrerId: sponsorId, firstname, lastname: 'Brandt' }).where(eq(users.id, id));
      await bring(anna.id, ruth.id, 'Anna');
      await bring(jonas.id, anna.id, 'Jonas');

      const below = async (name: string) => {
        await page.getByText('Anna Brandt', { exact: true }).click();
        // With script the line unfolds in its place. Without script a link leads to it.
        if (!javaScriptEnabled) {
          await page.getByRole('link', { name: t('affiliate:line.show_one', { name: 'Anna Brandt' }) }).click();
        }
        await expect(page.getByText(name, { exact: true })).toBeVisible();
        expect(new URL(page.url()).search).toMatch(javaScriptEnabled ? /^$/ : /^\?parent=/);
      };
      await signIn(ruth);
      await walk('/affiliate', '/affiliate/team');
      await below('Jonas B.');
      if (!javaScriptEnabled) await page.getByRole('link', { name: t('affiliate:line.you'), exact: true }).click();
      await page.getByLabel(t('affiliate:line.search')).fill('jon');
      await page.getByRole('button', { name: t('affiliate:line.apply') }).click();
      await expect(page.getByText('Anna Brandt', { exact: true })).toHaveCount(0);
      await expect(page.getByText('Jonas B.', { exact: true })).toBeVisible();
      await expect(page.getByText(t('affiliate:commissions.level', { level: 2 }))).toBeVisible();

      await page.context().clearCookies();
      await signIn(jonas);
      await walk('/affiliate');
      await page.getByRole('button', { name: t('affiliate:privacy.hide') }).click();
      await expect(page.getByText(t('affiliate:privacy.hidden'))).toBeVisible();

      await page.context().clearCookies();
      await signIn(ruth);
      await walk('/affiliate', '/affiliate/team');
      await below(t('affiliate:line.nameless'));
    });
  });
}
