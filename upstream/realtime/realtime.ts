import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { UpstreamConfig } from '../config';
import { embeddedApp } from '../contract/realtime';
import { type Broadcaster, nameUserChannels } from './broadcaster';
import { embeddedBroadcaster } from './embedded.broadcaster';
import { createEndpoint, type Endpoint } from './endpoint';

export interface Realtime {
  broadcaster: Broadcaster;
  /** Null while an external service has the browsers' sockets. */
  endpoint: Endpoint | null;
}

interface Surroundings {
  /** Of the embedded app. */
  secret: string;
  log: Logger;
  metrics: Registry | undefined;
}

/** The external service where one is configured, else the embedded endpoint. */
export async function openRealtime(config: UpstreamConfig, around: Surroundings): Promise<Realtime> {
  const { secret, log, metrics = new Registry() } = around;
  if (config.userChannel) nameUserChannels(config.userChannel);
  if (config.pusher) {
    // Its library is loaded only where it is needed.
    const { externalBroadcaster } = await import('./external.broadcaster');
    return { broadcaster: externalBroadcaster(config.pusher, log), endpoint: null };
  }
  const allowedOrigin = config.production ? config.publicUrl : null;
  const endpoint = createEndpoint({ app: { ...embeddedApp, secret }, allowedOrigin, registry: metrics, log });
  return { broadcaster: embeddedBroadcaster(endpoint.hub, log), endpoint };
}
