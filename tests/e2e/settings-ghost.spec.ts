import { stopTime } from '../support/clock';
import { GHOST_REASON, ghostPath } from '../support/ghost';
import { tellMember } from '../support/notifications';
import { bell } from '../support/shell';
import { expect, hydrated, test } from '../support/test';

test('staff see a member’s area by a link, cannot change it, and leave', async ({ page, club, member, visit, t }) => {
  const mira = await member();
  await page.goto(await ghostPath(club, mira));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    t('session:ghost.enter_heading', { name: mira.name }),
  );
  await expect(page.getByRole('main')).toContainText('Greta Holm');
  await expect(page.getByRole('main')).toContainText(GHOST_REASON);
  await page.getByRole('button', { name: t('session:ghost.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  const banner = page.getByRole('complementary', { name: t('shell.ghost.label') });
  await expect(banner).toContainText(t('shell.ghost.who', { actor: 'Greta Holm', name: mira.name }));
  await visit('/settings/devices');
  await expect(banner).toBeVisible();
  for (const path of ['/support/ticket/999999', '/terms/privacy', '/settings/notifications']) {
    await page.goto(path);
    await expect(banner).toBeVisible();
  }
  await page.getByRole('button', { name: t('settings:notifications.save') }).click();
  await expect(page.getByText(refusal)).toBeVisible();

  await banner.getByRole('button', { name: t('shell.ghost.leave') }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(t('shell.ghost.left'))).toBeVisible();
  await expect(banner).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
});

const refusal = 'In ghost mode you can look at this account, but you cannot do this.';

test('the session of the staff ends when they enter, and the time is up after half an hour', async ({
  page,
  club,
  member,
  signInByCookie,
  t,
}) => {
  const [mira, ole] = [await member(), await member({ firstname: 'Ole' })];
  await signInByCookie(ole);
  await page.goto(await ghostPath(club, mira));
  await expect(page.getByText(t('session:ghost.signed_in', { name: ole.name }))).toBeVisible();
  await page.getByRole('button', { name: t('session:ghost.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await club.clock.advance(30 * 60);
  await page.goto('/settings/devices');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(t('shell.ghost.expired'))).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('•••');
  await page.goto('/lock');
  await expect(page).toHaveURL(/\/login$/);
});

// A foreign back end answers 404 to a call that it does not have. The page cannot tell that from a used link.
test('a used link says so', { tag: '@embedded' }, async ({ page, club, member, t }) => {
  const path = await ghostPath(club, await member());
  await page.goto(path);
  await page.getByRole('button', { name: t('session:ghost.submit'), exact: true }).click();
  await page.getByRole('button', { name: t('shell.ghost.leave') }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(path);
  await expect(page.getByText(t('session:ghost.over'))).toBeVisible();
});

test.describe('in German', () => {
  test.use({ language: 'de' });

  // Only the embedded back end knows for which page a call is.
  test(
    'the member is told, sees page by page what staff looked at, and ends it',
    { tag: '@embedded' },
    async ({ page, browser, club, member, enter, visit, t }, { project }) => {
      const mira = await member({ language: 'de' });
      const elsewhere = await browser.newContext({
        baseURL: club.url,
        locale: 'de-DE',
        javaScriptEnabled: project.name === 'js',
      });
      const staff = await elsewhere.newPage();
      await staff.goto(await ghostPath(club, mira));
      await staff.getByRole('button', { name: t('session:ghost.submit'), exact: true }).click();
      await expect(staff).toHaveURL(/\/dashboard$/);
      await staff.goto('/settings/address');

      await enter(mira, '/notifications');
      await expect(
        page.getByRole('link', { name: 'Greta Holm aus unserem Team sieht sich dein Konto an' }),
      ).toBeVisible();
      const mail = await club.mailbox.waitFor({
        to: mira.email,
        subject: 'Greta Holm aus unserem Team sieht sich dein Konto an',
      });
      expect(mail.text).toContain(GHOST_REASON);

      await visit('/settings/privacy');
      const card = page.getByRole('region', { name: t('settings:ghost.title') });
      await expect(card).toContainText(t('settings:ghost.reason', { reason: GHOST_REASON }));
      await expect(card.getByText('/dashboard', { exact: true }).first()).toBeVisible();
      await expect(card.getByText('/settings/address', { exact: true }).first()).toBeVisible();
      await card.getByRole('button', { name: t('settings:ghost.end'), exact: true }).click();
      await expect(page.getByText(t('settings:ghost.ended'))).toBeVisible();
      await expect(card).toContainText(t('settings:ghost.ended_by.member'));
      await expect(card.getByRole('button', { name: t('settings:ghost.end'), exact: true })).toHaveCount(0);

      await staff.goto('/settings/devices');
      await expect(staff).toHaveURL(/\/login$/);
      await expect(staff.getByText(t('shell.ghost.ended'))).toBeVisible();
      await elsewhere.close();
    },
  );
});

test('nothing is live, the bell opens all the same, and what is new counts with the next page @js', async ({
  page,
  club,
  member,
  enter,
  t,
  javaScriptEnabled,
}) => {
  const mira = await member();
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.goto(await ghostPath(club, mira));
  await page.getByRole('button', { name: t('session:ghost.submit'), exact: true }).click();
  await hydrated(page, { javaScriptEnabled });
  await page.evaluate(() => new Promise((resolve) => window.requestIdleCallback(resolve)));
  await page.locator('a.tool[href="/notifications"]').click();
  await expect(page.getByRole('link', { name: 'Greta Holm of our staff is looking at your account' })).toBeVisible();
  await tellMember(club, mira, { unread: 1 });
  await page.goto('/settings/devices');
  await expect(bell(page, t, 2)).toBeAttached();
  expect(sockets).toEqual([]);

  await page.getByRole('button', { name: t('shell.ghost.leave') }).click();
  await expect(page).toHaveURL(/\/login$/);
  await enter(mira, '/dashboard');
  await expect.poll(() => sockets).toHaveLength(1);
});

test('script counts down, and offers no longer stay @js', async ({ page, club, member, t, javaScriptEnabled }) => {
  const mira = await member();
  await page.clock.install();
  await page.goto(await ghostPath(club, mira));
  await page.getByRole('button', { name: t('session:ghost.submit'), exact: true }).click();
  const timer = page.getByRole('timer');
  await expect(timer).toBeVisible();
  await hydrated(page, { javaScriptEnabled });
  await stopTime(page);
  const readSeconds = async () => {
    const [, minutes, seconds] = /^\((\d+):(\d\d)\)$/.exec((await timer.textContent()) ?? '') ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };
  const left = await readSeconds();
  expect(left).toBeGreaterThan(60);
  expect(left).toBeLessThanOrEqual(30 * 60);
  await page.clock.fastForward((left - 60) * 1000);
  await expect(timer).toHaveText(/^\((1:00|0:59)\)$/);
  await expect(page.getByText(t('shell.expiry.title'))).toHaveCount(0);
});
