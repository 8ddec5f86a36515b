import type { Logger } from 'pino';
import { type Broadcaster, nameUserChannels } from '../broadcasting/broadcaster';
import type { UpstreamConfig } from '../config';
import { embeddedApp } from '../contract/realtime';

interface ServerConnection {
  /** The address of the server with the embedded endpoint. */
  server: { host: string; port: number };
  /** The secret of the embedded app. */
  secret: string;
  log: Logger;
  /** Tells the person at the command line that an event was not sent. */
  complain(text: string): void;
}

/**
 * For a process that runs one task and ends. Sends to the external service or to the running server. `close` waits for
 * all pending events. On the embedded database no server runs at the same time, so only an external service gets
 * events.
 */
export async function openShortLived(config: UpstreamConfig, around: ServerConnection): Promise<Broadcaster> {
  if (config.userChannel) nameUserChannels(config.userChannel);
  const sender = await openSender(config, around);
  const pending = new Set<Promise<void>>();
  const track = (sending: Promise<void>) => {
    const tracked = sending.finally(() => pending.delete(tracked));
    pending.add(tracked);
    return tracked;
  };
  return {
    trigger: (event) => track(sender.trigger(event)),
    authorize: sender.authorize,
    reauthorize: (userId) => track(sender.reauthorize(userId)),
    failed: () => {
      if (sender !== nobody) around.complain('Open browsers were not told of it; they see it on their next page.');
    },
    close: async () => {
      await Promise.allSettled(pending);
      await sender.close();
    },
  };
}

async function openSender(config: UpstreamConfig, { server, secret, log }: ServerConnection): Promise<Broadcaster> {
  if (!config.pusher && !config.databaseUrl) return nobody;
  // The library is loaded only where it is needed.
  const { externalBroadcaster } = await import('./external.broadcaster');
  const { id: appId, key } = embeddedApp;
  const own = { appId, key, secret, cluster: '', host: server.host, port: server.port, scheme: 'http' as const };
  return externalBroadcaster(config.pusher ?? own, log, !config.pusher);
}

const nobody: Broadcaster = {
  trigger: () => Promise.reject(new Error('no server runs, so that no browser is connected')),
  authorize: () => ({ auth: '' }),
  reauthorize: async () => {},
  failed: () => {},
  close: async () => {},
};
