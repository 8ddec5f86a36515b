import { describe, expect, it } from 'vitest';
import { readEnv } from './env.server';
import { socketSources } from './realtime.server';

const pusher = { PUSHER_APP_KEY: 'key' };
const foreign = { UPSTREAM_URL: 'https://api.example.org' };

describe('the realtime service', () => {
  it('is the embedded endpoint without a key', () => {
    const { pusher, realtime } = readEnv({ PUSHER_HOST: 'ignored.example' });
    expect(pusher).toBeNull();
    expect(realtime).toMatchObject({ userChannel: 'user.{id}', clientChannel: 'client', namespace: 'App.Events' });
    expect(realtime?.events.clientUpdated).toBe('client.updated');
  });

  it('has the embedded endpoint’s key, or the club’s own', () => {
    expect(readEnv({}).endpointKey).toBe('almende');
    expect(readEnv({ REALTIME_APP_KEY: 'our-key' }).endpointKey).toBe('our-key');
  });

  it('is Pusher Channels in Europe with a key alone', () => {
    const service = { key: 'key', cluster: 'eu', host: null, port: 443, scheme: 'https', path: '' };
    expect(readEnv(pusher).pusher).toEqual(service);
  });

  it('is nobody with a foreign upstream and no key', () => {
    expect(readEnv(foreign).realtime).toBeNull();
    expect(readEnv({ ...foreign, ...pusher }).realtime).not.toBeNull();
  });

  it('may use other names', () => {
    const { realtime, broadcastingAuthPath } = readEnv({
      ...pusher,
      PUSHER_USER_CHANNEL: 'App.Models.User.{id}',
      PUSHER_CHAT_EVENT: 'App\\Events\\ChatMessage',
      BROADCASTING_AUTH_PATH: '/../broadcasting/auth',
    });
    expect(realtime).toMatchObject({
      userChannel: 'App.Models.User.{id}',
      events: { chatMessage: 'App\\Events\\ChatMessage', clientUpdated: 'client.updated' },
    });
    expect(broadcastingAuthPath).toBe('/../broadcasting/auth');
  });

  it.each([
    [{ PUSHER_SCHEME: 'wss' }, /PUSHER_SCHEME/],
    [{ PUSHER_PORT: '0' }, /PUSHER_PORT/],
    [{ PUSHER_PORT: 'https' }, /PUSHER_PORT/],
    [{ PUSHER_HOST: 'https://ws.example.org' }, /PUSHER_HOST/],
    [{ PUSHER_HOST: "x; script-src 'unsafe-inline'" }, /PUSHER_HOST/],
    [{ PUSHER_CLUSTER: 'eu; x' }, /PUSHER_CLUSTER/],
    [{ PUSHER_PATH: 'path' }, /PUSHER_PATH/],
    [{ PUSHER_APP_KEY: 'a b' }, /PUSHER_APP_KEY/],
    [{ REALTIME_APP_KEY: 'a b' }, /REALTIME_APP_KEY/],
    [{ PUSHER_USER_CHANNEL: 'user' }, /PUSHER_USER_CHANNEL/],
    [{ PUSHER_CONVERSATION_CHANNEL: 'talk' }, /PUSHER_CONVERSATION_CHANNEL/],
    [{ BROADCASTING_AUTH_PATH: 'https://evil.example' }, /BROADCASTING_AUTH_PATH/],
  ])('refuses %j', (change, message) => {
    expect(() => readEnv({ ...pusher, ...change })).toThrow(message);
  });
});

describe('the content security policy', () => {
  it.each([
    [{}, []],
    [pusher, ['wss://ws-eu.pusher.com']],
    [{ ...pusher, PUSHER_CLUSTER: 'mt1' }, ['wss://ws-mt1.pusher.com']],
    [{ ...pusher, PUSHER_HOST: 'ws.example.org' }, ['wss://ws.example.org']],
    [{ ...pusher, PUSHER_HOST: 'ws.example.org', PUSHER_PORT: '6001' }, ['wss://ws.example.org:6001']],
    [{ ...pusher, PUSHER_HOST: 'localhost', PUSHER_SCHEME: 'http', PUSHER_PORT: '80' }, ['ws://localhost']],
  ])('with %j names %j', (source, sources) => {
    expect(socketSources(readEnv(source).pusher)).toEqual(sources);
  });
});
