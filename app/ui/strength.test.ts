import { describe, expect, it } from 'vitest';
import { strengthOf } from './strength';

describe('strengthOf', () => {
  it.each([
    ['ninechars', 'short'],
    ['anna.koch!', 'email'],
    ['abcabcabcabc', 'repeated'],
    ['aaaaaaaaaaaaaaaaaaaa', 'repeated'],
    ['1234567890', 'sequence'],
    ['qwertzuiop12345', 'sequence'],
    ['zyxwvutsrq', 'sequence'],
    ['leafgreen7', 'fair'],
    ['three wet garden gates', 'good'],
  ])('%s is %s', (password, strength) => {
    expect(strengthOf(password, 'Anna.Koch@example.org')).toBe(strength);
  });

  it('takes no offence at an address that is still empty or very short', () => {
    expect(strengthOf('a good long sentence', '')).toBe('good');
    expect(strengthOf('an okapi walks by', 'an@example.org')).toBe('good');
  });
});
