import { beforeEach, describe, expect, it } from 'vitest';
import { errorFrame } from './frames';
import { publish } from './publish';
import { connect, openHub, type TestHub, testApp } from './realtime.testing';
import { channelAuth } from './signatures';

let hub: TestHub;
beforeEach(() => {
  hub = openHub();
});

describe('a subscription', () => {
  it('to a public channel succeeds', () => {
    const client = connect(hub);
    client.say('{"event":"pusher:subscribe","data":{"auth":"","channel":"client"}}');
    expect(client.frames()).toEqual([
      '{"event":"pusher_internal:subscription_succeeded","channel":"client","data":"{}"}',
    ]);
  });

  it('may carry its data as text', () => {
    const client = connect(hub);
    client.say({ event: 'pusher:subscribe', data: '{"channel":"client"}' });
    expect(client.connection.channels).toEqual(new Set(['client']));
  });

  it('to a private channel succeeds with its signature', () => {
    const client = connect(hub);
    client.subscribe('private-user.1');
    expect(client.frames()).toEqual([
      '{"event":"pusher_internal:subscription_succeeded","channel":"private-user.1","data":"{}"}',
    ]);
  });

  it('counts channel_data into the signature of a private channel, too', () => {
    const client = connect(hub);
    client.subscribe('private-user.1', '{"user_id":"1"}');
    expect(client.connection.channels.size).toBe(1);
    const auth = channelAuth(testApp, client.connection.id, 'private-user.2');
    client.say({ event: 'pusher:subscribe', data: { auth, channel: 'private-user.2', channel_data: '{}' } });
    expect(client.connection.channels.size).toBe(1);
  });

  it.each([
    ['no signature', undefined],
    ['an empty one', ''],
    ['that of another channel', channelAuth(testApp, '1.1', 'private-user.2')],
    ['that of another socket', channelAuth(testApp, '2.1', 'private-user.1')],
    ['that of another app', channelAuth({ ...testApp, secret: 'other' }, '1.1', 'private-user.1')],
    ['a number', 7],
  ])('to a private channel with %s is refused in words that Echo hears', (_, auth) => {
    const client = connect(hub);
    client.say({ event: 'pusher:subscribe', data: { auth, channel: 'private-user.1' } });
    expect(client.frames()).toEqual([
      '{"event":"pusher:subscription_error","channel":"private-user.1","data":"{\\"type\\":\\"AuthError\\",\\"error\\":\\"The connection is not authorized for this channel\\",\\"status\\":401}"}',
    ]);
    publish(hub, { channels: ['private-user.1'], event: 'secret', data: '{}' });
    expect(client.frames()).toEqual([]);
    expect(client.ended).toBeNull();
  });

  it.each(['', 'with space', 'ü', 'a/b', '#server-to-user-', 'x'.repeat(201), undefined, 5, {}])(
    'to %j is no channel',
    (channel) => {
      const client = connect(hub);
      client.say({ event: 'pusher:subscribe', data: { channel, auth: '' } });
      expect(client.frames()[0]).toContain('"{\\"type\\":\\"InvalidRequest\\"');
      expect(hub.channels.count).toBe(0);
    },
  );

  it('a second time is an error', () => {
    const client = connect(hub);
    client.subscribe('client');
    client.frames();
    client.subscribe('client');
    expect(client.frames()).toEqual([errorFrame(4200, 'Existing subscription to channel client')]);
  });

  it('to more than 200 channels is refused', () => {
    const client = connect(hub);
    for (let number = 0; number < 200; number++) client.subscribe(`channel-${number}`);
    client.frames();
    client.subscribe('one-more');
    expect(client.frames()[0]).toContain('LimitReached');
    expect(client.connection.channels.size).toBe(200);
  });

  it('ends without an answer', () => {
    const client = connect(hub);
    client.subscribe('client');
    client.frames();
    client.say('{"event":"pusher:unsubscribe","data":{"channel":"client"}}');
    client.say('{"event":"pusher:unsubscribe","data":{"channel":"never"}}');
    expect(client.frames()).toEqual([]);
    expect(hub.channels.count).toBe(0);
  });
});

describe('a cache channel', () => {
  it.each(['cache-x', 'private-cache-x', 'private-encrypted-cache-x'])(
    '%s keeps its last event for 30 minutes',
    (name) => {
      publish(hub, { channels: [name], event: 'price', data: '1' });
      publish(hub, { channels: [name], event: 'price', data: '2' });
      const client = connect(hub);
      client.subscribe(name);
      expect(client.frames().slice(1)).toEqual([`{"event":"price","channel":"${name}","data":"2"}`]);
      client.leave();
      hub.pass(30 * 60_000);
      hub.channels.forget(hub.now());
      expect(hub.channels.count).toBe(0);
      const late = connect(hub);
      late.subscribe(name);
      expect(late.frames()).toEqual([
        `{"event":"pusher_internal:subscription_succeeded","channel":"${name}","data":"{}"}`,
        `{"event":"pusher:cache_miss","channel":"${name}"}`,
      ]);
    },
  );

  it('may be one of presence', () => {
    publish(hub, { channels: ['presence-cache-x'], event: 'price', data: '2' });
    const client = connect(hub);
    client.subscribe('presence-cache-x', '{"user_id":"1"}');
    expect(client.frames()).toHaveLength(2);
  });
});
