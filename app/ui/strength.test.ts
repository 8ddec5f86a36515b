import { describe, expect, it } from 'vitest';
import { strengthOf } from './strength';

describe('strengthOf', () => {
  it.each([
    ['ninechars', 'short'],
    ['🌱🌱🌱🌱🌱', 'short'],
    ['x'.repeat(129), 'long'],
    ['ANNA.KOCH@example.org', 'email'],
    ['Anna.Koch1', 'email'],
    ['abcabcabcabc', 'repeated'],
    ['aaaaaaaaaaaaaaaaaaaa', 'repeated'],
    ['1234567890', 'sequence'],
    ['zyxwvutsrq', 'sequence'],
    ['leafgreen7', 'open'],
    ['passwordpassword1', 'open'],
    ['three wet garden gates', 'open'],
  ])('%s is %s', (password, strength) => {
    const address = password === 'Anna.Koch1' ? 'anna.koch1@example.org' : 'Anna.Koch@example.org';
    expect(strengthOf(password, address)).toBe(strength);
  });

  it('takes no offence at an address that is still empty', () => {
    expect(strengthOf('a good long sentence', '')).toBe('open');
    expect(strengthOf('an okapi walks by', 'an@example.org')).toBe('open');
  });
});
