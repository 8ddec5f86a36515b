/**
 * The browser judges length and simple patterns. The server knows the common passwords and decides
 * (docs/product/session.md#registration).
 */
export type Strength = 'short' | 'email' | 'repeated' | 'sequence' | 'fair' | 'good';

const MIN_LENGTH = 10;
const GOOD_LENGTH = 14;
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'yxcvbnm',
  'zxcvbnm',
];

export function strengthOf(password: string, email: string): Strength {
  const word = password.toLowerCase();
  const name = email.toLowerCase().split('@')[0] ?? '';
  if (password.length < MIN_LENGTH) return 'short';
  if (name.length > 3 && word.includes(name)) return 'email';
  if (/^(.{1,4})\1+.{0,3}$/.test(word) || new Set(word).size < 5) return 'repeated';
  if (withoutSequences(word).length < MIN_LENGTH / 2) return 'sequence';
  return password.length < GOOD_LENGTH ? 'fair' : 'good';
}

/** Removes runs of four or more neighbours in the alphabet, in the digits or on the keyboard. */
function withoutSequences(word: string): string {
  const runs = SEQUENCES.flatMap((run) => [run, [...run].reverse().join('')]);
  for (let at = 0; at < word.length; at++) {
    let length = 0;
    while (at + length < word.length && runs.some((run) => run.includes(word.slice(at, at + length + 1)))) length++;
    if (length >= 4) return withoutSequences(word.slice(0, at) + word.slice(at + length));
  }
  return word;
}
