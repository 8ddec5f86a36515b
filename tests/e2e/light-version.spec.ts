import { expect, test } from '../support/test';

test.describe('the light version', () => {
  test('has no script and can be left again', async ({ page, member, signInByCookie, t }) => {
    await signInByCookie(await member());
    await page.goto('/settings/devices?here=1');
    await page.getByRole('button', { name: t('shell.footer.light') }).click();
    await expect(page.getByRole('button', { name: t('shell.footer.full') })).toBeVisible();
    await expect(page).toHaveURL('/settings/devices?here=1');
    for (const path of ['/dashboard', '/settings/devices', '/growing', '/routes']) {
      const html = await (await page.request.get(path)).text();
      expect(html, path).not.toMatch(/<script|modulepreload|<template|onclick=/i);
    }
    await page.getByRole('button', { name: t('shell.footer.full') }).click();
    await expect(page.getByRole('button', { name: t('shell.footer.light') })).toBeVisible();
    expect(await (await page.request.get('/dashboard')).text()).toContain('<script');
  });

  test('comes by itself for whoever saves data', async ({ page, club, extraHTTPHeaders }) => {
    const headers = { ...extraHTTPHeaders, 'Save-Data': 'on' };
    const answer = await page.request.get(`${club.url}/login`, { headers });
    expect(await answer.text()).not.toContain('<script');
    // No cache may hand it to somebody who did not ask for it.
    expect(answer.headers()['cache-control']).toContain('no-store');
  });
});
