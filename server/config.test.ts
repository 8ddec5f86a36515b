import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError } from '../app/platform/request/env.server';
import { readConfig } from './config';

const umask = process.umask();
let DATA_DIR: string;
beforeAll(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'config-'));
});
afterAll(() => {
  rmSync(DATA_DIR, { recursive: true, force: true });
  process.umask(umask);
});

const readAll = (environment: Record<string, string | undefined>) =>
  readConfig({ NODE_ENV: 'test', SESSION_SECRET: 'a secret of a test', DATA_DIR, ...environment });
const read = (TRUST_PROXY: string | undefined) => readAll({ TRUST_PROXY });

describe('TRUST_PROXY', () => {
  it.each([
    [undefined, 0],
    ['', 0],
    ['0', 0],
    ['1', 1],
    [' 2 ', 2],
  ])('%j trusts %i', (value, count) => {
    expect(read(value).trustedProxies).toBe(count);
  });

  it.each(['true', 'yes', '-1', '1.5', 'loopback', '10.0.0.0/8', '1e2'])('%j is refused and named', (value) => {
    expect(() => read(value)).toThrow(ConfigurationError);
    expect(() => read(value)).toThrow(/TRUST_PROXY/);
  });
});

const pusher = { PUSHER_APP_ID: '3', PUSHER_APP_KEY: 'key', PUSHER_APP_SECRET: 'secret' };

it('the names of channels hold for the embedded back end as for its pages', () => {
  const given = {
    PUSHER_USER_CHANNEL: 'b.{id}',
    PUSHER_CLIENT_CHANNEL: 'b',
    PUSHER_CONVERSATION_CHANNEL: 'b-talk.{id}',
  };
  const named = { userChannel: 'b.{id}', clientChannel: 'b', conversationChannel: 'b-talk.{id}' };
  const { upstream, web } = readAll(given);
  expect([upstream?.channels, web.realtime]).toMatchObject([named, named]);
});

describe('PUSHER_APP_KEY', () => {
  it('sends events to an external service', () => {
    const service = { appId: '3', key: 'key', secret: 'secret', cluster: 'eu', host: null, port: 443, scheme: 'https' };
    expect(readAll(pusher).upstream?.pusher).toEqual(service);
    expect(readAll({}).upstream?.pusher).toBeUndefined();
  });

  it.each(['PUSHER_APP_ID', 'PUSHER_APP_SECRET'])('wants %s, too, unless the upstream is another’s', (name) => {
    expect(() => readAll({ ...pusher, [name]: '' })).toThrow(ConfigurationError);
    expect(readAll({ ...pusher, [name]: '', UPSTREAM_URL: 'https://api.example.org' }).upstream).toBeNull();
  });
});

describe('REALTIME_*', () => {
  it('names the app of the embedded endpoint, for servers that use it', () => {
    const usual = { id: '1', key: 'almende', secret: null, origins: [] };
    expect(readAll({ REALTIME_APP_SECRET: '' }).upstream?.endpoint).toEqual(usual);
    const own = { id: '7', key: 'ours', secret: 'kJ8sL2mQ9xT4vB7n3Rw5' };
    const set = {
      ...{ REALTIME_APP_ID: own.id, REALTIME_APP_KEY: own.key, REALTIME_APP_SECRET: own.secret },
      REALTIME_ALLOWED_ORIGINS: 'https://a.example, http://localhost:3001',
    };
    const origins = ['https://a.example', 'http://localhost:3001'];
    expect(readAll(set).upstream?.endpoint).toEqual({ ...own, origins });
  });

  it.each([
    ['REALTIME_APP_ID', 'a b'],
    ['REALTIME_APP_KEY', 'a/b'],
    ['REALTIME_APP_SECRET', 'short'],
    ['REALTIME_ALLOWED_ORIGINS', 'a.example'],
    ['REALTIME_ALLOWED_ORIGINS', 'https://a.example/path'],
    ['REALTIME_ALLOWED_ORIGINS', '*'],
  ])('%s=%s is refused and named', (name, value) => {
    expect(() => readAll({ [name]: value })).toThrow(name);
  });
});

