import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './contract';
import { namePattern, tidyName } from './names';
import { fieldsOf, PersonName } from './shapes';

const read = (typed: string) => PersonName(80).safeParse(typed);

it.each([
  ['Mira', 'Mira'],
  ['  Mira   Sophie ', 'Mira Sophie'],
  ["O'Neill", "O'Neill"],
  ['O’Neill', "O'Neill"],
  ['Anna‑Lena', 'Anna-Lena'],
  ['Anna\u00a0Lena', 'Anna Lena'],
  ['J. R. R.', 'J. R. R.'],
  ['J.R.R.', 'J.R.R.'],
  ['Dr. Mira', 'Dr. Mira'],
  ['Jr.', 'Jr.'],
  ['Zoe\u0308', 'Zoë'],
  ['Łukasz', 'Łukasz'],
  ['Иванова', 'Иванова'],
  ['王小明', '王小明'],
  ['अनिता', 'अनिता'],
  ['ناصر', 'ناصر'],
  ['Ng', 'Ng'],
  ['X', 'X'],
])('%j is a name, kept as %j', (typed, kept) => {
  expect(read(typed).data).toBe(kept);
  // The browser checks the typed text, before it is tidied.
  expect(namePattern.test(typed)).toBe(true);
});

it.each([
  '- .',
  "'",
  'ʼ',
  '.',
  '---',
  '\u0301',
  'evil.example',
  'Visit evil.co',
  'Mira.Maier',
  'www.e\u0301vil.com',
  'http://evil.example',
  'evil。com',
  'evil．com',
  'mira@evil.example',
  '<b>Mira</b>',
  '[Mira](x)',
  'Mira/Maier',
  'Mira:Maier',
  'Mira, Maier',
  'Mira & Karl',
  'Mira_Maier',
  'Mira1',
  '٣',
  'Ⅷ',
  'Mira ☘',
  'Mi\u200bra',
  'Mi\u202era',
  'Mi\u0000ra',
])('%j is none', (typed) => {
  expect(read(typed).success).toBe(false);
});

describe('the shape', () => {
  it('counts what is kept, not what was typed around it', () => {
    expect(PersonName(4).safeParse('  Mira  ').success).toBe(true);
    expect(PersonName(4).safeParse('Mirai').error?.issues[0]?.code).toBe('too_big');
    expect(read(' \u00a0 ').error?.issues[0]?.code).toBe('too_small');
  });

  it('is described to callers by its pattern', () => {
    expect(z.toJSONSchema(PersonName(80))).toMatchObject({ minLength: 1, maxLength: 80, pattern: namePattern.source });
  });

  it('does not slow down over what is long', () => {
    const long = `${'a.'.repeat(20_000)}${'\u0301'.repeat(20_000)}!`;
    const begun = process.cpuUsage();
    expect(namePattern.test(tidyName(long))).toBe(false);
    expect(process.cpuUsage(begun).user).toBeLessThan(500_000);
  });
});

it.each(['Anna', 'Öztürk-Weiß', 'Anna 🌱', '🌱', 'Anna 2', 'evil.example'])(
  '%s is judged alike at registration, in the address and as a holder',
  (name) => {
    const { registration, address, withdrawAccounts } = contract;
    const register = fieldsOf(registration.register).firstname.safeParse(name).success;
    expect(register).toBe(/^[\p{L}-]+$/u.test(name));
    expect(fieldsOf(address.putAddress).firstname.safeParse(name).success).toBe(register);
    expect(fieldsOf(withdrawAccounts.createWithdrawAccount).holder.safeParse(name).success).toBe(register);
  },
);
