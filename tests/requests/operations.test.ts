import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startClub } from '../support/club';
import { answerWith, hang, startForeignUpstream } from '../support/foreign-upstream';
import { type Environment, root, type ServerProcess, startServerProcess } from '../support/server-process';
import { Visitor } from '../support/visitor';

const secret = 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa';
const newPassword = 'drei grüne Wiesen im Mai';

const open: { stop(): Promise<unknown> }[] = [];
const opened = <T extends { stop(): Promise<unknown> }>(one: T): T => {
  open.push(one);
  return one;
};
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

describe('production', () => {
  const start = (env: Environment) => {
    const { PATH, HOME } = process.env;
    const dataDir = mkdtempSync(join(tmpdir(), 'production-'));
    const result = spawnSync(process.execPath, [join(root, 'build/server.js')], {
      cwd: root,
      env: {
        NODE_ENV: 'production',
        PATH,
        HOME,
        PORT: '0',
        HOST: '127.0.0.1',
        PUBLIC_URL: 'https://club.example',
        DATA_DIR: dataDir,
        ...env,
      },
      timeout: 80_000,
      encoding: 'utf8',
    });
    rmSync(dataDir, { recursive: true, force: true });
    return result;
  };
  const database = 'postgres://nobody@127.0.0.1:1/none';

  it.each([
    ['without a SESSION_SECRET', { DATABASE_URL: database }, /SESSION_SECRET is missing/],
    ['with a short SESSION_SECRET', { DATABASE_URL: database, SESSION_SECRET: 'short' }, /SESSION_SECRET is weak/],
    [
      'with a SESSION_SECRET of one letter',
      { DATABASE_URL: database, SESSION_SECRET: 'a'.repeat(64) },
      /SESSION_SECRET is weak/,
    ],
    [
      'with a weak older SESSION_SECRET',
      { DATABASE_URL: database, SESSION_SECRET: `${secret},changeme` },
      /SESSION_SECRET is weak/,
    ],
    ['without a DATABASE_URL', { SESSION_SECRET: secret }, /DATABASE_URL is missing/],
    [
      'with the bank account of the demo club',
      { DATABASE_URL: database, SESSION_SECRET: secret },
      /members would pay to nobody/,
    ],
    [
      'with a # in the password of SMTP_URL',
      {
        ...{ DATABASE_URL: database, SESSION_SECRET: secret, ALLOW_DEMO_BANK_ACCOUNT: '1' },
        SMTP_URL: `smtp://u:${secret}#1@mail.example`,
      },
      /SMTP_URL is not .* write # in a password as %23/,
    ],
    [
      'with a password in UPSTREAM_URL',
      { SESSION_SECRET: secret, UPSTREAM_URL: `https://u:${secret}@api.example` },
      /UPSTREAM_URL is not .* without user name, password/,
    ],
    ['with DEMO=1', { DATABASE_URL: database, SESSION_SECRET: secret, DEMO: '1' }, /DEMO=1 is refused/],
    ['with an unknown module', { DATABASE_URL: database, SESSION_SECRET: secret, MODULES: 'wallet,casino' }, /casino/],
  ])('does not start %s', (_, env, reason) => {
    const { status, stderr, stdout } = start(env);
    expect(status).toBe(1);
    expect(stderr).toMatch(reason);
    expect(stderr + stdout).not.toContain(secret);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe('the data folder', () => {
  const rightsOf = (path: string) => lstatSync(path).mode & 0o777;

  it('and all that the server keeps in it is for its own user', async () => {
    const club = opened(await startClub());
    const names = readdirSync(club.dataDir, { recursive: true, encoding: 'utf8' });
    for (const kind of [/^session-secret$/, /^database\/\w/, /^lock\//])
      expect(names.some((one) => kind.test(one))).toBe(true);
    // The folder of the database is private, so nobody can reach what is in it.
    const reachable = names.filter((one) => !one.startsWith('database/'));
    expect(reachable.filter((one) => (rightsOf(join(club.dataDir, one)) & 0o077) !== 0)).toEqual([]);
    expect(club.server.log()).not.toContain('was open to other users');
  });

  it('that others could read is corrected, and the start says so', async () => {
    const club = opened(await startClub());
    chmodSync(club.dataDir, 0o755);
    await club.restart();
    expect(rightsOf(club.dataDir)).toBe(0o700);
    expect(club.server.log()).toContain(`${club.dataDir} was open to other users of this machine.`);
    const { code, stderr } = await club.staff('ledger', 'verify');
    expect([code, stderr]).toEqual([0, '']);
  });
});

describe('the readiness', () => {
  it('of a server with a foreign back end follows that back end, and its health does not', async () => {
    const club = opened(await startClub());
    const upstream = await startForeignUpstream(club.url);
    const web = opened(await startServerProcess({ UPSTREAM_URL: upstream.url, SESSION_SECRET: secret }));
    const states = async () =>
      Promise.all(['/readyz', '/healthz'].map(async (path) => (await fetch(`${web.url}${path}`)).status));
    expect(await states()).toEqual([200, 200]);
    const elsewhere = answerWith(302, '', { location: `${club.url}/login` });
    for (const answer of [answerWith(503, 'Down for a moment'), elsewhere, hang]) {
      upstream.override('GET /user/header', answer);
      expect(await states()).toEqual([503, 200]);
    }
    upstream.override('GET /user/header', null);
    await upstream.close();
    expect(await states()).toEqual([503, 200]);
    await upstream.open();
    expect(await states()).toEqual([200, 200]);
    await upstream.close();
  });
});

describe('the log', () => {
  it('holds no token, password, code, cookie or address, not even at debug', async () => {
    const club = opened(await startClub({ LOG_LEVEL: 'debug' }));
    const member = await club.member({ firstname: 'Ottokar', twoFactor: true });
    const visitor = new Visitor(club.url);
    await visitor.submit(await visitor.get('/recover'), 'recover', { email: member.email });
    const mail = await club.mailbox.waitFor({ to: member.email, subject: 'Reset your password' });
    const link = new URL(mail.links[0] ?? '');
    const page = await visitor.get(link.pathname);
    await visitor.get(`${link.pathname}.data`);
    await visitor.submit(page, 'reset', { password: newPassword, password_confirmation: newPassword });
    const code = await member.code();
    const second = await visitor.follow(await visitor.signIn({ email: member.email, password: newPassword }));
    const session = visitor.cookies.get('session') ?? '';
    await visitor.submit(second, 'two-factor', { one_time_password: code });
    await visitor.get('/auth?token=a-token-that-came-by-mail');
    await visitor.get('/unlock/another-token-that-came-by-mail');
    await visitor.get(`/dashboard?email=${encodeURIComponent(member.email)}`);

    await expect.poll(() => club.server.log()).toContain('/dashboard');
    const log = club.server.log();
    expect(log).toContain('/reset-password/:email/:token');
    const token = link.pathname.split('/').at(-1) ?? '';
    const secrets = [
      token,
      newPassword,
      code,
      session,
      member.email,
      encodeURIComponent(member.email),
      'Ottokar',
      'came-by-mail',
    ];
    for (const one of [...secrets, club.secret, ...member.recoveryCodes]) expect(log).not.toContain(one);
  });
});

describe('a signal to stop', () => {
  it('lets a request in hand finish, takes no new one, and ends with 0', async () => {
    const club = opened(await startClub());
    const upstream = await startForeignUpstream(club.url);
    const web: ServerProcess = opened(await startServerProcess({ UPSTREAM_URL: upstream.url, SESSION_SECRET: secret }));
    const visitor = new Visitor(web.url);
    await visitor.signIn(await club.member());
    let answer = () => {};
    const inHand = new Promise<void>((resolve) => {
      upstream.override('GET /news/posts', (_request, response) => {
        answer = () => void response.writeHead(500).end();
        resolve();
      });
    });
    const slow = visitor.get('/dashboard');
    await inHand;
    const code = web.stop();
    const ask = () =>
      new Visitor(web.url).get('/login').then(
        () => 'answered',
        () => 'refused',
      );
    await expect.poll(ask).toBe('refused');
    answer();
    const { status, headers } = await slow;
    // Nobody sends another request on this connection.
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    expect(await code).toBe(0);
    await upstream.close();
  });

  it('closes the embedded database, so that the next start finds all of it', async () => {
    const club = await startClub();
    const member = await club.member();
    expect(await club.server.stop()).toBe(0);
    expect(club.server.log()).not.toMatch(/error|fatal/i);
    const again = opened(await startServerProcess({ DATA_DIR: club.dataDir, DEMO: '1' }));
    expect((await new Visitor(again.url).signIn(member)).status).toBe(303);
  });

  it('a second server on the same data does not start and says who holds it', async () => {
    const club = opened(await startClub());
    const second = startServerProcess({ DATA_DIR: club.dataDir, DEMO: '1' });
    await expect(second).rejects.toThrow(new RegExp(`in use by process ${club.server.process.pid}`));
  });
});
