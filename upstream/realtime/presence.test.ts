import { beforeEach, describe, expect, it } from 'vitest';
import { connect, openHub, type TestClient, type TestHub } from './realtime.testing';

let hub: TestHub;
beforeEach(() => {
  hub = openHub();
});

const room = 'presence-room';
const enter = (client: TestClient, id: string | number, info?: unknown) =>
  client.subscribe(room, JSON.stringify({ user_id: id, user_info: info }));

const added = (id: string, info = '{}') =>
  JSON.stringify({
    event: 'pusher_internal:member_added',
    channel: room,
    data: `{"user_id":"${id}","user_info":${info}}`,
  });
const removed = (id: string) =>
  JSON.stringify({ event: 'pusher_internal:member_removed', channel: room, data: `{"user_id":"${id}"}` });

describe('presence', () => {
  it('shows the first member to themselves', () => {
    const client = connect(hub);
    enter(client, '1', { name: 'A' });
    expect(client.frames()).toEqual([
      '{"event":"pusher_internal:subscription_succeeded","channel":"presence-room","data":"{\\"presence\\":{\\"count\\":1,\\"ids\\":[\\"1\\"],\\"hash\\":{\\"1\\":{\\"name\\":\\"A\\"}}}}"}',
    ]);
  });

  it('counts users, not sockets: the others hear of the first that comes and the last that goes', () => {
    const [watcher, tab, otherTab] = [connect(hub), connect(hub), connect(hub)];
    enter(watcher, 'w');
    watcher.frames();
    enter(tab, '2', { name: 'B' });
    enter(otherTab, '2', { name: 'B' });
    expect(watcher.frames()).toEqual([added('2', '{"name":"B"}')]);
    expect(hub.channels.find(room)?.presence?.count).toBe(2);
    tab.say({ event: 'pusher:unsubscribe', data: { channel: room } });
    expect(watcher.frames()).toEqual([]);
    otherTab.leave();
    expect(watcher.frames()).toEqual([removed('2')]);
    expect(hub.channels.find(room)?.presence?.userIds()).toEqual(['w']);
  });

  it('takes a number for its text', () => {
    const client = connect(hub);
    enter(client, 10);
    expect(hub.channels.find(room)?.presence?.userIds()).toEqual(['10']);
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty'])('has room for a user called %s', (id) => {
    const client = connect(hub);
    enter(client, id, { name: 'X' });
    const { presence } = JSON.parse(JSON.parse(client.frames()[0] ?? '').data);
    expect([presence.count, presence.ids]).toEqual([1, [id]]);
    expect(Object.entries(presence.hash)).toEqual([[id, { name: 'X' }]]);
  });

  it('has room for 100 users, and for further sockets of them', () => {
    for (let number = 1; number <= 100; number++) enter(connect(hub), `${number}`);
    const late = connect(hub);
    enter(late, '101');
    expect(late.frames()[0]).toContain('LimitReached');
    const again = connect(hub);
    enter(again, '100');
    expect(again.connection.channels.size).toBe(1);
  });

  it.each([
    ['no channel_data', undefined],
    ['no user_id', '{}'],
    ['an empty user_id', '{"user_id":""}'],
    ['a user_id of 129 characters', JSON.stringify({ user_id: 'x'.repeat(129) })],
    ['an object as user_id', '{"user_id":{}}'],
    ['user_info of more than 1 KB', JSON.stringify({ user_id: '1', user_info: 'x'.repeat(1023) })],
    ['what is no JSON', 'user_id=1'],
  ])('refuses %s', (_, channelData) => {
    const client = connect(hub);
    client.subscribe(room, channelData);
    expect(client.frames()[0]).toContain('InvalidRequest');
    expect(hub.channels.count).toBe(0);
  });

  it('tells nobody of a member who was refused', () => {
    const [watcher, stranger] = [connect(hub), connect(hub)];
    enter(watcher, 'w');
    watcher.frames();
    stranger.say({ event: 'pusher:subscribe', data: { channel: room, auth: 'x', channel_data: '{"user_id":"9"}' } });
    expect(watcher.frames()).toEqual([]);
  });
});
