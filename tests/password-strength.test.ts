import { expect, it } from 'vitest';
import { strengthOf } from '../app/ui/strength';
import { findPasswordFaults } from '../upstream/identity/passwords/passwords';

const email = 'anna.kessler@example.org';

it('the browser calls no password bad that the server accepts', async () => {
  const words = ['short', 'x'.repeat(129), email, 'Anna.Kessler', '🌱🌱🌱🌱🌱'];
  const repeated = ['a', 'ab', 'abc', 'xq7', 'k!7z', 'wolf'].map((part) => part.repeat(12).slice(0, part.length * 10));
  const sequences = [
    'abcdefghijklmnop',
    'zyxwvutsrq',
    '1234567890',
    '0987654321',
    'qwertyuiop',
    'qwertzuiop',
    'poiuztrewq',
  ];
  for (const password of [...words, ...repeated, ...sequences]) {
    expect(strengthOf(password, email), password).not.toBe('open');
    const faults = await findPasswordFaults({ password, password_confirmation: password }, { email }, 'en');
    expect(faults.password, password).toHaveLength(1);
  }
}, 60_000);
