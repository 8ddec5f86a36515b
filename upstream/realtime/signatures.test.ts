import { describe, expect, it } from 'vitest';
import { testConfig } from '../database/database.testing';
import { signatureFault } from './http-signature';
import type { Hub } from './hub';
import { openRealtime } from './realtime';
import { connect, silent, testApp } from './realtime.testing';
import { bodyDigest, channelAuth, isSame, isSigned, requestSignature, userAuth } from './signatures';

// The test vectors of Pusher's documentation.
describe('signatures', () => {
  it('of a private channel', () => {
    expect(channelAuth(testApp, '1234.1234', 'private-foobar')).toBe(
      '278d425bdf160c739803:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4',
    );
  });

  it('of a presence channel', () => {
    const data = '{"user_id":10,"user_info":{"name":"Mr. Channels"}}';
    expect(channelAuth(testApp, '1234.1234', 'presence-foobar', data)).toBe(
      '278d425bdf160c739803:31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80',
    );
  });

  it('of a sign-in', () => {
    expect(userAuth(testApp, '1234.1234', '{"id":"12345"}')).toBe(
      '278d425bdf160c739803:4708d583dada6a56435fb8bc611c77c359a31eebde13337c16ab43aa6de336ba',
    );
  });

  it.each([
    ['same', 'same', true],
    ['same', 'Same', false],
    ['same', 'samesame', false],
    ['same', '', false],
    ['same', undefined, false],
    ['same', ['same'], false],
  ])('%j and %j are the same: %s', (a, b, same) => expect(isSame(a, b)).toBe(same));
});

describe('while secrets change', () => {
  const app = { ...testApp, secret: 'new', otherSecrets: ['old'] };
  const by = (secret: string) => ({ ...testApp, secret });

  it.each([
    ['new', true],
    ['old', true],
    ['other', false],
    ['', false],
  ])('a signature with the secret %j is good: %s', (secret, good) => {
    const given = channelAuth(by(secret), '1.1', 'private-x');
    expect(isSigned(app, (one) => channelAuth(one, '1.1', 'private-x'), given)).toBe(good);
  });

  it('a process lets in what another one has signed, and signs with the newest', async () => {
    const silentLog = { log: silent, metrics: undefined };
    const [one, two] = await Promise.all([
      openRealtime(testConfig, { secrets: ['new', 'old'], ...silentLog }),
      openRealtime(testConfig, { secrets: ['old', 'new'], ...silentLog }),
    ]);
    const hub = two.endpoint?.hub as Hub;
    const client = connect(hub);
    const { id } = client.connection;
    const channel = 'private-user.1';
    const { auth } = one.broadcaster.authorize(id, channel);
    client.say({ event: 'pusher:subscribe', data: { channel, auth } });
    client.say({ event: 'pusher:signin', data: one.broadcaster.authenticate(id, 1) });
    expect([client.connection.channels, client.connection.user?.id]).toEqual([new Set([channel]), '1']);
    expect(auth).toBe(channelAuth({ ...hub.app, secret: 'new' }, id, channel));
    const path = `/apps/${hub.app.id}/channels`;
    const query = { auth_key: hub.app.key, auth_timestamp: String((hub.now() / 1000) | 0), auth_version: '1.0' };
    const signed = new URLSearchParams(query);
    signed.set('auth_signature', requestSignature({ ...hub.app, secret: 'new' }, 'GET', path, signed));
    const answer = await two.endpoint?.fetch(new Request(`http://localhost${path}?${signed}`));
    expect(answer?.status).toBe(200);
    for (const { endpoint } of [one, two]) await endpoint?.drain();
  });

  it('a configured secret stands alone', async () => {
    const own = { id: '9', key: 'club', secret: 'of the operator', origins: [] };
    const config = { ...testConfig, endpoint: own };
    const { endpoint } = await openRealtime(config, { secrets: ['new', 'old'], log: silent, metrics: undefined });
    const client = connect(endpoint?.hub as Hub);
    for (const secret of ['new', 'old']) {
      const auth = channelAuth({ ...own, secret }, client.connection.id, 'private-user.1');
      client.say({ event: 'pusher:subscribe', data: { channel: 'private-user.1', auth } });
    }
    expect(client.connection.channels.size).toBe(0);
    await endpoint?.drain();
  });
});

describe('a request', () => {
  const body = Buffer.from('{"name":"foo","channels":["project-3"],"data":"{\\"some\\":\\"data\\"}"}');
  const signedAt = 1353088179;
  const signed = {
    method: 'POST',
    path: '/apps/3/events',
    body,
    query: {
      auth_key: '278d425bdf160c739803',
      auth_timestamp: String(signedAt),
      auth_version: '1.0',
      body_md5: 'ec365a775a4cd0599faeb73354201b6f',
      auth_signature: 'da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c',
    },
  };
  const fault = (change: Partial<Omit<typeof signed, 'query'>> & { query?: Record<string, string> }, seconds = 0) =>
    signatureFault(
      testApp,
      { ...signed, ...change, query: new URLSearchParams({ ...signed.query, ...change.query }) },
      (signedAt + seconds) * 1000,
    );

  it('that is signed as documented passes', () => {
    expect(bodyDigest(body)).toBe(signed.query.body_md5);
    expect(fault({})).toBeNull();
  });

  it.each([
    ['another method', { method: 'PUT' }, 'Invalid signature'],
    ['another path', { path: '/apps/3/batch_events' }, 'Invalid signature'],
    ['another parameter', { query: { info: 'user_count' } }, 'Invalid signature'],
    ['another body', { body: Buffer.from('{}') }, 'The body_md5 does not fit'],
    ['no body', { body: Buffer.alloc(0), query: { body_md5: '' } }, 'Invalid signature'],
    ['another key', { query: { auth_key: 'key' } }, 'Unknown auth_key'],
    ['another version', { query: { auth_version: '2.0' } }, 'Unknown auth_version'],
    ['another signature', { query: { auth_signature: 'da45' } }, 'Invalid signature'],
    ['no number as its time', { query: { auth_timestamp: 'now' } }, expect.stringContaining('auth_timestamp')],
  ])('with %s does not', (_, change, reason) => expect(fault(change)).toEqual(reason));

  it.each([
    [600, true],
    [-600, true],
    [601, false],
    [-601, false],
  ])('%i seconds off passes: %s', (seconds, passes) => expect(fault({}, seconds) === null).toBe(passes));

  it('is signed over decoded values and names in lower case', () => {
    const query = new URLSearchParams('Auth_Key=k&info=user_count%2Csubscription_count&filter_by_prefix=presence-');
    const plain = new URLSearchParams([
      ['filter_by_prefix', 'presence-'],
      ['info', 'user_count,subscription_count'],
      ['auth_key', 'k'],
    ]);
    const path = '/apps/3/channels';
    expect(requestSignature(testApp, 'get', path, query)).toBe(requestSignature(testApp, 'GET', path, plain));
  });
});
