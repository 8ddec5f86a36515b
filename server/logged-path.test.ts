import { describe, expect, it, vi } from 'vitest';
import { calls, fill, pagePaths, routes } from '../tests/support/paths';
import { createPathLog } from './logged-path';

const paths = createPathLog();
paths.addPages(Object.fromEntries(routes.map((route) => [route.id, { ...route, module: { default: null } }])));

const known = [...new Set([...pagePaths, ...calls.map(({ path }) => path)])];
const withParameters = known.filter((path) => path.includes(':'));

it.each([
  ['/financial/order/OR-123456789', '/financial/order/:order_label'],
  ['/unlock/a-token.data', '/unlock/:token.data'],
  ['/assets/root-Ab3.js', '/assets/:file'],
  ['/nothing/of/ours', '/…'],
])('%s belongs to the pattern %s', (path, pattern) => {
  expect(paths.pattern(path)).toBe(pattern);
});

describe('every page and every call', () => {
  it.each(known)('%s is written as its pattern, whatever its parameters are', (pattern) => {
    expect(paths.write(fill(pattern, 'kX3vQz0aTq9-token_that_came_by_mail'))).toBe(pattern.replaceAll('?', ''));
  });

  it.each(withParameters)('%s hides them in any case, encoded and for script', (pattern) => {
    const asked = fill(pattern, 'Token%40example.org');
    const ways = [
      asked.toUpperCase(),
      `/${asked}`,
      `${asked}/`,
      `${asked}.data`,
      encodeURIComponent(asked),
      `${asked}/more`,
    ];
    for (const way of ways) expect(paths.write(way), way).not.toMatch(/token(%40|@)/i);
  });
});

it.each([
  ['/', '/'],
  ['/dashboard', '/dashboard'],
  ['/register.data', '/register.data'],
  ['/register/AnnaKessler', '/register/:ref_hash'],
  ['/r/AnnaKessler', '/r/:ref_hash'],
  ['/unlock/a-token.data', '/unlock/:token.data'],
  ['/Reset-Password/anna@example.org/a-token', '/reset-password/:email/:token'],
  ['//reset-password/anna/a-token', '/reset-password/:email/:token'],
  ['/reset%2Dpassword/anna/a-token', '/reset-password/:email/:token'],
  ['/unlock%252Fa-token', '/unlock/:token'],
  ['/unlock%25252Fa-token', '/unlock/:token'],
  ['/unlock/123456', '/unlock/:token'],
  ['/verify-email/7/%zz', '/verify-email/7/:hash'],
  ['/api/wallet/withdrawal-cancellations/a-token', '/api/wallet/withdrawal-cancellations/:token'],
  ['/financial/order/OR-7K3MZ9Q2V', '/financial/order/OR-7K3MZ9Q2V'],
  ['/settings/withdraw-accounts/12/delete', '/settings/withdraw-accounts/12/delete'],
  ['/assets/root-Bx3k_9aQ.js', '/assets/root-Bx3k_9aQ.js'],
  ['/assets/a-token', '/assets/…'],
  ['/favicon.svg', '/favicon.svg'],
])('%s is written as %s', (path, written) => {
  expect(paths.write(path)).toBe(written);
});

it.each([
  ['/de/unlock/a-token', '/…'],
  ['/unlock/a-token/more', '/unlock/…'],
  ['/financial/ordr/a-token', '/financial/…'],
  ['/members/anna%40example.org/orders', '/…'],
  ['/anna%2540example.org', '/…'],
  ['/unlock/a%2525252Ftoken', '/…'],
  ['/api/none/a-token', '/api/…'],
  ['/forged\n{"level":60}', '/…'],
])('%j, which nobody knows, is written as %s', (path, written) => {
  expect(paths.write(path)).toBe(written);
});

it('is decoded in a few rounds, however often a guest has encoded it', () => {
  const decode = vi.spyOn(globalThis, 'decodeURIComponent');
  try {
    expect(paths.write(`/unlock/%${'25'.repeat(1000)}2F`)).toBe('/…');
    expect(decode).toHaveBeenCalledTimes(4);
  } finally {
    decode.mockRestore();
  }
});
