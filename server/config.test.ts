import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../app/platform/env.server';
import { readConfig } from './config';

const read = (TRUST_PROXY: string | undefined) =>
  readConfig({ NODE_ENV: 'test', SESSION_SECRET: 'a secret of a test', TRUST_PROXY });

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

const readAll = (environment: Record<string, string>) =>
  readConfig({ NODE_ENV: 'test', SESSION_SECRET: 'a secret of a test', ...environment });
const pusher = { PUSHER_APP_ID: '3', PUSHER_APP_KEY: 'key', PUSHER_APP_SECRET: 'secret' };

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

describe('METRICS_TOKEN', () => {
  it.each([
    ['', null],
    ['kJ8sL2mQ9xT4vB7n', 'kJ8sL2mQ9xT4vB7n'],
  ])('%j gives %j', (value, token) => expect(readAll({ METRICS_TOKEN: value }).metricsToken).toBe(token));

  it.each(['short', 'with a space in it somewhere'])('%j is refused and named', (value) => {
    expect(() => readAll({ METRICS_TOKEN: value })).toThrow(/METRICS_TOKEN/);
  });
});
