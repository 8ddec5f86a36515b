import type { Page } from '@playwright/test';
import { htmlFaults, layoutFaultsAt } from '../support/judges';
import { publishTerms } from '../support/terms';
import { test } from '../support/terms-club';
import { expect, hydrated } from '../support/test';
import type { Translate } from '../support/texts';

const dialogOf = (page: Page, t: Translate) => page.getByRole('dialog', { name: t('terms.title') });
const box = (page: Page, t: Translate) => page.getByLabel(t('terms.agree'));
const confirm = (page: Page, t: Translate) => page.getByRole('button', { name: t('terms.confirm') });

for (const language of ['en', 'de'] as const) {
  test.describe(`new terms, in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('stand before every page until the member has read and agreed, and the page goes on', async ({
      page,
      club,
      member,
      signInByCookie,
      t,
      javaScriptEnabled,
    }) => {
      await signInByCookie(await member({ language }));
      const { version } = await publishTerms(club);
      await page.goto('/dashboard');
      await expect(dialogOf(page, t)).toBeVisible();
      await page.goto('/settings/devices?x=1');
      await hydrated(page, { javaScriptEnabled });
      await expect(dialogOf(page, t)).toContainText(t('terms.version', { version }));
      await expect(dialogOf(page, t)).toContainText(
        language === 'de' ? 'Geändert: Wie lange, Ausgabe' : 'Changed: How long, Edition',
      );

      const [changes] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name: t('terms.what_changed') }).click(),
      ]);
      await expect(changes.getByRole('heading', { name: language === 'de' ? 'Wie lange' : 'How long' })).toBeVisible();
      // The example above the text comes first.
      await expect(changes.locator('del').nth(1)).toHaveText(new RegExp(`^${t('terms.changes.removed')} \\d+`));
      await expect(changes.locator('ins').nth(1)).toHaveText(new RegExp(`^${t('terms.changes.added')} 1\\d\\d`));
      await changes.close();

      if (javaScriptEnabled) await expect(confirm(page, t)).toBeDisabled();
      else await confirm(page, t).click();
      await expect(page).toHaveURL('/settings/devices?x=1');
      await box(page, t).check();
      await confirm(page, t).click();
      await expect(page.getByText(t('terms.agreed'))).toBeVisible();
      await expect(page).toHaveURL('/settings/devices?x=1');
      await expect(dialogOf(page, t)).toBeHidden();
      await expect(page.locator('.app')).not.toHaveAttribute('inert');
      await page.goto('/dashboard');
      await expect(dialogOf(page, t)).toBeHidden();
    });

    test('that change again while somebody reads are shown anew, and nothing is agreed to', async ({
      page,
      club,
      member,
      signInByCookie,
      t,
      javaScriptEnabled,
    }) => {
      await signInByCookie(await member({ language }));
      const first = await publishTerms(club);
      await page.goto('/settings/devices');
      await hydrated(page, { javaScriptEnabled });
      await expect(page.getByText(t('terms.version', { version: first.version }))).toBeVisible();
      const second = await publishTerms(club);
      // The page behind the dialog loads slowly.
      let release = () => {};
      const isReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/[?&]_data=|\.data(\?|$)/, async (route) => {
        if (route.request().method() === 'GET') await isReleased;
        await route.continue().catch(() => undefined);
      });
      await box(page, t).check();
      await confirm(page, t).click();
      await expect(page.getByRole('alert')).toContainText(t('terms.changed_meanwhile'));
      await expect(page).toHaveTitle(new RegExp(`^${t('ui.error_prefix')} `));
      await expect(page.getByText(t('terms.version', { version: second.version }))).toBeVisible();
      await expect(box(page, t)).not.toBeChecked();
      await box(page, t).check();
      await confirm(page, t).click();
      release();
      await expect(page.getByText(t('terms.agreed'))).toBeVisible();
      await expect(page).toHaveURL('/settings/devices');
    });

    test('come before a form that is sent meanwhile, and what was typed arrives after them', async ({
      page,
      club,
      member,
      signInByCookie,
      t,
      javaScriptEnabled,
    }) => {
      await signInByCookie(await member({ language }));
      await page.goto('/ui/form');
      await hydrated(page, { javaScriptEnabled });
      await page.getByLabel(t('ui.form.subject')).fill('Three seedlings');
      await page.getByLabel(t('ui.form.message'), { exact: true }).fill('They lean to the left.');
      await page.getByLabel(t('ui.form.password'), { exact: true }).fill('nobody keeps this');
      await publishTerms(club);
      await page.getByRole('button', { name: t('ui.form.send'), exact: true }).click();
      await expect(page.getByRole('heading', { name: t('terms.title') })).toBeVisible();
      await expect(page.getByText(t('terms.kept'))).toBeVisible();
      await box(page, t).check();
      await confirm(page, t).click();
      await expect(page.getByRole('heading', { name: t('form.resumed') })).toBeVisible();
      await expect(page.getByText('Three seedlings')).toBeVisible();
      await expect(page.getByText('nobody keeps this')).toHaveCount(0);
      await page.getByRole('button', { name: t('session:resume.send') }).click();
      await expect(page.getByText(/: Three seedlings: They lean/)).toBeVisible();
    });
  });
}

test('a member who never agreed to anything reads the whole texts', async ({ page, member, signInByCookie, t }) => {
  await signInByCookie(await member({ acceptedTerms: false }));
  await page.goto('/settings/privacy');
  await expect(page.getByRole('link', { name: t('terms.what_changed') })).toHaveCount(0);
  const [text] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: `${t('terms.whole_text')} : Membership terms` }).click(),
  ]);
  await expect(text.getByRole('heading', { name: 'Membership terms' })).toBeVisible();
});

test('neither Escape, nor a click beside it, nor the keyboard leads past the dialog', async ({
  page,
  member,
  signInByCookie,
  t,
  javaScriptEnabled,
}) => {
  await signInByCookie(await member({ acceptedTerms: false }));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/dashboard');
  await hydrated(page, { javaScriptEnabled });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.click(60, 200);
  await expect(page).toHaveURL('/dashboard');
  await expect(dialogOf(page, t)).toBeVisible();
  const places = [];
  for (let tab = 0; tab < 14; tab++) {
    await page.keyboard.press('Tab');
    places.push(
      await page.evaluate(() => {
        const focused = document.activeElement;
        return focused === document.body || focused?.closest('dialog') ? 'in the dialog' : focused?.outerHTML;
      }),
    );
  }
  expect(new Set(places)).toEqual(new Set(['in the dialog']));
});

test.describe('whoever does not agree', () => {
  test.beforeEach(async ({ page, member, signInByCookie, javaScriptEnabled }) => {
    await signInByCookie(await member({ acceptedTerms: false }));
    await page.goto('/settings/devices');
    await hydrated(page, { javaScriptEnabled });
  });

  test('can log out', async ({ page, t }) => {
    await dialogOf(page, t)
      .getByRole('button', { name: t('shell.logout') })
      .click();
    await expect(page).toHaveURL('/login');
  });

  test('can lock, and finds the dialog again', async ({ page, t }) => {
    await dialogOf(page, t)
      .getByRole('button', { name: t('shell.lock') })
      .click();
    await page.getByLabel(t('session:password'), { exact: true }).fill('almende-demo');
    await page.getByRole('button', { name: t('session:lock.unlock') }).click();
    await expect(dialogOf(page, t)).toBeVisible();
  });

  test('can read in another language, and stays on the page', async ({ page }) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Deutsch' }).click();
    await expect(page.getByRole('dialog', { name: 'Unsere Bedingungen haben sich geändert' })).toContainText(
      'Datenschutzhinweise',
    );
    await expect(page).toHaveURL('/settings/devices');
  });

  // With script the button waits for the tick.
  test('is told so at the box when it is sent unticked', { tag: '@no-js' }, async ({ page, t }) => {
    await page.locator('form#term-updates').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await confirm(page, t).click();
    await expect(page).toHaveTitle(new RegExp(`^${t('ui.error_prefix')} `));
    await expect(page.getByRole('alert')).toContainText(t('form.missing.agree'));
    await expect(box(page, t)).toHaveAccessibleDescription(new RegExp(t('form.missing.agree')));
    await box(page, t).check();
    await confirm(page, t).click();
    await expect(page).toHaveURL('/settings/devices');
    await expect(page.getByText(t('terms.agreed'))).toBeVisible();
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the pages of new terms, ${colorScheme}`, () => {
    test.use({ colorScheme, language: colorScheme === 'dark' ? 'de' : 'en' });
    test.describe.configure({ timeout: 120_000 });

    test('stand up to the judges', async ({
      page,
      club,
      member,
      signInByCookie,
      accessibilityFaults,
      language,
      t,
      javaScriptEnabled,
    }) => {
      await signInByCookie(await member({ language }));
      const { version } = await publishTerms(club);
      const judge = async () => {
        await hydrated(page, { javaScriptEnabled });
        expect.soft(await accessibilityFaults(page), page.url()).toEqual([]);
        for (const width of [320, 360, 1280]) {
          expect.soft(await layoutFaultsAt(page, width), page.url()).toEqual([]);
        }
      };
      for (const path of ['/dashboard', '/term-updates', `/terms/privacy/changes?from=${version - 1}`]) {
        const answer = await page.goto(path);
        if (javaScriptEnabled) expect.soft(await htmlFaults((await answer?.text()) ?? ''), path).toEqual([]);
        await judge();
      }
      await page.goto('/dashboard');
      await publishTerms(club);
      await box(page, t).check();
      await confirm(page, t).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await judge();
    });
  });
}
