import { expect, it } from 'vitest';
import { deviceName, deviceNameIn } from './device-names';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const edge = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0';
const phone = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36';

it('names a device so that a person knows it again', () => {
  expect(deviceName('  Kitchen tablet ', firefox, 'en')).toBe('Kitchen tablet');
  expect(deviceName(undefined, firefox, 'en')).toBe('Firefox on Windows');
  expect(deviceName('', edge, 'de')).toBe('Edge auf macOS');
  expect(deviceName('\u0000\n', phone, 'de')).toBe('Chrome auf Android');
  expect(deviceName(null, 'Lynx/2.9.0 libwww-FM/2.14', 'de')).toBe('Lynx');
  expect(deviceName(null, null, 'de')).toBe('Unbekanntes Gerät');
  expect(deviceName('x'.repeat(500), null, 'en')).toHaveLength(200);
});

it('gives a stored name in the language of the reader', () => {
  expect(deviceNameIn('Chrome on Linux', 'de')).toBe('Chrome auf Linux');
  expect(deviceNameIn('Samsung Internet auf Android', 'en')).toBe('Samsung Internet on Android');
  expect(deviceNameIn('Unbekanntes Gerät', 'en')).toBe('Unknown device');
  expect(deviceNameIn('Cat on Linux', 'de')).toBe('Cat on Linux');
  expect(deviceNameIn('Lynx', 'de')).toBe('Lynx');
});
