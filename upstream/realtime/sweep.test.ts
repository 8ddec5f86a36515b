import { beforeEach, expect, it } from 'vitest';
import { connect, openHub, type TestHub } from './realtime.testing';
import { sweep } from './sweep';

let hub: TestHub;
beforeEach(() => {
  hub = openHub();
});

const ping = '{"event":"pusher:ping","data":"{}"}';

it('asks a silent socket after two minutes, and lets go of it after 30 seconds without an answer', () => {
  const [dead, watcher] = [connect(hub), connect(hub)];
  dead.subscribe('presence-room', '{"user_id":"1"}');
  watcher.subscribe('presence-room', '{"user_id":"2"}');
  watcher.frames();
  dead.frames();
  hub.pass(119_999);
  sweep(hub);
  expect(dead.frames()).toEqual([]);
  hub.pass(1);
  sweep(hub);
  expect(dead.frames()).toEqual([ping]);
  watcher.say('{"event":"pusher:pong","data":{}}');
  watcher.frames();
  hub.pass(29_999);
  sweep(hub);
  expect(dead.ended).toBeNull();
  hub.pass(1);
  sweep(hub);
  expect(dead.ended).toEqual({ code: 4201, reason: 'Pong reply not received in time' });
  expect(watcher.ended).toBeNull();
  expect(watcher.frames()[0]).toContain('member_removed');
});

it('does not ask a socket that says something', () => {
  const client = connect(hub);
  for (let minute = 0; minute < 10; minute++) {
    hub.pass(60_000);
    client.say('{"event":"pusher:ping"}');
    client.frames();
    sweep(hub);
    expect(client.frames()).toEqual([]);
  }
});

it('has a socket with an hour-old authorization come again, not one that only hears what is public', () => {
  const [member, guest] = [connect(hub), connect(hub)];
  member.subscribe('private-user.1');
  guest.subscribe('client');
  for (let minute = 0; minute < 60; minute++) {
    expect(member.ended).toBeNull();
    hub.pass(60_000);
    for (const client of [member, guest]) client.say('{"event":"pusher:ping"}');
    sweep(hub);
  }
  expect(member.ended).toEqual({ code: 4200, reason: 'Authorize again' });
  expect(guest.ended).toBeNull();
});

it('forgets who has sent client events when they may send as many as before', () => {
  const client = connect(hub);
  client.subscribe('private-user.7');
  client.say({ event: 'client-typing', channel: 'private-user.7', data: {} });
  sweep(hub);
  expect([...hub.clientEvents.keys()]).toEqual(['7']);
  hub.pass(100);
  sweep(hub);
  expect(hub.clientEvents.size).toBe(0);
});
