import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { root } from '../support/server-process';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

describe('/metrics', () => {
  it('is for this machine', async () => {
    await (await fetch(`${club.url}/login`)).text();
    const here = await fetch(`${club.url}/metrics`);
    expect([here.status, here.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    const text = await here.text();
    for (const name of ['process_cpu_seconds_total', 'realtime_connections ']) expect(text).toContain(name);
    // A request counts when the server has ended it, which may be after its answer arrived.
    const read = async () => (await fetch(`${club.url}/metrics`)).text();
    await expect.poll(read).toMatch(/^http_request_duration_seconds_count\{method="GET",status="200"\} [1-9]/m);
    expect(text).not.toMatch(/private-user|127\.0\.0\.1/);
    for (const address of ['192.0.2.7', '127.0.0.1, 192.0.2.7']) {
      const afar = await fetch(`${club.url}/metrics`, { headers: { 'X-Forwarded-For': address } });
      expect([address, afar.status]).toEqual([address, 403]);
    }
  });

  it.each(['alerts.yml', 'dashboard.json'])('has each figure of deploy/%s', async (name) => {
    const text = await (await fetch(`${club.url}/metrics`)).text();
    const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, figure]) => figure));
    const figures = new Set(readFileSync(join(root, 'deploy', name), 'utf8').match(/\b[a-z]\w+(?=\{)/g));
    // Prometheus itself says whether a process answered.
    figures.delete('up');
    expect(figures.size).toBeGreaterThan(3);
    const withoutPart = (figure: string) => figure.replace(/_(count|sum|bucket)$/, '');
    expect([...figures].filter((figure) => !known.has(figure) && !known.has(withoutPart(figure)))).toEqual([]);
  });

  it('is for the bearer of the token alone, where there is one', async () => {
    const token = 'kJ8sL2mQ9xT4vB7n';
    const guarded = await startClub({ METRICS_TOKEN: token, TRUST_PROXY: '0' });
    const ask = async (authorization?: string) => {
      const headers = new Headers({ 'X-Forwarded-For': '192.0.2.7', ...(authorization && { authorization }) });
      return (await fetch(`${guarded.url}/metrics`, { headers })).status;
    };
    expect([await ask(`Bearer ${token}`), await ask('Bearer wrong'), await ask(token), await ask()]).toEqual([
      200, 401, 401, 401,
    ]);
    expect((await fetch(`${guarded.url}/metrics`)).status).toBe(401);
    const caller = async (authorization: string) =>
      (await fetch(`${guarded.url}/healthz/caller`, { headers: { authorization } })).status;
    expect([await caller(`Bearer ${token}`), await caller('Bearer wrong')]).toEqual([200, 404]);
    await guarded.stop();
  });

  it('is closed to what a proxy passes on that nobody told us of', async () => {
    const behind = await startClub({ TRUST_PROXY: '0' });
    const statuses = await Promise.all(
      ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP'].map(
        async (name) => (await fetch(`${behind.url}/metrics`, { headers: { [name]: 'for=127.0.0.1' } })).status,
      ),
    );
    expect(statuses).toEqual([403, 403, 403, 403]);
    await behind.stop();
  });
});
