import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEndpoint } from '../../upstream/realtime/endpoint.testing';
import { testApp } from '../../upstream/realtime/realtime.testing';
import { examine as examineWith, linesOf } from '../support/doctor';
import type { Environment } from '../support/server-process';

const secret = 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'));
});
const servers: Server[] = [];
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

const examine = (settings: Environment, ...words: string[]) =>
  examineWith({ DATA_DIR: join(folder, 'data'), ...settings }, ...words);

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

describe('npm run doctor', () => {
  it('finds nothing wrong with the demo club, and leaves no trace', async () => {
    const report = await examine({});
    expect([report.code, report.findings.filter(({ verdict }) => verdict === 'wrong')]).toEqual([0, []]);
    expect(linesOf(report, 'database')).toEqual([expect.stringMatching(/^fine: The embedded database/)]);
    const { code } = await examine({ DATA_DIR: folder });
    expect(code).toBe(0);
  });

  it('names each setting that the start would refuse', async () => {
    const report = await examine({
      PUBLIC_URL: 'https://club.example',
      SESSION_SECRET: 'short',
      MODULES: 'Wallet,Bank',
    });
    expect(report.code).toBe(1);
    expect(linesOf(report, 'settings')).toEqual([
      'wrong: SESSION_SECRET is weak: use at least 32 random characters',
      'wrong: MODULES names unknown modules: Bank',
    ]);
  });

  it.each([
    ['UPSTREAM_URL', 'https://u:hush7@127.0.0.1:1/api'],
    ['SMTP_URL', 'smtp://u:hush7#1@127.0.0.1:1'],
  ])('names %s with a password that cannot be sent, and does not print it', async (name, value) => {
    const report = await examine({ [name]: value });
    expect([report.code, linesOf(report, 'settings')]).toEqual([1, [expect.stringMatching(`^wrong: ${name} is not`)]]);
    expect(report.output).not.toContain('hush7');
  });

  it('names settings that are not safe together', async () => {
    const report = await examine({
      ...{
        PUBLIC_URL: 'http://club.example',
        SESSION_SECRET: secret,
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      },
      ...{ ALLOW_DEMO_BANK_ACCOUNT: '1' },
    });
    expect(linesOf(report, 'settings')).toEqual([
      expect.stringMatching(/^risky: SMTP_URL is not set/),
      expect.stringMatching(/^risky: Missing settings: CLUB_NAME/),
      expect.stringMatching(/^wrong: PUBLIC_URL is http/),
      expect.stringMatching(/^risky: TRUST_PROXY is 0/),
      expect.stringMatching(/^risky: METRICS_TOKEN is not set/),
      expect.stringMatching(/^risky: SENTRY_DSN is not set/),
      expect.stringMatching(/^wrong: MAIL_FROM is not set/),
    ]);
    expect(linesOf(report, 'database')).toEqual([expect.stringMatching(/^wrong: none on 127.0.0.1:1: .*ECONNREFUSED/)]);
    expect(report.output).not.toContain(secret);
  });

  it('reads a file of settings, and names what nobody reads and others may read', async () => {
    const file = join(folder, 'almende.env');
    const config = join(folder, 'config');
    mkdirSync(join(folder, 'data'), { mode: 0o755 });
    mkdirSync(config);
    for (const name of ['wallet', 'affiliate', 'support', 'chat']) writeFileSync(join(config, `${name}.json`), '{}');
    chmodSync(join(config, 'wallet.json'), 0o666);
    writeFileSync(file, `SMPT_URL=smtp://127.0.0.1:1\nCONFIG_DIR=${config}\n`, { mode: 0o644 });
    const report = await examine({}, '--settings', file);
    expect(report.code).toBe(1);
    expect(linesOf(report, 'settings')).toContain(`risky: SMPT_URL in ${file} is not a setting of Almende.`);
    expect(linesOf(report, 'files')).toEqual([
      `wrong: ${file} holds the secrets, and is open to others (644).`,
      `wrong: ${join(folder, 'data')} holds the data, and is open to others (755).`,
      `wrong: Others may write ${join(config, 'wallet.json')} (666).`,
    ]);
    expect((await examine({}, '--settings', join(folder, 'none'))).code).toBe(2);
  });

  it('greets the mail server', async () => {
    const port = await listen(
      createServer((socket) => {
        socket.on('error', () => {});
        socket.write('220 test\r\n');
        socket.on('data', () => socket.write('250 fine\r\n'));
      }),
    );
    const silent = await listen(createServer((socket) => void socket.end('554 go away\r\n')));
    const ask = async (smtp: number) => linesOf(await examine({ SMTP_URL: `smtp://127.0.0.1:${smtp}` }), 'mail');
    expect(await ask(port)).toEqual([`fine: The mail server 127.0.0.1:${port} takes mail.`]);
    expect(await ask(silent)).toEqual([expect.stringMatching(/^wrong: .* does not take mail: /)]);
    expect(await ask(1)).toEqual([expect.stringMatching(/^wrong: .* does not take mail: .*ECONNREFUSED/)]);
  });

  it('asks the realtime service with the key', async () => {
    const { port, stop } = await startEndpoint();
    const ask = async (PUSHER_APP_SECRET: string) =>
      examine({
        ...{ PUSHER_APP_ID: testApp.id, PUSHER_APP_KEY: testApp.key, PUSHER_APP_SECRET },
        ...{ PUSHER_HOST: 'localhost', PUSHER_PORT: String(port), PUSHER_SCHEME: 'http' },
      });
    expect(linesOf(await ask(testApp.secret), 'realtime')).toEqual([`fine: localhost:${port} answers to the key.`]);
    const refused = await ask('0123456789abcdef0123');
    expect([refused.code, linesOf(refused, 'realtime')]).toEqual([
      1,
      [`wrong: localhost:${port} takes no events: it answers 401.`],
    ]);
    await stop();
    expect(linesOf(await ask(testApp.secret), 'realtime')).toEqual([expect.stringMatching(/^wrong: .*ECONNREFUSED/)]);
  });
});
