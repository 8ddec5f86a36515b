/** Realtime without sockets: the connections record what they are sent. */
import pino from 'pino';
import { Registry } from 'prom-client';
import { Connection, type Wire } from './connection';
import { depart } from './departure';
import { createHub, type Hub } from './hub';
import { receive } from './messages';
import { type AppCredentials, channelAuth } from './signatures';

/** The app of the protocol's published test vectors. */
export const testApp: AppCredentials = { id: '3', key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };

export const silent = pino({ level: 'silent' });

export interface TestHub extends Hub {
  /** Moves the clock forward. */
  pass(ms: number): void;
}

export function openHub(): TestHub {
  let now = Date.parse('2026-11-20T09:00:00Z');
  const hub = createHub(testApp, new Registry(), () => now);
  return Object.assign(hub, {
    pass: (ms: number) => {
      now += ms;
    },
  });
}

export interface TestClient {
  connection: Connection;
  /** Returns every frame since the last call, as text. */
  frames(): string[];
  /** Code and reason of the close, or 'terminated'; null while it is open. */
  ended: { code: number; reason: string } | 'terminated' | null;
  /** Bytes that the client has not read. */
  backlog: number;
  say(message: unknown): void;
  subscribe(channel: string, channelData?: string): void;
  leave(): void;
}

/** Connects a client with the socket id `{number}.1`. */
export function connect(hub: Hub, number = hub.connections.size + 1): TestClient {
  const sent: string[] = [];
  const wire: Wire = {
    get readyState() {
      return client.ended === null ? 1 : 3;
    },
    get bufferedAmount() {
      return client.backlog;
    },
    send: (text) => void sent.push(text),
    close: (code, reason) => {
      client.ended = { code, reason };
    },
    terminate: () => {
      client.ended = 'terminated';
    },
  };
  const stream = { write: (bytes: Buffer) => void sent.push(textOfFrame(bytes)) };
  const connection = new Connection(`${number}.1`, wire, stream, hub.now());
  const client: TestClient = {
    connection,
    ended: null,
    backlog: 0,
    frames: () => sent.splice(0),
    say: (message) => receive(hub, connection, typeof message === 'string' ? message : JSON.stringify(message)),
    subscribe: (channel, channelData) => {
      const isPublic = !/^(private|presence)-/.test(channel);
      const auth = isPublic ? '' : channelAuth(hub.app, connection.id, channel, channelData);
      client.say({ event: 'pusher:subscribe', data: { channel, auth, channel_data: channelData } });
    },
    leave: () => depart(hub, connection, 1001),
  };
  hub.connections.set(connection.id, connection);
  return client;
}

/** Returns the text of a frame of less than 64 KB. */
const textOfFrame = (bytes: Buffer) => bytes.subarray(bytes[1] === 126 ? 4 : 2).toString();
