import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { type Broadcaster, nameUserChannels } from '../broadcasting/broadcaster';
import type { UpstreamConfig } from '../config';
import { embeddedApp } from '../contract/realtime';
import { embeddedBroadcaster } from './embedded.broadcaster';
import { createEndpoint, type Endpoint } from './endpoint';

export interface Realtime {
  broadcaster: Broadcaster;
  /** Null if browsers connect to an external service. */
  endpoint: Endpoint | null;
}

interface RealtimeOptions {
  /** The secret of the embedded app, unless one is configured. */
  secret: string;
  log: Logger;
  metrics: Registry | undefined;
}

/** Opens the external service if one is configured, otherwise the embedded endpoint. */
export async function openRealtime(config: UpstreamConfig, around: RealtimeOptions): Promise<Realtime> {
  const { secret, log, metrics = new Registry() } = around;
  if (config.userChannel) nameUserChannels(config.userChannel);
  if (config.pusher) {
    // The library is loaded only where it is needed.
    const { externalBroadcaster } = await import('./external.broadcaster');
    return { broadcaster: externalBroadcaster(config.pusher, log), endpoint: null };
  }
  const { id, key, secret: ownSecret, origins } = config.endpoint ?? { ...embeddedApp, secret: null, origins: [] };
  const app = { id, key, secret: ownSecret ?? secret };
  const allowedOrigin = config.production ? config.publicUrl : null;
  const endpoint = createEndpoint({ app, allowedOrigin, otherOrigins: origins, registry: metrics, log });
  return { broadcaster: embeddedBroadcaster(endpoint.hub, log), endpoint };
}
