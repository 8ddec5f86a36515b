import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedClub } from '../support/club';
import { freePort, root } from '../support/server-process';
import { Visitor } from '../support/visitor';

const secret = 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa';

it('remix-serve runs the same build against an upstream in another process', async () => {
  const club = await sharedClub();
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/@remix-run/serve/dist/cli.js'), 'build/server/index.js'],
    {
      cwd: root,
      env: { PATH, HOME, NODE_ENV: 'production', PORT: String(port), UPSTREAM_URL: club.url, SESSION_SECRET: secret },
      stdio: 'ignore',
    },
  );
  try {
    const visitor = new Visitor(`http://localhost:${port}`);
    const ask = () =>
      visitor.get('/login').then(
        () => 'up',
        () => 'not yet',
      );
    await expect.poll(ask, { timeout: 60_000 }).toBe('up');
    const answer = await visitor.signIn(await club.member());
    expect([answer.status, answer.location]).toEqual([303, '/dashboard']);
    const dashboard = await visitor.get('/dashboard');
    expect(dashboard.status).toBe(200);
    expect(dashboard.body).toContain('Mira');
    expect(dashboard.headers.get('content-security-policy')).toContain("default-src 'none'");
  } finally {
    child.kill();
  }
});
