import type { Registry } from 'prom-client';
import { Channels } from './channels';
import type { Connection } from './connection';
import type { Allowance } from './limits';
import { createMetrics, type Metrics } from './metrics';
import type { Said } from './peer-messages';
import type { AppCredentials } from './signatures';
import { Users } from './users';

/** The state of one running app: its sockets, its channels and its signed-in users. */
export interface Hub {
  app: AppCredentials;
  /** By socket id. */
  connections: Map<string, Connection>;
  channels: Channels;
  users: Users;
  /** What is left of the client events of members who have sent some lately, by their id. */
  clientEvents: Map<string, Allowance>;
  metrics: Metrics;
  /** When the sockets of a channel were last sent away, for as long as a call may take. */
  sentAway: Map<string, number>;
  /** Tells the other processes of the club, if there are any. */
  tellPeers(said: Said): void;
  /** Milliseconds since 1970. */
  now(): number;
}

export function createHub(app: AppCredentials, registry: Registry, now: () => number = Date.now): Hub {
  const connections = new Map<string, Connection>();
  const channels = new Channels();
  const metrics = createMetrics(registry, { connections: () => connections.size, channels: () => channels.count });
  const users = new Users();
  const [clientEvents, sentAway] = [new Map(), new Map()];
  return { app, connections, channels, users, clientEvents, metrics, sentAway, tellPeers: () => {}, now };
}
