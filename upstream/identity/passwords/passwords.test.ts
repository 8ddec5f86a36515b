import { expect, it } from 'vitest';
import { findCommonPasswordFault, hashPassword, needsRehash, passwordFault, verifyPassword } from './passwords';

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
    expect(await findCommonPasswordFault(password, member, 'en'), password).toContain('easy to guess');
  }
  expect(await findCommonPasswordFault('korrekt pferd batterie', member, 'en')).toBeNull();
  expect(await findCommonPasswordFault('almende-demo', member, 'en')).toBeNull();
}, 30_000);

it('refuses at first sight what is too short, too long, or the address', () => {
  const fault = (password: string, language: 'en' | 'de' = 'en') => passwordFault(password, member.email, language);
  expect(fault('Anna.Kessler', 'de')).toBe('Das Passwort darf nicht deine E-Mail-Adresse sein.');
  expect(fault('ANNA.KESSLER@example.org')).toContain('must not be your e-mail');
  expect(fault('kurz', 'de')).toContain('mindestens 10 Zeichen');
  expect(fault('x'.repeat(129))).toContain('at most 128');
  expect(fault('korrekt pferd batterie')).toBeNull();
});

it('keeps the event loop free while it judges', async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 5);
  await Promise.all(Array.from({ length: 3 }, () => findCommonPasswordFault('p4ssw0rd!@#$'.repeat(10), member, 'en')));
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(10);
}, 30_000);
