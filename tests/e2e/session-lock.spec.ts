import { expect, hydrated, test } from '../support/test';

test.describe('a locked session', () => {
  test.beforeEach(async ({ page, member, enter, t }, testInfo) => {
    await enter(await member({ firstname: 'Lena', twoFactor: testInfo.title.includes('second factor') }), '/dashboard');
    await page.getByRole('button', { name: t('shell.lock') }).click();
    await expect(page.getByRole('heading', { name: t('session:lock.heading') })).toBeVisible();
  });

  test('names the member, not the address, and opens with the password on the page asked for', async ({ page, t }) => {
    await expect(page.getByText('Lena Feld, m•••@example.org')).toBeVisible();
    await page.goto('/settings/devices');
    await expect(page).toHaveURL('/lock?return_to=%2Fsettings%2Fdevices');

    await page.getByLabel(t('session:password'), { exact: true }).fill('not the password');
    await page.getByRole('button', { name: t('session:lock.unlock') }).click();
    await expect(page.getByRole('alert')).toContainText(t('session:lock.wrong_password'));
    await expect(page.getByLabel(t('session:password'), { exact: true })).toHaveValue('');

    await page.getByLabel(t('session:password'), { exact: true }).fill('almende-demo');
    await page.getByRole('button', { name: t('session:lock.unlock') }).click();
    await expect(page).toHaveURL(/\/settings\/devices$/);
  });

  test('leaves the pages for guests open', async ({ page, t }) => {
    await page.goto('/recover');
    await expect(page.getByRole('heading', { name: t('session:recover.heading') })).toBeVisible();
  });

  test('forgets everything for another account', async ({ page, t }) => {
    await page.getByRole('button', { name: t('session:lock.other_account') }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel(t('session:email'), { exact: true })).toHaveValue('');
    await page.goto('/lock');
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('a second factor is asked for at the lock, too', async ({ page, member, enter, t }) => {
  const mira = await member({ twoFactor: true });
  await enter(mira, '/dashboard');
  await page.getByRole('button', { name: t('shell.lock') }).click();
  await page.getByLabel(t('session:password'), { exact: true }).fill(mira.password);
  await page.getByRole('button', { name: t('session:lock.unlock') }).click();
  await page.getByLabel(t('session:two_factor.code')).fill('000000');
  await page.getByRole('button', { name: t('session:lock.unlock') }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel(t('session:two_factor.code')).fill(await mira.code());
  await page.getByRole('button', { name: t('session:lock.unlock') }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the lock page of somebody who is signed in locks only by its button', async ({
  page,
  member,
  signInByCookie,
  t,
}) => {
  await signInByCookie(await member());
  await page.goto('/lock');
  await expect(page.getByRole('heading', { name: t('session:lock.now_title') })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/lock');
  await page.getByRole('button', { name: t('session:lock.now') }).click();
  await expect(page.getByRole('heading', { name: t('session:lock.heading') })).toBeVisible();
});

test('locking on a form leads back to it, and with script to the amount that was typed', async ({
  page,
  member,
  signInByCookie,
  t,
  javaScriptEnabled,
}) => {
  await signInByCookie(await member());
  await page.goto('/financial/action/make-deposit');
  await hydrated(page, { javaScriptEnabled });
  const amount = page.getByLabel(t('wallet:deposit.amount'));
  await amount.fill('149.50');
  await page.getByRole('button', { name: t('shell.lock') }).click();
  await page.getByLabel(t('session:password'), { exact: true }).fill('almende-demo');
  await page.getByRole('button', { name: t('session:lock.unlock') }).click();
  await expect(page).toHaveURL('/financial/action/make-deposit');
  await expect(amount).toHaveValue(javaScriptEnabled ? '149.50' : '');
});

test('without a known member there is nothing to unlock', async ({ page }) => {
  await page.goto('/lock');
  await expect(page).toHaveURL(/\/login$/);
});

test.describe('the end of a session', () => {
  const press = (name: string) => ({ name, exact: true });

  test('what was sent comes back after unlocking, and arrives', async ({
    page,
    club,
    member,
    enter,
    t,
    javaScriptEnabled,
  }) => {
    await enter(await member(), '/dashboard');
    await hydrated(page, { javaScriptEnabled });
    const panel = t('dashboard.intro.register_intro.title');
    await expect(page.getByRole('heading', { name: panel })).toBeVisible();
    await club.clock.advance(3601);
    await page.getByRole('button', { name: new RegExp(`^${t('dashboard.intro.hide')} ?: ${panel}`) }).click();
    await expect(page.getByText(t('session:lock.kept'))).toBeVisible();

    await page.getByLabel(t('session:password'), { exact: true }).fill('a wrong one first');
    await page.getByRole('button', press(t('session:lock.unlock'))).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByText(t('session:lock.kept'))).toBeVisible();

    await page.getByLabel(t('session:password'), { exact: true }).fill('almende-demo');
    await page.getByRole('button', press(t('session:lock.unlock'))).click();
    await expect(page).toHaveTitle(new RegExp(`^${t('form.resumed')} - `));
    await expect(page.getByText(t('session:resume.pressed'))).toBeVisible();
    await page.getByRole('button', press('Send now')).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: panel })).toBeHidden();
  });

  test('brings back what was typed, save for passwords', async ({
    page,
    club,
    member,
    signInByCookie,
    t,
    javaScriptEnabled,
  }) => {
    await signInByCookie(await member({ timeZone: null }));
    if (javaScriptEnabled) await page.clock.install();
    await page.goto('/ui/form');
    await hydrated(page, { javaScriptEnabled });
    const subject = page.getByLabel(t('ui.form.subject'));
    const message = page.getByLabel(t('ui.form.message'), { exact: true });
    await subject.fill('Three seedlings');
    await message.fill('They lean to the left.\nShould I turn them?');
    await page.getByLabel(t('ui.form.password'), { exact: true }).fill('nobody keeps this');
    await club.clock.advance(3601);
    // Without script the member notices the end when the form is sent, with script at once.
    if (javaScriptEnabled) {
      await hydrated(page, {});
      await page.clock.runFor('01:00:01');
    } else {
      await page.getByRole('button', press(t('ui.form.send'))).click();
    }

    // Both pages have a field with this name.
    await expect(page.getByRole('button', press(t('session:lock.unlock')))).toBeVisible();
    await page.getByLabel(t('session:password'), { exact: true }).fill('almende-demo');
    await page.getByRole('button', press(t('session:lock.unlock'))).click();
    if (javaScriptEnabled) {
      await expect(page.getByText(t('shell.draft.restored'))).toBeVisible();
      await expect(subject).toHaveValue('Three seedlings');
      await expect(message).toHaveValue('They lean to the left.\nShould I turn them?');
      await expect(page.getByLabel(t('ui.form.password'), { exact: true })).toHaveValue('');
      await page.getByRole('button', press(t('ui.form.send'))).click();
    } else {
      await expect(page.getByText('Three seedlings')).toBeVisible();
      await expect(page.getByText('nobody keeps this')).toHaveCount(0);
      await page.getByRole('button', press(t('session:resume.send'))).click();
    }
    await expect(page.getByText(/Arrived: Three seedlings: They lean/)).toBeVisible();
  });

  test('is asked for the second factor, too, and what was sent can be discarded', async ({
    page,
    club,
    member,
    enter,
    t,
  }) => {
    const mira = await member({ twoFactor: true });
    await enter(mira, '/dashboard');
    const panel = t('dashboard.intro.register_intro.title');
    await club.clock.advance(3601);
    await page.getByRole('button', { name: new RegExp(`^${t('dashboard.intro.hide')} ?: ${panel}`) }).click();
    await page.getByLabel(t('session:password'), { exact: true }).fill(mira.password);
    await page.getByRole('button', press(t('session:lock.unlock'))).click();
    await page.getByLabel(t('session:two_factor.code')).fill(await mira.code());
    await page.getByRole('button', press(t('session:lock.unlock'))).click();
    await expect(page.getByRole('heading', { name: t('form.resumed') })).toBeVisible();
    await page.getByRole('link', press('Discard')).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: panel })).toBeVisible();
  });

  test('leads a page that is only looked at to the lock and back', async ({ page, club, member, enter, t }) => {
    await enter(await member(), '/settings/devices');
    await club.clock.advance(3601);
    await page.goto('/settings/privacy?x=1');
    await expect(page).toHaveURL('/lock?return_to=%2Fsettings%2Fprivacy%3Fx%3D1');
    await page.getByLabel(t('session:password'), { exact: true }).fill('almende-demo');
    await page.getByRole('button', press(t('session:lock.unlock'))).click();
    await expect(page).toHaveURL('/settings/privacy?x=1');
  });

  test('does not come for a member who is active', async ({ club, member, enter, visit }) => {
    await enter(await member(), '/dashboard');
    for (let quarter = 0; quarter < 3; quarter++) {
      await club.clock.advance(50 * 60);
      await visit('/settings/devices');
    }
  });
});

test.describe('the warning before the end', { tag: '@js' }, () => {
  test.beforeEach(async ({ page, member, enter }) => {
    await page.clock.install();
    await enter(await member({ timeZone: null }), '/settings/devices');
    await hydrated(page, {});
  });

  test('comes two minutes ahead and offers to stay', async ({ page, club, t }) => {
    await club.clock.advance(58 * 60 + 10);
    await page.clock.runFor('58:10');
    await expect(page.getByText(t('shell.expiry.title'))).toBeVisible();
    await page.getByRole('button', { name: t('shell.expiry.stay') }).click();
    await expect(page.getByText(t('shell.expiry.title'))).toBeHidden();
    await club.clock.advance(30 * 60);
    await page.goto('/settings/devices');
    await expect(page).toHaveURL(/\/settings\/devices$/);
  });

  test('is followed by the lock', async ({ page, club, t }) => {
    await club.clock.advance(3601);
    await page.clock.runFor('01:00:01');
    await expect(page).toHaveURL('/lock?return_to=%2Fsettings%2Fdevices');
    await expect(page.getByRole('heading', { name: t('session:lock.heading') })).toBeVisible();
  });
});