describe('SMTP_URL', () => {
  it.each([
    '',
    'smtp://localhost',
    'smtp://127.0.0.1:1025/',
    'smtps://club%40club.example:pa%23ss%2F@mail.example:465/?pool=true&proxy=http://127.0.0.1:3128/',
    'smtp://u:p:w@[::1]:25',
  ])('%j is taken as it is', (SMTP_URL) => {
    expect(readAll({ SMTP_URL }).upstream?.smtpUrl).toBe(SMTP_URL || undefined);
  });

  it.each([
    'smtp://u:hush#7@mail.example',
    'smtp://u:7#hush@mail.example',
    'smtp://u:7/hush@mail.example',
    'smtp://u:7?hush@mail.example',
    'smtp://u:hush%@mail.example',
    'http://u:hush@mail.example',
    'mail.hush.example:25',
    'smtp:hush',
  ])('%j is refused and named, without its value', (SMTP_URL) => {
    expect(() => readAll({ SMTP_URL })).toThrow(ConfigurationError);
    expect(() => readAll({ SMTP_URL })).toThrow(/^(?!.*hush)SMTP_URL is not smtps:.* write # in a password as %23/);
    expect(readAll({ SMTP_URL, UPSTREAM_URL: 'https://api.example.org' }).upstream).toBeNull();
  });
});

describe('METRICS_TOKEN', () => {
  it.each([
    ['', null],
    ['kJ8sL2mQ9xT4vB7n', 'kJ8sL2mQ9xT4vB7n'],
  ])('%j gives %j', (value, token) => expect(readAll({ METRICS_TOKEN: value }).metricsToken).toBe(token));

  it.each(['short', 'with a space in it somewhere'])('%j is refused and named', (value) => {
    expect(() => readAll({ METRICS_TOKEN: value })).toThrow(/METRICS_TOKEN/);
  });
});

describe('HOST', () => {
  it.each(['0.0.0.0', '::', '192.0.2.7', 'club.example'])('%s wants a PUBLIC_URL', (HOST) => {
    expect(() => readAll({ HOST })).toThrow(ConfigurationError);
    expect(() => readAll({ HOST })).toThrow(`HOST=${HOST} opens this server to other machines: set PUBLIC_URL`);
    expect(readAll({ HOST, PUBLIC_URL: 'http://localhost:3000' }).host).toBe(HOST);
  });

  it.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('%s is for this machine', (HOST) => {
    expect(readAll({ HOST }).host).toBe(HOST);
  });

  it('is this machine alone where nothing is configured', () => expect(readAll({}).host).toBe('127.0.0.1'));
});

describe('the mailbox', () => {
  const database = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:9' };
  const production = {
    PUBLIC_URL: 'https://club.example',
    SESSION_SECRET: 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa',
    ALLOW_DEMO_BANK_ACCOUNT: '1',
    ...database,
  };
  const states = (environment: Record<string, string>) => {
    const { web, upstream, mailNotice } = readAll(environment);
    return [web.mailbox, upstream?.mailbox ?? false, mailNotice !== null];
  };

  it.each([
    ['nothing', {}, true],
    ['DEMO=1 and a database', { ...database, DEMO: '1' }, true],
    ['MAILBOX=1 and a database', { ...database, MAILBOX: '1' }, true],
    ['DEMO=0 and MAILBOX=1', { DEMO: '0', MAILBOX: '1' }, true],
    ['a mail server', smtp, false],
    ['a foreign upstream', { UPSTREAM_URL: 'https://api.example.org', MAILBOX: '1' }, false],
  ])('with %s configured leaves no mail unread', (_, environment, isOpen) => {
    expect(states(environment as Record<string, string>)).toEqual([isOpen, isOpen, false]);
  });

  it.each([
    ['a database', database],
    ['DEMO=0', { DEMO: '0' }],
    ['production', production],
  ])('is closed with %s alone, and the operator is told that mail is discarded', (_, environment) => {
    expect(states(environment as Record<string, string>)).toEqual([false, false, true]);
  });

  it('is refused in production', () => {
    expect(() => readAll({ ...production, MAILBOX: '1' })).toThrow('MAILBOX=1 is refused in production');
  });
});

describe('CLUB_NAME and the others of the imprint', () => {
  const production = {
    PUBLIC_URL: 'https://club.example',
    SESSION_SECRET: 'Zk3vQ8r1Lw7xT5yN2mB9cH4jD6fG0sPa',
    DATABASE_URL: 'postgres://club',
    ALLOW_DEMO_BANK_ACCOUNT: '1',
  };
  const settings = {
    CLUB_NAME: 'Alm e. V.',
    CLUB_ADDRESS: 'Gasse 2, 12345 Dorf',
    CLUB_REPRESENTATIVES: 'Mia Maier',
    CLUB_EMAIL: 'mia@club.example',
  };

  it('are samples in the demo club alone', () => {
    expect(readAll({ DEMO: '1' }).web.imprint?.name).toBe('Almende eG');
    expect(readAll({ DEMO: '0' })).toMatchObject({ web: { imprint: null }, imprintNotice: null });
    expect(readAll({ DEMO: '1', ...settings }).web.imprint?.name).toBe('Alm e. V.');
  });

  it('are named at the start of production while one is missing', () => {
    expect(readAll(production).imprintNotice).toContain('CLUB_NAME, CLUB_ADDRESS, CLUB_REPRESENTATIVES, CLUB_EMAIL');
    const { web, imprintNotice } = readAll({ ...production, ...settings, CLUB_EMAIL: ' ' });
    expect(web.imprint).toBeNull();
    expect(imprintNotice).toMatch(/^Missing settings: CLUB_EMAIL\./);
    const whole = readAll({ ...production, ...settings });
    expect(whole.imprintNotice).toBeNull();
    expect(whole.web.imprint).toMatchObject({ addressLines: ['Gasse 2', '12345 Dorf'], phone: null });
  });
});
