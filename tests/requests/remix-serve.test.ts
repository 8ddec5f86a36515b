import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedClub } from '../support/club';
import { onFreePort } from '../support/free-port';
import { root } from '../support/server-process';
import { Visitor } from '../support/visitor';

const secret = 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa';

function startRemixServe(upstream: string, port: string): Promise<{ url: string; process: ChildProcess }> {
  const { PATH, HOME } = process.env;
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/@remix-run/serve/dist/cli.js'), 'build/server/index.js'],
    {
      cwd: root,
      env: { PATH, HOME, NODE_ENV: 'production', PORT: port, UPSTREAM_URL: upstream, SESSION_SECRET: secret },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  return new Promise((resolve, reject) => {
    let log = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        log += chunk;
        if (log.includes(`[remix-serve] http://localhost:${port}`))
          resolve({ url: `http://localhost:${port}`, process: child });
      });
    }
    child.once('close', () => reject(new Error(log)));
  });
}

it('remix-serve runs the same build against an upstream in another process', async () => {
  const club = await sharedClub();
  const server = await onFreePort((port) => startRemixServe(club.url, port));
  try {
    const visitor = new Visitor(server.url);
    const answer = await visitor.signIn(await club.member());
    expect([answer.status, answer.location]).toEqual([303, '/dashboard']);
    const dashboard = await visitor.get('/dashboard');
    expect(dashboard.status).toBe(200);
    expect(dashboard.body).toContain('Mira');
    expect(dashboard.headers.get('content-security-policy')).toContain("default-src 'none'");
  } finally {
    server.process.kill();
  }
});
