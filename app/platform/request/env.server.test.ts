import { describe, expect, it } from 'vitest';
import { readEnv } from './env.server';

const STRONG = 'Zk3vQ8r1Lw7xT5yN2mB9cH4jD6fG0sPa';
const production = { PUBLIC_URL: 'https://club.example/', SESSION_SECRET: STRONG };

describe('readEnv', () => {
  it('needs nothing outside production', () => {
    const env = readEnv({});
    expect(env).toMatchObject({ production: false, publicUrl: null, productName: 'Almende', upstreamUrl: null });
    expect(env.modules).toHaveLength(8);
    expect(env.sessionSecrets[0]).toHaveLength(43);
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]'])('%s is no production', (PUBLIC_URL) => {
    expect(readEnv({ PUBLIC_URL }).production).toBe(false);
  });

  it.each([
    [{ SESSION_SECRET: undefined }, /SESSION_SECRET is missing/],
    [{ SESSION_SECRET: 'changeme' }, /SESSION_SECRET is weak/],
    [{ SESSION_SECRET: 'a'.repeat(64) }, /SESSION_SECRET is weak/],
    [{ SESSION_SECRET: `${STRONG},short` }, /SESSION_SECRET is weak/],
    [{ DEMO: '1' }, /DEMO=1 is refused/],
    [{ MODULES: 'wallet,casino' }, /unknown modules: casino/],
    [{ PUBLIC_URL: 'club.example' }, /PUBLIC_URL/],
    [{ SOCIAL_LINKS: 'Mastodon' }, /SOCIAL_LINKS/],
    [{ UPSTREAM_URL: 'nowhere' }, /UPSTREAM_URL/],
    [{ UPSTREAM_URL: 'api.example:8000' }, /UPSTREAM_URL is not an http/],
    [{ UPSTREAM_URL: 'https://api.example/api?key=1' }, /UPSTREAM_URL/],
    [{ DEFAULT_REGION: 'Deutschland' }, /DEFAULT_REGION/],
    [{ TRACKER_URL: 'nowhere' }, /TRACKER_URL/],
    [{ TRACKER_URL: 'http://tracker.example/visits' }, /TRACKER_URL is not an https URL/],
    [{ TRACKER_URL: 'javascript:alert(1)' }, /TRACKER_URL/],
    [{ ANDROID_APP_URL: 'http://app.example/' }, /ANDROID_APP_URL is not an https URL/],
    [{ ANDROID_APP_URL: 'javascript:alert(1)' }, /ANDROID_APP_URL/],
    [{ ANDROID_APP_URL: 'app.example' }, /ANDROID_APP_URL/],
  ])('refuses %j', (change, message) => {
    expect(() => readEnv({ ...production, ...change })).toThrow(message);
  });

  it.each(['https://u:hush7@api.example/api', 'https://hush7@api.example', 'https://u:7#hush7@api.example'])(
    'refuses a password in the address of the back end, and does not print it: %s',
    (UPSTREAM_URL) => {
      expect(() => readEnv({ UPSTREAM_URL })).toThrow(
        /^(?!.*hush7)UPSTREAM_URL is not .* without user name, password/s,
      );
    },
  );

  it('tracks nobody unless it is told where, and keeps the offline page unless it is told not to', () => {
    expect(readEnv(production)).toMatchObject({ trackerUrl: null, serviceWorker: true });
    const TRACKER_URL = 'https://tracker.example/visits?key=1';
    expect(readEnv({ ...production, TRACKER_URL, SERVICE_WORKER: '0' })).toMatchObject({
      trackerUrl: TRACKER_URL,
      serviceWorker: false,
    });
    expect(readEnv({ TRACKER_URL: 'http://tracker.test/' }).trackerUrl).toBe('http://tracker.test/');
  });

  it('has an app only where it is told', () => {
    const ANDROID_APP_URL = 'https://app.example/almende';
    expect(readEnv(production).androidAppUrl).toBeNull();
    expect(readEnv({ ...production, ANDROID_APP_URL }).androidAppUrl).toBe(ANDROID_APP_URL);
  });

  it('begins the picker of an address with the United States, or with the country that is configured', () => {
    expect(readEnv({}).defaultRegion).toBe('US');
    expect(readEnv({ DEFAULT_REGION: 'de' }).defaultRegion).toBe('DE');
  });

  it('reads lists', () => {
    const env = readEnv({
      ...production,
      SESSION_SECRET: `${STRONG}, ${STRONG}x`,
      MODULES: 'Wallet, news',
      SOCIAL_LINKS: 'Mastodon=https://social.example/@club?a=b',
    });
    expect(env.sessionSecrets).toEqual([STRONG, `${STRONG}x`]);
    expect(env.modules).toEqual(['wallet', 'news']);
    expect(env.socialLinks).toEqual([{ name: 'Mastodon', url: 'https://social.example/@club?a=b' }]);
  });
});
