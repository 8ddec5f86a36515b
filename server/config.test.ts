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
