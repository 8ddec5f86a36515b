import type { Logger } from 'pino';
import { type Broadcaster, channelOfUser, nameChannels } from '../broadcasting/broadcaster';
import type { UpstreamConfig } from '../config';
import { openCaller } from '../database/line-caller';
import type { Said } from './peer-messages';
import { eventOf } from './publish';

interface Around {
  log: Logger;
  /** Tells the person at the command line that an event was not sent. */
  complain(text: string): void;
}

/**
 * For a process that runs one task and ends. Sends to the external service or to the running servers. `close` waits for
 * all pending events. On the embedded database no server runs at the same time, so only an external service gets
 * events.
 */
export async function openShortLived(config: UpstreamConfig, around: Around): Promise<Broadcaster> {
  if (config.channels) nameChannels(config.channels);
  const sender = await openSender(config, around.log);
  const pending = new Set<Promise<void>>();
  const track = (sending: Promise<void>) => {
    const tracked = sending.finally(() => pending.delete(tracked));
    pending.add(tracked);
    return tracked;
  };
  return {
    trigger: (event) => track(sender.trigger(event)),
    authorize: sender.authorize,
    authenticate: sender.authenticate,
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

async function openSender(config: UpstreamConfig, log: Logger): Promise<Broadcaster> {
  if (!config.pusher) return config.databaseUrl ? callServers(config.databaseUrl, config.secrets, log) : nobody;
  // The library is loaded only where it is needed.
  const { externalBroadcaster } = await import('./external.broadcaster');
  return externalBroadcaster(config.pusher, log);
}

/** Says what happened on the line between the servers on this PostgreSQL. */
function callServers(databaseUrl: string, secrets: string[], log: Logger): Broadcaster {
  const caller = openCaller(databaseUrl, secrets);
  const say = async (said: Said) => {
    if (!(await caller.say(JSON.stringify(said)))) throw new Error(NO_SERVER);
  };
  return {
    ...nobody,
    trigger: async (sent) => say({ kind: 'event', event: eventOf(sent) }),
    reauthorize: (userId) =>
      say({ kind: 'send_away', channel: channelOfUser(userId) }).catch((error: unknown) => {
        if (!(error instanceof Error && error.message === NO_SERVER)) log.error({ err: error }, 'sockets stay');
      }),
    failed: () => {},
    close: caller.close,
  };
}

const NO_SERVER = 'no server runs, so no browser is connected';

const nobody: Broadcaster = {
  trigger: () => Promise.reject(new Error(NO_SERVER)),
  authorize: () => ({ auth: '' }),
  authenticate: () => ({ auth: '', user_data: '' }),
  reauthorize: async () => {},
  failed: () => {},
  close: async () => {},
};
