import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { clubCommands } from './club';
import { serveClub } from './club/socket';
import type { UpstreamConfig } from './config';
import { openDatabase } from './database/database';
import { prepareDatabase } from './database/migrate';
import { startSimulator } from './demo/simulator';
import type { Deps } from './deps';
import { createApi } from './http/api';
import { tidyIdentity } from './identity/housekeeping';
import { mountIdentity } from './identity/identity.api';
import { seedIdentity } from './identity/identity.seed';
import { newestKey } from './identity/keys';
import { seedTerms } from './identity/terms.seed';
import { startHousekeeping } from './jobs/housekeeping';
import { startJobs } from './jobs/jobs';
import { createDelivery } from './mail/delivery';
import { serveMailbox } from './mail/mailbox';
import { countNotifications } from './notifications/notification-lists';
import { mountNotifications } from './notifications/notifications.api';
import { tidyNotifications } from './notifications/notifications.housekeeping';
import { seedNotifications } from './notifications/notifications.seed';
import { mountPush } from './push/push.api';
import { ownChannel } from './realtime/channel-rules';
import type { Endpoint } from './realtime/endpoint';
import { openRealtime } from './realtime/realtime';
import { mountRealtime } from './realtime/realtime.api';

/** The embedded back end, running. */
export interface Upstream {
  /** Serves `/api/*`; `env` carries the caller's address and the request's id. */
  fetch(request: Request, env: { ip: string | null; requestId: string }): Promise<Response>;
  /** Serves `/_mail`, `/_mail/{id}`, `/_mail.json` and `/_mail.css`; null in production or with an SMTP server. */
  mailbox: ((request: Request) => Promise<Response>) | null;
  /** Takes websockets and serves `/apps/*`; null while an external service does. */
  realtime: Endpoint | null;
  /** Throws when the database does not answer. */
  ready(): Promise<void>;
  /** Finishes the jobs in hand, then closes pool, database and lock. */
  close(): Promise<void>;
}

interface Surroundings {
  log: Logger;
  /** Where the upstream's figures are registered. */
  metrics?: Registry;
}

/**
 * Opens the database, brings it to the newest schema, seeds the demo club and starts the workers.
 * Throws `DataDirLocked` when another process holds the embedded database's folder.
 */
export async function startUpstream(config: UpstreamConfig, { log, metrics }: Surroundings): Promise<Upstream> {
  const secret = newestKey(config.secrets, 'realtime').toString('hex');
  const { broadcaster, endpoint } = await openRealtime(config, { secret, log, metrics });
  const database = await openDatabase(config, log);
  try {
    const deps = await prepareDatabase(database, async (): Promise<Deps> => {
      const { db } = database;
      const deps = { db, jobs: await startJobs(db, log), broadcaster, config, log };
      // The terms in force are part of the club, demo or not: nobody could register without them.
      await (config.demo ? seedDemo(deps, new Date()) : seedTerms(db));
      return deps;
    });
    const api = createApi(deps);
    mountIdentity(api, deps, { notifications: (userId) => countNotifications(deps.db, userId) });
    mountNotifications(api, deps);
    mountPush(api, deps);
    mountRealtime(api, deps, [ownChannel]);
    deps.jobs.work('mail', createDelivery(deps.db, config, log));
    const stopHousekeeping = startHousekeeping(deps, [tidyIdentity, tidyNotifications]);
    const simulator = config.demoSimulator ? startSimulator(deps) : null;
    // PostgreSQL takes the command line's own connection; the embedded database takes no other process.
    const club = database.embedded ? await serveClub(deps, clubCommands) : null;
    return {
      fetch: async (request, env) => api.fetch(request, env),
      mailbox: config.production || config.smtpUrl ? null : serveMailbox(deps.db),
      realtime: endpoint,
      ready: database.ready,
      close: async () => {
        await club?.close();
        await simulator?.stop();
        await endpoint?.drain();
        await stopHousekeeping();
        await deps.jobs.stop();
        await broadcaster.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Every module's part of the demo club, each on top of those before it. */
async function seedDemo(deps: Deps, now: Date): Promise<void> {
  await seedIdentity(deps, now);
  await seedNotifications(deps, now);
}
