import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { type ErrorReceiver, startErrorReceiver } from '../support/error-receiver';
import { ghostPath } from '../support/ghost';
import { calls, fill, pagePaths } from '../support/paths';
import { Visitor } from '../support/visitor';

/** As long and as random as a mailed token, so that it does not occur anywhere by chance. */
const secret = randomBytes(32).toString('base64url');
const query = `?token=${secret}&email=${secret}%40example.org&signature=${secret}&code=${secret}&q=${secret}`;

let club: Club;
let reports: ErrorReceiver;
let metrics = '';
let records = '';

/**
 * Requests every page and every call with the secret in each parameter and in the query: in ghost mode, as a member and
 * as a guest.
 */
beforeAll(async () => {
  reports = await startErrorReceiver();
  club = await startClub({ LOG_LEVEL: 'trace', SENTRY_DSN: reports.dsn });
  const member = await club.member();
  const guest = new Visitor(club.url);
  const ghost = new Visitor(club.url);
  await ghost.submit(await ghost.get(await ghostPath(club, member)), 'enter-ghost-mode');
  for (const pattern of pagePaths) {
    const path = fill(pattern, secret);
    await ghost.get(path + query);
    await guest.post(path + query, { token: secret });
    await guest.get(`${path}.data${query}`);
  }
  const { token } = await signInByApi(member);
  for (const { method, path } of calls) {
    const body = method === 'GET' ? undefined : '{}';
    for (const Authorization of [`Bearer ${token}`, `Bearer ${secret}`]) {
      const headers = { Authorization, 'Content-Type': 'application/json' };
      await guest.request(fill(path, secret) + query, { method, body, headers });
    }
  }
  // Also the failures of a page and of a call.
  await club.db.execute(sql`alter table wallet_withdrawals rename to away`);
  await guest.get(`/cancel-withdrawal/${secret}`);
  await guest.get(`/api/wallet/withdrawal-cancellations/${secret}`);
  await club.db.execute(sql`alter table away rename to wallet_withdrawals`);

  metrics = (await new Visitor(club.url).request('/metrics', { headers: { 'X-Forwarded-For': '127.0.0.1' } })).body;
  const tables = ['audit_log', 'ghost_requests'].map((name) => sql.raw(`select to_jsonb(${name})::text from ${name}`));
  for (const rows of tables) records += JSON.stringify(await club.db.execute(rows));
  // Pending reports arrive before the server has ended.
  await club.server.stop();
}, 300_000);
afterAll(async () => {
  await club.stop();
  await reports.close();
});

async function signInByApi({ email, password }: { email: string; password: string }): Promise<{ token: string }> {
  const answer = await fetch(`${club.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await answer.json()) as { token: { access_token: string } };
  return { token: token.access_token };
}

const linesWith = (text: string) => text.split('\n').filter((line) => line.includes(secret));
const linesOfLog = () =>
  club.server
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { path?: string; msg: string; status?: number });

describe('a secret of a path or a query', () => {
  it('is in no line of the log, which names each page and call by its pattern', () => {
    expect(linesWith(club.server.log())).toEqual([]);
    const written = new Set(linesOfLog().map(({ path }) => path));
    const patterns = [...pagePaths, ...calls.map(({ path }) => path)].map((pattern) => pattern.replaceAll('?', ''));
    expect(patterns.filter((pattern) => !written.has(pattern))).toEqual([]);
  });

  it('is in no line about a failure', () => {
    expect(linesOfLog().filter(({ msg }) => msg === 'request failed')).not.toEqual([]);
    expect(
      linesOfLog().filter(({ status, path }) => status === 500 && path === '/cancel-withdrawal/:token'),
    ).toHaveLength(1);
  });

  it('is in no error report and no trace', () => {
    expect(reports.items('transaction').map(({ transaction }) => transaction)).toContain('GET /unlock/:token');
    expect(linesWith(reports.raw())).toEqual([]);
  });

  it('is in no figure', () => {
    expect(metrics).toContain('http_request_duration_seconds_count{method="GET"');
    expect(linesWith(metrics)).toEqual([]);
  });

  it('is in no record of the audit log, and in none of what a ghost looked at', () => {
    expect(records).toContain('/settings/withdraw-accounts/:id');
    expect(records).not.toContain(secret);
  });
});
