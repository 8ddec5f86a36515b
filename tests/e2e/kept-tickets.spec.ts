import type { Page } from '@playwright/test';
import { createAppointment, openListed } from '../support/appointments';
import type { Club } from '../support/club';
import { cachedBy, workerReady } from '../support/service-worker';
import { expect, hydrated, test } from '../support/test';
import type { Translate } from '../support/texts';

test.describe('with a service worker', { tag: '@js' }, () => {
  test.use({ serviceWorkers: 'allow', expectedFaults: [[/Failed to fetch manifest patches/], { scope: 'test' }] });

  /** Keeps a ticket of a new member, who never leaves the page that registered the worker. Returns its path and code. */
  const keepTicket = async (title: string, page: Page, club: Club, t: Translate, enterList: () => Promise<unknown>) => {
    const path = `/appointment/ticket/${await createAppointment(club, { title })}`;
    await enterList();
    await workerReady(page);
    await openListed(page, title);
    await page.getByRole('button', { name: t('appointment:register.send') }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    const code = (await page.locator('.stub .ref').textContent()) ?? '';
    expect((await cachedBy(page, code)).holdsText).toBe(false);
    await page.getByRole('button', { name: t('appointment:keep.keep') }).click();
    await expect(page.getByText(t('appointment:keep.kept'))).toBeVisible();
    return { path, code };
  };

  test('a ticket that was kept opens without a network, and is gone after the logout', async ({
    page,
    context,
    club,
    member,
    enter,
    t,
  }) => {
    const title = 'Sternenabend im Feld';
    const mira = await member();
    const { path, code } = await keepTicket(title, page, club, t, () => enter(mira, '/appointments'));
    const kept = await cachedBy(page, code);
    expect(kept.holdsText).toBe(true);
    expect(kept.paths.filter((one) => one.startsWith('/appointment'))).toEqual([path]);

    await context.setOffline(true);
    await page.goto(path);
    await expect(page.getByText(code)).toBeVisible();
    await expect(page.getByText(t('appointment:keep.offline'))).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline.title'));
    await page.getByRole('link', { name: t('appointment:ticket.page_title', { title }) }).click();
    await expect(page.getByText(code)).toBeVisible();

    await context.setOffline(false);
    await page.goto('/dashboard');
    await hydrated(page, {});
    // The page removes the ticket too, but only once it has shown that nobody is signed in. The worker is first.
    await page.evaluate(() => {
      CacheStorage.prototype.delete = async () => true;
    });
    await page.locator('form[action="/logout"] button').first().click();
    await expect(page).toHaveURL(/\/login/);
    expect((await cachedBy(page, code)).holdsText).toBe(false);
    await context.setOffline(true);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline.title'));
    await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  });

  for (const exit of ['logout', 'lock'] as const) {
    test(`a kept ticket goes with the ${exit}, and stays if that does not arrive`, async ({
      page,
      context,
      club,
      member,
      enter,
      t,
    }) => {
      const mira = await member();
      const { code } = await keepTicket(`Nachtwanderung vor ${exit}`, page, club, t, () =>
        enter(mira, '/appointments'),
      );
      await page.evaluate(() => {
        CacheStorage.prototype.delete = async () => true;
      });
      await context.setOffline(true);
      await page.locator(`form[action="/${exit}"] button`).first().click();
      const notice = t(`shell.offline.${exit}`);
      await expect(page.getByRole('alert').filter({ hasText: notice })).toBeVisible();
      expect((await cachedBy(page, code)).holdsText).toBe(true);
      await context.setOffline(false);
      await page.locator(`form[action="/${exit}"] button`).first().click();
      await expect(page.locator('input[name="password"]')).toBeVisible();
      expect((await cachedBy(page, code)).holdsText).toBe(false);
    });
  }

  test('a kept ticket is gone once another member is there, without a logout', async ({
    page,
    context,
    club,
    member,
    enter,
    signInByCookie,
    t,
  }) => {
    const mira = await member();
    const { code } = await keepTicket('Hofkino', page, club, t, () => enter(mira, '/appointments'));
    // The page of the first one shows no end of the session.
    await context.clearCookies();
    await signInByCookie(await member());
    await page.goto('/dashboard');
    await expect.poll(async () => (await cachedBy(page, code)).holdsText).toBe(false);
  });
});
