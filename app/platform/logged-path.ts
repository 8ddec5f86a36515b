/** Paths that go on with a token, an address or an invitation: they come from mails, or from another member. */
const CONFIDENTIAL = new Set([
  'reset-password',
  'unlock',
  'verify-email',
  'revert-email',
  'cancel-withdrawal',
  'register',
  'r',
]);

/**
 * A path as it may stand in a log or an error report: without tokens and e-mail addresses
 * (product/README.md, privacy). Routes match in any case and percent-encoded, so both are seen through.
 */
export function loggedPath(path: string): string {
  const [first = '', ...rest] = decoded(path).split('/').filter(Boolean);
  const name = first.toLowerCase();
  if (CONFIDENTIAL.has(name) && rest.length > 0) return `/${name}/…${path.endsWith('.data') ? '.data' : ''}`;
  return path.replace(ADDRESS, '…');
}

const ADDRESS = /[^/]*(@|%(25)*40)[^/]*/gi;

function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
