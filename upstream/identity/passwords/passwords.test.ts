import { expect, it } from 'vitest';
import { findPasswordFaults, hashPassword, needsRehash, verifyPassword } from './passwords';

const findFault = async (password: string, language: 'en' | 'de' = 'en') =>
  (await findPasswordFaults({ password, password_confirmation: password }, member, language)).password?.[0];
const member = { email: 'anna.kessler@example.org', firstname: 'Anna', lastname: 'Kessler' };

it('hashes with Argon2id as OWASP asks, and verifies however the keyboard composed a letter', async () => {
  const hash = await hashPassword('grüner Tümpel');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, 'grüner Tümpel'.normalize('NFD'))).toBe(true);
  expect(await verifyPassword(hash, 'gruner Tumpel')).toBe(false);
  expect(needsRehash(hash)).toBe(false);
  expect(needsRehash(hash.replace('m=19456', 'm=8192'))).toBe(true);
  expect(needsRehash(hash.replace('argon2id', 'argon2i'))).toBe(true);
});

it('never says yes where there is no password', async () => {
  expect(await verifyPassword(null, '')).toBe(false);
  expect(await verifyPassword(undefined, 'anything at all')).toBe(false);
});

it('refuses what is easy to guess in English and German, and says so in words that help', async () => {
  const common = [
    'password123',
    'Passwort1234',
    'qwertzuiop',
    '1234567890',
    'iloveyou123',
    'Schmetterling',
    'aaaaaaaaaaaa',
    'Annakessler1',
  ];
  for (const password of common) {
    expect(await findFault(password), password).toContain('easy to guess');
  }
  expect(await findFault('korrekt pferd batterie')).toBeUndefined();
  expect(await findFault('almende-demo')).toBeUndefined();
}, 30_000);

it('refuses at first sight what is too short, too long, or the address', async () => {
  expect(await findFault('Anna.Kessler', 'de')).toBe(
    'Das Passwort darf nicht deine E-Mail-Adresse sein. Bitte wähle ein anderes.',
  );
  expect(await findFault('ANNA.KESSLER@example.org')).toContain('must not be your e-mail');
  expect(await findFault('kurz', 'de')).toContain('mindestens 10 Zeichen');
  expect(await findFault('x'.repeat(129))).toContain('at most 128');
  expect(await findPasswordFaults({ password: 'kurz', password_confirmation: 'lang' }, member, 'en')).toEqual({
    password: [expect.any(String)],
    password_confirmation: ['The two passwords are not the same. Please enter them again.'],
  });
});

it('keeps the event loop free while it judges', async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 5);
  await Promise.all(Array.from({ length: 3 }, () => findFault('p4ssw0rd!@#$'.repeat(10))));
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(10);
}, 30_000);
