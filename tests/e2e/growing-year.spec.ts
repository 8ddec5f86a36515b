import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { readPdf } from '../../upstream/documents/pdf.testing';
import { memberPermissions } from '../../upstream/members/permissions';
import { payOrder } from '../support/bank';
import type { Club } from '../support/club';
import { download } from '../support/download';
import { codeIn } from '../support/mailbox';
import { signedIn } from '../support/realtime';
import { orderPlants } from '../support/sales';
import { expect, hydrated, test } from '../support/test';
import { equipToWithdraw, readBalances } from '../support/withdrawals';

/** Runs a staff command that has to succeed. Returns what it prints as JSON. */
async function asGreta(club: Club, ...words: string[]) {
  const { code, stdout, stderr } = await club.staff(...words, '--json');
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

/** An amount in either language: `1,890.02`, `1.890,02`. */
const inWords = (figure: string) => figure.replace(/[.,]/g, (mark) => (mark === '.' ? '[.,]' : '[.,\\s]?'));
const numberOf = (figure: string) => new RegExp(`${inWords(figure)}(?!\\d)`);
/** A cell with this number alone, and its sign and unit. */
const cellOf = (figure: string) => new RegExp(`^[-−+÷×€\\s]*${inWords(figure)}[\\s€%]*$`);

for (const [language, code] of [
  ['en', 'S1'],
  ['de', 'S2'],
] as const) {
  test.describe(`a year of plants, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });
    test.setTimeout(240_000);
    const room = language === 'de' ? `Haus ${code}` : `House ${code}`;

    test('from the sale to the payout, and each cent is explained', async ({
      page,
      club,
      member,
      signIn,
      walk,
      javaScriptEnabled,
      t,
    }) => {
      // 149.00 a plant: four cost 596.00, of which the balance has 496.00.
      await asGreta(
        club,
        'room',
        'add',
        code,
        '--name',
        `Haus ${code}|House ${code}`,
        '--city',
        'Uelzen',
        '--places',
        '9',
      );
      const until = new Date(club.clock.now() + 10 * 24 * 3_600_000).toISOString().slice(0, 10);
      const terms = { price: '149.00', total: '8', max: '4', cycles: '4', 'first-cycle': '1', from: 'now', until };
      const given = Object.entries({ ...terms, share: '70', strain: 'Morgentau' });
      const { sale } = await asGreta(
        club,
        'sale',
        'create',
        code,
        ...given.flatMap(([name, value]) => [`--${name}`, value]),
      );
      const mira = await member({ language });
      await equipToWithdraw(club, mira);

      await signIn(mira);
      await walk('/growing', '/growing/sale');
      await page.getByRole('link', { name: t('growing:sales.buy', { room }) }).click();
      await hydrated(page, { javaScriptEnabled });
      await page.getByLabel(t('growing:sale.quantity')).fill('4');
      await page.getByRole('button', { name: t('growing:sale.check') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('growing:sale.review'));
      const amounts = page.locator('.pairs dd');
      await expect(amounts).toHaveText(['596.00', '496.00', '100.00'].map(cellOf));
      await page.getByLabel(t('growing:sale.agree')).check();
      await page.getByRole('button', { name: t('growing:sale.request_code') }).click();
      const mail = await club.mailbox.waitFor({ to: mira.email, subject: /code/i });
      await page.getByLabel(t('verification.mail')).fill(codeIn(mail));
      await page.getByRole('button', { name: t('growing:sale.buy') }).click();
      await expect(page).toHaveURL(/\/financial\/order\/OR-\w{9}\/bank-details$/);
      const [order = ''] = /OR-\w{9}/.exec(page.url()) ?? [];
      await expect(page.getByRole('main')).toContainText(numberOf('100.00'));
      await walk('/financial');
      const plate = page.locator('.plate');
      await expect(plate.locator('.sum')).toHaveText(/^€?0[.,]00/);
      await expect(plate).toContainText(numberOf('496.00'));

      await payOrder(club, order, '100.00');
      await walk('/financial/orders', `/financial/order/${order}`);
      await expect(page.getByText(t('wallet:order.status.completed')).first()).toBeVisible();
      const plants = page.locator('.card').filter({ hasText: t('wallet:order.plants') });
      await expect(plants).toContainText(`${code}-00001 ${t('wallet:order.up_to')} ${code}-00004`);
      expect(await readBalances(club, mira)).toEqual({ available: 0n, held: 0n });

      // Somebody else buys the other four.
      await payOrder(club, await orderPlants((await signedIn(club)).visitor, sale, 4), '596.00');

      const numbers = page.locator('a[href^="/growing/plant/"]');
      await walk('/growing', '/growing/plants');
      await expect(numbers).toHaveText([1, 2, 3, 4].map((number) => `${code}-0000${number}`));
      await expect(page.getByText(t('common:ui.growth.waiting')).last()).toBeVisible();

      await asGreta(club, 'sale', 'close', sale);
      await asGreta(club, 'plants', 'stage', code, 'seedling', '--strain', 'Morgentau');
      await asGreta(club, 'plants', 'stage', code, 'vegetative');
      await asGreta(club, 'plants', 'lose', `${code}-00004`, '--reason', 'Ein Fenster brach|A window broke');
      await asGreta(club, 'plants', 'stage', code, 'flowering');
      const told = (title: string) => page.getByRole('main').getByRole('link', { name: title, exact: true });
      const openNotification = async (title: string) => {
        await expect(async () => {
          await walk('/dashboard', '/notifications');
          await expect(told(title)).toBeVisible({ timeout: 2_000 });
        }).toPass();
        await told(title).click();
      };
      await openNotification(`${room}: ${t('common:ui.growth.flowering').toLowerCase()}`.replace('blüte', 'Blüte'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(room);
      await expect(page.locator('#losses')).toContainText(language === 'de' ? 'Ein Fenster brach' : 'A window broke');
      await walk(`/growing/plant/${code}-00004`);
      await expect(page.getByText(t('growing:plant.is_lost'))).toBeVisible();
      for (const stage of ['harvest', 'drying', 'resting']) await asGreta(club, 'plants', 'stage', code, stage);

      // 3234.58 - 234.50 - 300.05 = 2700.03. 70 % of it are 1890.021, so the pool is 1890.02.
      // Seven plants are left: 1890.02 / 7 = 270.002857…, and three of them 810.00857…: 810.00 and 0.857 of a cent.
      // The other four have 1080.01 and 0.142 of a cent. One cent is left, for the larger remainder: 810.01.
      const costs = ['--cost', 'Strom|Power=234.50', '--cost', 'Arbeit|Work=300.05'];
      const measured = ['--cycle', '1', '--grams', '1505', '--revenue', '3234.58', ...costs, '--share', '70'];
      await asGreta(club, 'harvest', 'record', code, ...measured);
      const alone = await club.staff('harvest', 'approve', `${code}-1`);
      expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining('a colleague has to approve it') });
      expect(await readBalances(club, mira)).toEqual({ available: 0n, held: 0n });
      const permissions = [...memberPermissions, 'harvests.manage'];
      const holger = await member({ firstname: 'Holger', twoFactor: true, permissions });
      const approved = await club.staffAs(holger, 'harvest', 'approve', `${code}-1`);
      expect(approved).toMatchObject({ code: 0, stdout: expect.stringContaining('the server pays 1890.02 EUR') });
      await expect.poll(() => readBalances(club, mira)).toEqual({ available: 81_001n, held: 0n });

      const name = language === 'de' ? `Ernte von ${room}, Zyklus 1: 810,01 €` : `Harvest of ${room}, cycle 1: €810.01`;
      await openNotification(name.replace(' €', '\u00a0€'));
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText(t('harvest:title', { room, cycle: 1 }));
      await page.getByRole('link', { name: /^TX-\w{9}$/ }).click();
      await expect(page.locator('.card').first()).toContainText(numberOf('810.01'));
      await expect(page.getByRole('main')).toContainText(t('wallet:transactions.types.harvest_payout'));
      await page.getByRole('link', { name: t('wallet:transactions.explain') }).click();
      await expect(heading).toHaveText(t('harvest:title', { room, cycle: 1 }));

      const account = (caption: string): Locator => page.getByRole('table', { name: t(`harvest:${caption}`) });
      for (const [caption, figures] of [
        ['to_surplus', ['3,234.58', '234.50', '300.05', '2,700.03']],
        ['to_pool', ['2,700.03', '70', '0.0010', '1,890.02']],
        ['to_you', ['1,890.02', '7', '270.0028', '3', '0.0085', '0.01', '810.01']],
      ] as const) {
        const cells = account(caption).getByRole('cell').filter({ hasText: /\d/ });
        await expect(cells).toHaveText(figures.map(cellOf));
      }
      await expect(account('to_you')).toContainText(`${code}-00001 ${t('wallet:order.up_to')} ${code}-00003`);
      const main = page.getByRole('main');
      await expect(main).toContainText(t('harvest:left_one', { members: 2 }));
      await expect(main).toContainText(t('harvest:recorded_by', { name: 'Greta' }));
      await expect(main).toContainText(t('harvest:approved_by', { name: 'Holger' }));

      const file = await download(page, () => page.getByRole('link', { name: t('harvest:pdf') }).click());
      const { text } = await readPdf(readFileSync(file.path));
      for (const figure of ['2,700.03', '1,890.02', '270.0028', '810.01']) expect(text).toMatch(numberOf(figure));

      await page
        .getByRole('main')
        .getByRole('link', { name: t('titles.growing'), exact: true })
        .click();
      await expect(heading).toHaveText(t('titles.growing'));
      const history = page.getByRole('table', { name: t('growing:harvests.caption') });
      const line = history.getByRole('row').filter({ hasText: t('growing:harvests.name', { room, cycle: 1 }) });
      await expect(line).toContainText(numberOf('810.01'));
      await expect(line).toContainText(t('growing:harvests.lost_one'));
      await expect(history.locator('tfoot')).toContainText(numberOf('810.01'));
    });
  });
}
