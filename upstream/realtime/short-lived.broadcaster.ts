import type { Logger } from 'pino';
import type { UpstreamConfig } from '../config';
import { embeddedApp } from '../contract/realtime';
import { type Broadcaster, nameUserChannels } from './broadcaster';

interface Surroundings {
  /** Where the server with the embedded endpoint listens. */
  server: { host: string; port: number };
  /** Of the embedded app. */
  secret: string;
  log: Logger;
  /** Says to whoever is there that an event was not sent. */
  complain(text: string): void;
}

/**
 * For a process that does one thing and ends: sends to the external service or to the running server, and `close` waits
 * until what was begun is sent. On the embedded database no server runs beside it, so that there nobody can be told.
 */
export async function openShortLived(config: UpstreamConfig, around: Surroundings): Promise<Broadcaster> {
  if (config.userChannel) nameUserChannels(config.userChannel);
  const sender = await openSender(config, around);
  const pending = new Set<Promise<void>>();
  return {
    trigger: (event) => {
      const sending = sender.trigger(event).finally(() => pending.delete(sending));
      pending.add(sending);
      return sending;
    },
    authorize: sender.authorize,
    reauthorize: sender.reauthorize,
    failed: () => {
      if (sender !== nobody) around.complain('Open browsers were not told of it; they see it on their next page.');
    },
    close: async () => {
      await Promise.allSettled(pending);
      await sender.close();
    },
  };
}

async function openSender(config: UpstreamConfig, { server, secret, log }: Surroundings): Promise<Broadcaster> {
  if (!config.pusher && !config.databaseUrl) return nobody;
  // Its library is loaded only where it is needed.
  const { externalBroadcaster } = await import('./external.broadcaster');
  const { id: appId, key } = embeddedApp;
  const own = { appId, key, secret, cluster: '', host: server.host, port: server.port, scheme: 'http' as const };
  return externalBroadcaster(config.pusher ?? own, log);
}

const nobody: Broadcaster = {
  trigger: () => Promise.reject(new Error('no server runs, so that no browser is connected')),
  authorize: () => ({ auth: '' }),
  reauthorize: async () => {},
  failed: () => {},
  close: async () => {},
};
