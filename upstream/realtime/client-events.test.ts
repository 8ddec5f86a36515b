import { beforeEach, describe, expect, it } from 'vitest';
import type { Said } from './peer-messages';
import { connect, openHub, type TestHub, testApp } from './realtime.testing';
import { userAuth } from './signatures';

let hub: TestHub;
beforeEach(() => {
  hub = openHub();
});

const error = (code: number, message: string) =>
  `{"event":"pusher:error","data":{"code":${code},"message":"${message}"}}`;

describe('a client event', () => {
  const typing = (channel: string, data: unknown = { a: 1 }) => ({ event: 'client-typing', channel, data });

  it('reaches the others of a private channel', () => {
    const [sender, other] = [connect(hub), connect(hub)];
    for (const client of [sender, other]) client.subscribe('private-room');
    for (const client of [sender, other]) client.frames();
    sender.say(typing('private-room'));
    expect(other.frames()).toEqual(['{"event":"client-typing","channel":"private-room","data":{"a":1}}']);
    expect(sender.frames()).toEqual([]);
  });

  it('says in a presence channel who sent it', () => {
    const [sender, other] = [connect(hub), connect(hub)];
    sender.subscribe('presence-room', '{"user_id":"7"}');
    other.subscribe('presence-room', '{"user_id":"8"}');
    other.frames();
    sender.say(typing('presence-room'));
    expect(other.frames()).toEqual([
      '{"event":"client-typing","channel":"presence-room","data":{"a":1},"user_id":"7"}',
    ]);
  });

  it.each(['client', 'private-encrypted-vault', 'cache-x', 'private-elsewhere'])('is refused in %s', (name) => {
    const [sender, other] = [connect(hub), connect(hub)];
    if (name !== 'private-elsewhere') sender.subscribe(name);
    other.subscribe(name);
    for (const client of [sender, other]) client.frames();
    sender.say(typing(name));
    expect(other.frames()).toEqual([]);
    expect(sender.frames()[0]).toContain('"code":4009');
  });

  it('in a conversation says that somebody types, and nothing else', () => {
    const [sender, other] = [connect(hub), connect(hub)];
    sender.subscribe('presence-conversation.1', '{"user_id":"7"}');
    other.subscribe('presence-conversation.1', '{"user_id":"8"}');
    for (const client of [sender, other]) client.frames();
    sender.say(typing('presence-conversation.1', { text: 'half a sentence' }));
    expect(other.frames()).toEqual([
      '{"event":"client-typing","channel":"presence-conversation.1","data":{},"user_id":"7"}',
    ]);
    for (const event of ['client-chat.message', 'client-typing ', 'client-chat.read'])
      sender.say({ ...typing('presence-conversation.1'), event });
    expect(other.frames()).toEqual([]);
    expect(sender.frames()).toEqual(Array(3).fill(error(4009, 'Only client-typing goes to this channel')));
  });

  it('is refused beyond ten a second, and again let through later', () => {
    const [sender, other] = [connect(hub), connect(hub)];
    for (const client of [sender, other]) client.subscribe('private-room');
    for (const client of [sender, other]) client.frames();
    for (let count = 0; count < 12; count++) sender.say(typing('private-room'));
    expect(other.frames()).toHaveLength(10);
    expect(sender.frames()).toEqual(Array(2).fill(error(4301, 'More than 10 client events a second')));
    hub.pass(1000);
    sender.say(typing('private-room'));
    expect(other.frames()).toHaveLength(1);
  });

  it.each([
    ['presence-conversation.1', 'presence-conversation.2'],
    ['presence-conversation.1', 'private-user.7'],
    ['private-user.7', 'private-user.7'],
  ])('is refused beyond ten a second of one member, from whichever socket (%s, %s)', (...names) => {
    const listeners = ['presence-conversation.1', 'presence-conversation.2', 'private-user.7'].map((name) => {
      const listener = connect(hub);
      listener.subscribe(name, name.startsWith('presence-') ? '{"user_id":"8"}' : undefined);
      return listener;
    });
    const sockets = Array.from({ length: 60 }, (_, at) => {
      const socket = connect(hub);
      const name = names[at % 2] as string;
      socket.subscribe(name, name.startsWith('presence-') ? '{"user_id":"7"}' : undefined);
      return { socket, name };
    });
    for (const { socket } of sockets) socket.frames();
    for (const listener of listeners) listener.frames();
    const heard = () => listeners.flatMap((one) => one.frames()).filter((frame) => frame.includes('client-typing'));
    for (const { socket, name } of sockets) socket.say(typing(name));
    expect(heard()).toHaveLength(10);
    expect(sockets.at(-1)?.socket.frames().at(-1)).toBe(error(4301, 'More than 10 client events a second'));
    const other = connect(hub);
    other.subscribe('presence-conversation.1', '{"user_id":"9"}');
    other.say(typing('presence-conversation.1'));
    expect(heard()).toHaveLength(1);
    hub.pass(1000);
    for (const { socket, name } of sockets) socket.say(typing(name));
    expect(heard()).toHaveLength(10);
  });

  it('of a member who has signed in counts for all their sockets', () => {
    const senders = [connect(hub), connect(hub)];
    for (const { connection, say, subscribe } of senders) {
      const user_data = '{"id":"7"}';
      say({ event: 'pusher:signin', data: { auth: userAuth(testApp, connection.id, user_data), user_data } });
      subscribe('private-room');
    }
    for (const sender of senders) sender.frames();
    for (let count = 0; count < 6; count++) for (const sender of senders) sender.say(typing('private-room'));
    expect(senders.map((sender) => sender.frames().filter((frame) => frame.includes('4301')).length)).toEqual([1, 1]);
  });

  it('goes to the other processes only from a conversation, and without data', () => {
    const told: Said[] = [];
    const sender = connect(hub);
    for (const name of ['private-user.7', 'private-room']) sender.subscribe(name);
    for (const name of ['presence-room', 'presence-conversation.1']) sender.subscribe(name, '{"user_id":"7"}');
    hub.tellPeers = (said) => void told.push(said);
    for (const name of sender.connection.channels) sender.say(typing(name, 'ü'.repeat(5000)));
    expect(told).toEqual([
      {
        kind: 'frame',
        channel: 'presence-conversation.1',
        frame: '{"event":"client-typing","channel":"presence-conversation.1","data":{},"user_id":"7"}',
        except: '1.1',
      },
    ]);
  });

  it('is refused with more than 10 KB', () => {
    const [sender, other] = [connect(hub), connect(hub)];
    for (const client of [sender, other]) client.subscribe('private-room');
    other.frames();
    sender.say(typing('private-room', 'x'.repeat(10_238)));
    sender.say(typing('private-room', 'x'.repeat(10_239)));
    expect(other.frames()).toHaveLength(1);
  });
});
