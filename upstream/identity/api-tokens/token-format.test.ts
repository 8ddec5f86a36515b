import { expect, it } from 'vitest';
import { newToken } from '../../keys';
import { isApiToken } from '../../members/bearer';
import { isWhole, newApiToken, shownPrefix } from './token-format';

it('an API token is told by its prefix, has its length, and none is like another', () => {
  const tokens = Array.from({ length: 200 }, newApiToken);
  expect(new Set(tokens).size).toBe(200);
  for (const token of tokens) {
    expect(token).toMatch(/^alm_[0-9A-Za-z]{49}$/);
    expect([isApiToken(token), isWhole(token)]).toEqual([true, true]);
    expect(token.startsWith(shownPrefix(token))).toBe(true);
  }
});

it('a token of a session is none, whatever it begins with', () => {
  expect(isApiToken(newToken())).toBe(false);
  expect(isApiToken(`alm_${newToken().slice(4)}`)).toBe(false);
});

it('one wrong character shows in the checksum', () => {
  const token = newApiToken();
  for (let at = 4; at < token.length; at++) {
    const mistyped = token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1);
    expect([isApiToken(mistyped), isWhole(mistyped)]).toEqual([true, false]);
  }
});
