import type { Logger } from 'pino';
import type { Broadcaster } from './broadcasting/broadcaster';
import type { UpstreamConfig } from './config';
import type { Database } from './database/database';
import type { Jobs } from './jobs/jobs';
import type { AllGoods } from './wallet/wallet';

/** The dependencies that every module of the upstream receives. */
export interface Deps {
  db: Database;
  jobs: Jobs;
  /** Sends events to browsers; see `broadcast`. */
  broadcaster: Broadcaster;
  config: UpstreamConfig;
  log: Logger;
  /** What the types of orders buy. */
  goods: AllGoods;
}
