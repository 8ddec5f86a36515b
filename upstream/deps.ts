import type { Logger } from 'pino';
import type { UpstreamConfig } from './config';
import type { Database } from './database/database';
import type { Jobs } from './jobs/jobs';
import type { Broadcaster } from './realtime/broadcaster';

/** What every module of the upstream is given. */
export interface Deps {
  db: Database;
  jobs: Jobs;
  /** Events to browsers; see `broadcast`. */
  broadcaster: Broadcaster;
  config: UpstreamConfig;
  log: Logger;
}
