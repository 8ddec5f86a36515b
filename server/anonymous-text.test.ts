import { expect, it } from 'vitest';
import { anonymousText } from './anonymous-text';
import { errorSerializer } from './logged-error';
import { createPathLog } from './logged-path';

const paths = createPathLog();

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was refused.');
}

it.each([
  ['a short text that is no JSON', () => JSON.parse('Anna Kessler')],
  ['the beginning of a long one', () => JSON.parse(`Anna Kessler${' and others'.repeat(20)}`)],
  ['the middle of a long one', () => JSON.parse(`{"name": "${'x'.repeat(80)}", "is": Anna Kessler, "and": "others"}`)],
  ['a text with quotes and lines', () => JSON.parse('<"Anna"\nKessler')],
  ['a header', () => new Headers({ cookie: 'Anna\nKessler' })],
])('the message of an error quotes nothing of %s', (_, act) => {
  const message = messageOf(act);
  expect(message).toMatch(/Anna|Kessler/);
  const written = anonymousText(message, paths);
  expect(written).not.toMatch(/Anna|Kessler/);
  expect(written).toMatch(/"…" is (not valid JSON|an invalid header)/);
});

it('the log quotes nothing of it in the cause of an error', () => {
  const cause = new SyntaxError(messageOf(() => JSON.parse('Anna Kessler')));
  const written = errorSerializer(paths)(new Error('Upstream did not answer with JSON', { cause }));
  expect(JSON.stringify(written)).not.toMatch(/Anna|Kessler/);
});

it('other quotes stay, because they name code', () => {
  const message = 'Cannot find package "pg" imported by "server"';
  expect(anonymousText(message, paths)).toBe(message);
});
