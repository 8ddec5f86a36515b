import { expect, it } from 'vitest';
import { loggedPath } from './logged-path';

it.each([
  ['/dashboard', '/dashboard'],
  ['/', '/'],
  ['/register', '/register'],
  ['/register.data', '/register.data'],
  ['/register/AnnaKessler', '/register/…'],
  ['/r/AnnaKessler', '/r/…'],
  ['/settings/privacy', '/settings/privacy'],
  ['/unlock/a-token.data', '/unlock/….data'],
  ['/reset-password/anna%40example.org/a-token', '/reset-password/…'],
  ['/Reset-Password/anna@example.org/a-token', '/reset-password/…'],
  ['/RESET-PASSWORD/anna%40example.org/a-token.data', '/reset-password/….data'],
  ['//reset-password/anna/a-token', '/reset-password/…'],
  ['/reset%2Dpassword/anna/a-token', '/reset-password/…'],
  ['/revert-email/a-token.data', '/revert-email/….data'],
  ['/unlock%2Fa-token', '/unlock/…'],
  ['/verify-email/%zz/a-token', '/verify-email/…'],
  ['/members/anna%40example.org/orders', '/members/…/orders'],
  ['/anna%2540example.org', '/…'],
])('%s is logged as %s', (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});
