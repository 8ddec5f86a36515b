import { createCookie } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import { addDeviceToken, preferenceCookies, readPreferences } from './preferences.server';

const token = (n: number) => `${String(n).repeat(43)}.${'f'.repeat(64)}`;
const of = (...numbers: number[]) => numbers.map(token).join(',');

describe('the device cookie', () => {
  it('keeps the tokens of the last five members, newest first, each once', () => {
    expect(addDeviceToken(null, token(1))).toBe(of(1));
    expect(addDeviceToken(of(1), token(2))).toBe(of(2, 1));
    expect(addDeviceToken(of(3, 2, 1), token(1))).toBe(of(1, 3, 2));
    expect(addDeviceToken(of(5, 4, 3, 2, 1), token(6))).toBe(of(6, 5, 4, 3, 2));
  });

  it('stays below 1 KB, whatever tokens another upstream gives', async () => {
    const long = (n: number) => String(n).repeat(300);
    expect(addDeviceToken(`${long(1)},${long(2)}`, long(3))).toBe(`${long(3)},${long(1)}`);
    for (const value of [of(1, 2, 3, 4, 5), addDeviceToken(long(1), long(2))]) {
      expect((await preferenceCookies().device.serialize(value)).length).toBeLessThan(1024);
    }
  });

  it('is read as it was written', async () => {
    const cookie = (await preferenceCookies().device.serialize(of(1, 2))).split(';')[0] ?? '';
    const request = new Request('http://localhost/', { headers: { cookie } });
    expect((await readPreferences(request)).deviceToken).toBe(of(1, 2));
  });
});

describe('a cookie that was tampered with', () => {
  const sent = async (value: unknown) => {
    const cookies = Object.keys(preferenceCookies()).map((name) => createCookie(name).serialize(value));
    const cookie = (await Promise.all(cookies)).map((line) => line.split(';')[0]).join('; ');
    return readPreferences(new Request('http://localhost/', { headers: { cookie } }));
  };

  it.each([[null], [7], [['x']], ['x'.repeat(701)], [{ on: 7, scheme: 'pink' }]])(
    'is as good as absent: %s',
    async (value) => {
      const absent = await readPreferences(new Request('http://localhost/'));
      expect(await sent(value)).toEqual(absent);
    },
  );

  it('keeps what is known of the display', async () => {
    const { display } = await sent({ on: ['isBoxed', 'nothing', 7], scheme: 'dark' });
    expect(display).toEqual({ on: ['isBoxed'], scheme: 'dark' });
  });
});

describe('the zone of the browser', () => {
  it.each([
    ['America/New_York', 'America/New_York'],
    ['eUROPE/vIENNA', 'Europe/Vienna'],
    ['US/Eastern', 'America/New_York'],
    ['Etc/UTC', 'UTC'],
    ['Mars/Olympus', 'Europe/Berlin'],
    ['+05:30', 'Europe/Berlin'],
    ['Etc/GMT+5', 'Europe/Berlin'],
    ['%E0%A4%A', 'Europe/Berlin'],
  ])('%s is read as %s', async (typed, zone) => {
    const cookie = `tz=${typed.startsWith('%') ? typed : encodeURIComponent(typed)}`;
    expect((await readPreferences(new Request('http://localhost/', { headers: { cookie } }))).timeZone).toBe(zone);
  });
});
