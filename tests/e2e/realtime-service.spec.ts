import { startEndpoint } from '../../upstream/realtime/endpoint.testing';
import { testApp } from '../../upstream/realtime/realtime.testing';
import { startClub } from '../support/club';
import { expect, fillLogin, test } from '../support/test';

// Realtime needs script. Without script every page shows the same when it is loaded.
test.describe('an external realtime service', { tag: '@js' }, () => {
  test.describe.configure({ timeout: 120_000 });
  // The question for a session that has ended is refused.
  test.use({ expectedFaults: [[/401/], { scope: 'test' }] });

  test('ends the sockets of a session that has ended, and those of the others come back', async ({
    page,
    browser,
    t,
  }) => {
    const origins: string[] = [];
    const { endpoint, port, stop } = await startEndpoint({ otherOrigins: origins });
    const club = await startClub({
      ...{ PUSHER_APP_ID: testApp.id, PUSHER_APP_KEY: testApp.key, PUSHER_APP_SECRET: testApp.secret },
      ...{ PUSHER_HOST: 'localhost', PUSHER_PORT: String(port), PUSHER_SCHEME: 'http' },
    });
    origins.push(club.url);
    const mira = await club.member();
    const sockets = () => endpoint.hub.users.of(String(mira.id));

    await page.goto(`${club.url}/login`);
    await fillLogin(page, mira);
    await expect.poll(() => sockets().length).toBe(1);
    const first = sockets()[0];
    const other = await browser.newPage();
    await other.goto(`${club.url}/login`);
    await fillLogin(other, mira);
    await expect.poll(() => sockets().length).toBe(2);
    await other.goto(`${club.url}/settings/devices`);
    await expect.poll(() => sockets().length).toBe(2);
    await other.getByRole('button', { name: t('settings:devices.revoke_others') }).click();
    await expect(other.getByText(t('settings:devices.revoked_others', { count: 1 }))).toBeVisible();
    await expect.poll(() => sockets().length).toBe(1);
    expect(sockets()).not.toContain(first);
    await expect.poll(() => endpoint.hub.channels.find(`private-user.${mira.id}`)?.listeners.size).toBe(1);
    // The page whose session ended may connect again while its service stops, which a browser reports as a fault.
    await page.goto('about:blank');
    await other.close();
    await club.stop();
    await stop();
  });
});
