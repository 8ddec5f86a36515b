import type { Logger } from 'pino';
import type { UpstreamConfig } from './config';
import type { Database } from './database/database';
import type { Jobs } from './jobs/jobs';

/** What every module of the upstream is given. */
export interface Deps {
  db: Database;
  jobs: Jobs;
  config: UpstreamConfig;
  log: Logger;
}
