import { kept, message, note, open, password, reload, send, spoil, subject, TYPED } from '../support/drafts';
import { hold } from '../support/hold';
import { expect, hydrated, test } from '../support/test';

test('a reload brings back what was typed, and nothing is claimed without script', async ({
  page,
  member,
  signInByCookie,
  t,
  javaScriptEnabled,
}) => {
  await signInByCookie(await member());
  await page.goto('/ui/form');
  await hydrated(page, { javaScriptEnabled });
  await subject(page, t).fill(TYPED);
  await page.goto('/dashboard');
  await page.goto('/ui/form');
  if (javaScriptEnabled) await expect(subject(page, t)).toHaveValue(TYPED);
  await expect(note(page, t)).toHaveCount(javaScriptEnabled ? 1 : 0);
  await subject(page, t).fill('Another one');
  await message(page, t).fill('Sent as ever.');
  await send(page, t).click();
  await expect(page.getByText('Arrived: Another one: Sent as ever.')).toBeVisible();
  await page.goto('/ui/form');
  await hydrated(page, { javaScriptEnabled });
  await expect(subject(page, t)).toHaveValue('');
  await expect(note(page, t)).toHaveCount(0);
});

test('a switch of the language keeps what was typed, and says nothing of it', async ({
  page,
  member,
  signInByCookie,
  t,
  javaScriptEnabled,
}) => {
  await signInByCookie(await member({ language: 'en' }));
  await page.goto('/ui/form');
  await hydrated(page, { javaScriptEnabled });
  await subject(page, t).fill(TYPED);
  await page.locator('summary').filter({ hasText: 'EN' }).click();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('input[name=subject]')).toHaveValue(TYPED);
  await expect(page.getByText('Was du getippt hast, ist wieder da')).toHaveCount(0);
});

