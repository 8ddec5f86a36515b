import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { type Broadcaster, nameChannels } from '../broadcasting/broadcaster';
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
  /** Those of the embedded app, unless one is configured; newest first. */
  secrets: string[];
  log: Logger;
  metrics: Registry | undefined;
}

/** Opens the external service if one is configured, otherwise the embedded endpoint. */
export async function openRealtime(config: UpstreamConfig, around: RealtimeOptions): Promise<Realtime> {
  const { secrets, log, metrics = new Registry() } = around;
  if (config.channels) nameChannels(config.channels);
  if (config.pusher) {
    // The library is loaded only where it is needed.
    const { externalBroadcaster } = await import('./external.broadcaster');
    return { broadcaster: externalBroadcaster(config.pusher, log), endpoint: null };
  }
  const { id, key, secret: ownSecret, origins } = config.endpoint ?? { ...embeddedApp, secret: null, origins: [] };
  const [secret, ...otherSecrets] = ownSecret === null ? secrets : [ownSecret];
  const app = { id, key, secret: secret as string, otherSecrets };
  const allowedOrigin = config.production ? config.publicUrl : null;
  const endpoint = createEndpoint({ app, allowedOrigin, otherOrigins: origins, registry: metrics, log });
  return { broadcaster: embeddedBroadcaster(endpoint.hub, log), endpoint };
}
