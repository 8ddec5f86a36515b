import type { Logger } from 'pino';
import type { UpstreamConfig } from './config';
import { openDatabase } from './database/database';
import { prepareDatabase } from './database/migrate';
import type { Deps } from './deps';
import { createApi } from './http/api';
import { startHousekeeping } from './identity/housekeeping';
import { mountIdentity } from './identity/identity.api';
import { seedIdentity } from './identity/identity.seed';
import { seedTerms } from './identity/terms.seed';
import { startJobs } from './jobs/jobs';
import { createDelivery } from './mail/delivery';
import { serveMailbox } from './mail/mailbox';

/** The embedded back end, running. */
export interface Upstream {
  /** Serves `/api/*`; `env` carries the caller's address and the request's id. */
  fetch(request: Request, env: { ip: string | null; requestId: string }): Promise<Response>;
  /** Serves `/_mail`, `/_mail/{id}`, `/_mail.json` and `/_mail.css`; null in production or with an SMTP server. */
  mailbox: ((request: Request) => Promise<Response>) | null;
  /** Throws when the database does not answer. */
  ready(): Promise<void>;
  /** Finishes the jobs in hand, then closes pool, database and lock. */
  close(): Promise<void>;
}

/**
 * Opens the database, brings it to the newest schema, seeds the demo club and starts the workers.
 * Throws `DataDirLocked` when another process holds the embedded database's folder.
 */
export async function startUpstream(config: UpstreamConfig, { log }: { log: Logger }): Promise<Upstream> {
  const database = await openDatabase(config, log);
  try {
    const deps = await prepareDatabase(database, async (): Promise<Deps> => {
      const { db } = database;
      const deps = { db, jobs: await startJobs(db, log), config, log };
      // The terms in force are part of the club, demo or not: nobody could register without them.
      await (config.demo ? seedIdentity(deps, new Date()) : seedTerms(db));
      return deps;
    });
    const api = createApi(deps);
    mountIdentity(api, deps);
    deps.jobs.work('mail', createDelivery(deps.db, config, log));
    const stopHousekeeping = startHousekeeping(deps);
    return {
      fetch: async (request, env) => api.fetch(request, env),
      mailbox: config.production || config.smtpUrl ? null : serveMailbox(deps.db),
      ready: database.ready,
      close: async () => {
        await stopHousekeeping();
        await deps.jobs.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
