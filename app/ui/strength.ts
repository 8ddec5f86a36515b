/**
 * What the browser knows of a new password. It says nothing that the server would not say: whether a password is easy
 * to guess is the server's judgement (docs/product/session.md#registration).
 */
export type Strength = 'short' | 'long' | 'email' | 'repeated' | 'sequence' | 'open';

const MIN_LENGTH = 10;
const MAX_LENGTH = 128;
const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'qwertzuiop'];

export function strengthOf(password: string, email: string): Strength {
  const word = password.toLowerCase();
  const address = email.toLowerCase();
  const { length } = [...password];
  if (length < MIN_LENGTH) return 'short';
  if (length > MAX_LENGTH) return 'long';
  if (address !== '' && [address, address.split('@')[0]].includes(word)) return 'email';
  if (/^(.{1,4})\1+$/.test(word)) return 'repeated';
  return SEQUENCES.some((run) => run.includes(word) || [...run].reverse().join('').includes(word))
    ? 'sequence'
    : 'open';
}
