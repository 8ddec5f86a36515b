import { kept, note, open, reload, subject, TYPED } from '../support/drafts';
import { expect, fillLogin, test } from '../support/test';

test.describe('drafts', { tag: '@js' }, () => {
  test.beforeEach(async ({ page, member, signInByCookie }, { title }) => {
    if (title.startsWith('a guest')) return;
    await signInByCookie(await member());
    await open(page, '/ui/form');
  });

  test('are gone after half an hour', async ({ page, t }) => {
    await page.clock.install();
    await open(page, '/ui/form');
    await subject(page, t).fill(TYPED);
    await open(page, '/settings/devices');
    await page.clock.fastForward('29:00');
    await open(page, '/ui/form');
    await expect(note(page, t)).toBeVisible();
    await open(page, '/settings/devices');
    await page.clock.fastForward('31:00');
    await reload(page);
    await expect.poll(() => kept(page)).toBe('');
    await open(page, '/ui/form');
    await expect(note(page, t)).toHaveCount(0);
  });

  test('are gone after half an hour behind the lock page', async ({ page, t }) => {
    await page.clock.install();
    await open(page, '/ui/form');
    await subject(page, t).fill(TYPED);
    await open(page, '/lock');
    await page.getByRole('button', { name: t('session:lock.now'), exact: true }).click();
    await expect(page.getByLabel(t('session:password'), { exact: true })).toBeVisible();
    expect(await kept(page)).toContain(TYPED);
    await page.clock.fastForward('31:00');
    await expect.poll(() => kept(page)).toBe('');
  });

  test('are dropped in all tabs by a logout', async ({ page, context, t }) => {
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await open(tab, '/ui/form');
      await subject(tab, t).fill(TYPED);
      await expect.poll(() => kept(tab)).toContain(TYPED);
    }
    // One of the tabs has left the page with the draft.
    await open(other, '/terms/privacy');
    await page.getByRole('button', { name: t('shell.logout') }).click();
    await expect(page).toHaveURL(/\/login$/);
    for (const tab of [page, other]) await expect.poll(() => kept(tab)).toBe('');
  });

  test('belong to one member', async ({ page, context, member, signInByCookie, t }) => {
    await subject(page, t).fill(TYPED);
    await expect.poll(() => kept(page)).toContain(TYPED);
    await context.clearCookies();
    await signInByCookie(await member());
    await open(page, '/ui/form');
    await expect(note(page, t)).toHaveCount(0);
    await expect(subject(page, t)).toHaveValue('');
    await expect.poll(() => kept(page)).toBe('');
  });

  test('a guest finds the application again, without the password', async ({ page, t }) => {
    await open(page, '/register');
    const firstname = page.getByLabel(t('session:firstname'), { exact: true });
    await firstname.fill('Jonas');
    await page.getByLabel(t('session:country'), { exact: true }).selectOption('AT');
    await page.locator('form#register input[type=checkbox]').first().check();
    await page.getByLabel(t('session:password'), { exact: true }).fill('three wet garden gates');
    await open(page, '/recover');
    await open(page, '/register');
    await expect(note(page, t)).toBeVisible();
    await expect(firstname).toHaveValue('Jonas');
    await expect(page.getByLabel(t('session:country'), { exact: true })).toHaveValue('AT');
    await expect(page.locator('form#register input[type=checkbox]').first()).toBeChecked();
    await expect(page.getByLabel(t('session:password'), { exact: true })).toHaveValue('');
  });

  test('a guest leaves nothing of a login behind, and a member nothing of a guest', async ({ page, member, t }) => {
    await open(page, '/register');
    await page.getByLabel(t('session:firstname'), { exact: true }).fill('Jonas');
    await open(page, '/login');
    await page.locator('input[name=email]').fill('typed@example.org');
    await open(page, '/recover');
    expect(await kept(page)).toContain('Jonas');
    expect(await kept(page)).not.toContain('typed@example.org');
    await open(page, '/login');
    await fillLogin(page, await member());
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect.poll(() => kept(page)).toBe('');
  });
});
