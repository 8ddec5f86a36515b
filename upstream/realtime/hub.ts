import type { Registry } from 'prom-client';
import { Channels } from './channels';
import type { Connection } from './connection';
import { createMetrics, type Metrics } from './metrics';
import type { AppCredentials } from './signatures';
import { Users } from './users';

/** The state of one running app: its sockets, its channels and its signed-in users. */
export interface Hub {
  app: AppCredentials;
  /** By socket id. */
  connections: Map<string, Connection>;
  channels: Channels;
  users: Users;
  metrics: Metrics;
  /** When the sockets of a channel were last sent away, for as long as a call may take. */
  sentAway: Map<string, number>;
  /** Milliseconds since 1970. */
  now(): number;
}

export function createHub(app: AppCredentials, registry: Registry, now: () => number = Date.now): Hub {
  const connections = new Map<string, Connection>();
  const channels = new Channels();
  const metrics = createMetrics(registry, { connections: () => connections.size, channels: () => channels.count });
  return { app, connections, channels, users: new Users(), metrics, sentAway: new Map(), now };
}