test.describe('drafts', { tag: '@js' }, () => {
  test.beforeEach(async ({ page, member, signInByCookie }) => {
    await signInByCookie(await member());
    await open(page, '/ui/form');
  });

  test('hold every kind of field, save for passwords', async ({ page, t }) => {
    await subject(page, t).fill(TYPED);
    await message(page, t).fill('They lean to the left.\nShould I turn them?');
    await page.getByLabel(t('ui.form.later')).check();
    await page.getByLabel(t('ui.form.copy')).check();
    await password(page, t).fill('nobody keeps this');
    await reload(page);
    await expect(note(page, t)).toBeVisible();
    await expect(subject(page, t)).toHaveValue(TYPED);
    await expect(message(page, t)).toHaveValue('They lean to the left.\nShould I turn them?');
    await expect(page.getByLabel(t('ui.form.later'))).toBeChecked();
    await expect(page.getByLabel(t('ui.form.copy'))).toBeChecked();
    expect(await kept(page)).toContain(TYPED);
    expect(await kept(page)).not.toContain('nobody keeps this');
  });

  test('survive a page that ends without a word', async ({ page, t }) => {
    await page.evaluate(() => {
      for (const type of ['pagehide', 'visibilitychange'])
        window.addEventListener(type, (event) => event.stopImmediatePropagation(), true);
    });
    await subject(page, t).fill(TYPED);
    await expect.poll(() => kept(page)).toContain(TYPED);
    await reload(page);
    await expect(subject(page, t)).toHaveValue(TYPED);
  });

  test('come back when the member does, and are discarded on request', async ({ page, t }) => {
    await subject(page, t).fill(TYPED);
    await page.getByLabel(t('ui.form.now')).check();
    await page.getByLabel(t('ui.form.copy')).check();
    await page.getByRole('link', { name: t('shell.home', { product: 'Almende' }) }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(note(page, t)).toHaveCount(0);
    await page.goBack();
    await expect(note(page, t)).toBeVisible();
    await expect(subject(page, t)).toHaveValue(TYPED);

    await note(page, t)
      .getByRole('button', { name: t('shell.draft.discard') })
      .click();
    await expect(note(page, t)).toHaveCount(0);
    await expect(subject(page, t)).toHaveValue('');
    await expect(subject(page, t)).toBeFocused();
    await expect(page.getByLabel(t('ui.form.now'))).not.toBeChecked();
    await expect(page.getByLabel(t('ui.form.copy'))).not.toBeChecked();
    await expect.poll(() => kept(page)).toBe('');
    await reload(page);
    await expect(note(page, t)).toHaveCount(0);
  });

  test('end when the form is accepted, and not when it is refused', async ({ page, t }) => {
    await subject(page, t).fill(TYPED);
    await message(page, t).fill('Refused first');
    await spoil(page);
    await send(page, t).click();
    await expect(page.locator('#error-summary')).toBeVisible();
    await reload(page);
    await expect(note(page, t)).toBeVisible();
    await expect(message(page, t)).toHaveValue('Refused first');
    await send(page, t).click();
    await expect(page.getByText(`Arrived: ${TYPED}: Refused first`)).toBeVisible();
    await expect(note(page, t)).toHaveCount(0);
    await expect.poll(() => kept(page)).toBe('');
    await reload(page);
    await expect(note(page, t)).toHaveCount(0);
    await expect.poll(() => kept(page)).toBe('');
  });

  test('give way to a form that came back refused', async ({ page, t }) => {
    await subject(page, t).fill('an older draft');
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    await subject(page, t).fill('what the server has seen');
    await message(page, t).fill('and this');
    await spoil(page);
    await page.unroute('**/assets/*.js');
    await send(page, t).click();
    await expect(page.locator('#error-summary')).toBeVisible();
    await hydrated(page, { javaScriptEnabled: true });
    await message(page, t).fill('and more');
    await expect.poll(() => kept(page)).toContain('and more');
    await expect(subject(page, t)).toHaveValue('what the server has seen');
    await expect(note(page, t)).toHaveCount(0);
    await open(page, '/ui/form');
    await expect(note(page, t)).toBeVisible();
    await expect(subject(page, t)).toHaveValue('what the server has seen');
  });

  test('give way to what was typed before script ran', async ({ page, t }) => {
    await subject(page, t).fill('an older draft');
    await message(page, t).fill('an older message');
    const release = await hold(page, '**/assets/*.js');
    await page.goto('/ui/form', { waitUntil: 'load' });
    await subject(page, t).fill('typed early');
    release();
    await hydrated(page, { javaScriptEnabled: true });
    await expect(message(page, t)).toHaveValue('an older message');
    await expect(subject(page, t)).toHaveValue('typed early');
  });

  test('leave out what is marked', async ({ page, t }) => {
    await message(page, t).evaluate((field) => field.parentElement?.setAttribute('data-draft', 'off'));
    await subject(page, t).fill(TYPED);
    await message(page, t).fill('not to be kept');
    await reload(page);
    await expect(subject(page, t)).toHaveValue(TYPED);
    expect(await kept(page)).not.toContain('not to be kept');
  });

  test('are carried through the end of the session once, not twice', async ({ page, club, t }) => {
    await subject(page, t).fill(TYPED);
    await message(page, t).fill('Sent too late');
    await club.clock.advance(3601);
    await send(page, t).click();
    // Both pages have a field with this name.
    await expect(page.getByText(t('session:lock.kept'))).toBeVisible();
    await page.getByLabel(t('session:password'), { exact: true }).fill('almende-demo');
    await page.getByRole('button', { name: t('session:lock.unlock'), exact: true }).click();
    await page.getByRole('button', { name: t('session:resume.send'), exact: true }).click();
    await expect(page.getByText(`Arrived: ${TYPED}: Sent too late`)).toBeVisible();
    await expect(note(page, t)).toHaveCount(0);
    await expect(subject(page, t)).toHaveValue('');
  });

  test.describe('without a network', () => {
    // The router prefetches what the links of a page need, and logs a failure.
    test.use({ expectedFaults: [[/Failed to fetch manifest patches/], { scope: 'test' }] });
    test('are kept', async ({ page, context, t }) => {
      await subject(page, t).fill(TYPED);
      await message(page, t).fill('Nobody hears this');
      await context.setOffline(true);
      await send(page, t).click();
      await expect(page.getByRole('alert').filter({ hasText: t('shell.offline.text') })).toBeVisible();
      await expect.poll(() => kept(page)).toContain('Nobody hears this');
      await context.setOffline(false);
      await reload(page);
      await expect(message(page, t)).toHaveValue('Nobody hears this');
    });
  });
});
