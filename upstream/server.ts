import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { affiliateChores } from './affiliate/affiliate';
import {
  appointmentChores,
  createAppointmentNotices,
  createAppointmentRefunds,
  deleteAttempts,
  resumeRefunds,
} from './appointments/appointments';
import { openApi } from './calls';
import { performAs, performCommand } from './club';
import { serveClub } from './club/socket';
import type { UpstreamConfig } from './config';
import { openDatabase } from './database/database';
import { prepareDatabase } from './database/migrate';
import { requireSessions } from './database/sessions';
import { createDiary } from './demo/diary';
import { startSimulator } from './demo/simulator';
import { seedDemo } from './demo-club';
import type { Deps } from './deps';
import { goods } from './goods';
import { createGrowingNotices, createPayouts, resumePayouts } from './growing/growing';
import { drawPhotos } from './growing/photos/photos.seed';
import { renderPhoto } from './growing/photos/render-photo';
import type { Env } from './http/env';
import { tidyIdempotencyKeys } from './http/idempotency';
import { type Answer, readFrom } from './http/own-read';
import { tidyApiTokens } from './identity/api-tokens/api-tokens.housekeeping';
import { tidyIdentity } from './identity/housekeeping';
import { startHousekeeping } from './jobs/housekeeping';
import { startJobs } from './jobs/jobs';
import { purposeKeys } from './keys';
import { hasLostSecret, lostSecret } from './ledger/ledger';
import { startLogKeeper } from './ledger/log-keeper';
import { createDelivery } from './mail/delivery';
import { serveMailbox } from './mail/mailbox';
import { createNewsNotices, publishDuePosts } from './news/news';
import { tidyNews } from './news/news.housekeeping';
import { drawNewsPictures } from './news/news.seed';
import { tidyNotifications } from './notifications/notifications.housekeeping';
import { sendDueMails } from './notifications/waiting-mails';
import { personalData } from './personal-data';
import { buildExport } from './privacy/export-build';
import { tidyPrivacy } from './privacy/privacy.housekeeping';
import type { Endpoint } from './realtime/endpoint';
import { joinPeers, type Peers } from './realtime/peers';
import { openRealtime } from './realtime/realtime';
import { tidyAttachments } from './support/attachments/attachments.housekeeping';
import { renderPreview } from './support/attachments/render-preview';
import { tidyTickets } from './support/tickets/tickets.housekeeping';
import { seedTerms } from './terms/terms.seed';
import { createBankDetailsMails } from './wallet/orders/bank-details-mail';
import { expireOrders } from './wallet/orders/expiry';
import { createConfirmations } from './wallet/receipts/confirmation';
import { tidyWithdrawalDrafts } from './wallet/withdrawals/drafts';

/** How often due mails are sent. */
const waitingMailsMs = 10_000;
/** How often scheduled posts are published: well below the minute that they are set for. */
const publishingMs = 5000;
/** How often orders and offers past their deadline expire, and what else is due happens. */
const dueMs = 60_000;

/** The running embedded back end. */
export interface Upstream {
  /** Serves `/api/*`. `env` carries what is known about the caller; nobody outside can set it. */
  fetch(request: Request, env: Env['Bindings']): Promise<Response>;
  /** Serves a GET of the web app in this process, whose answer is JSON. */
  read(url: string, headers: Headers, env: Env['Bindings']): Promise<Answer>;
  /** Serves `/_mail`, `/_mail/{id}`, `/_mail.json` and `/_mail.css`; null unless configured. */
  mailbox: ((request: Request) => Promise<Response>) | null;
  /** Accepts websockets and serves `/apps/*`; null while an external service does so. */
  realtime: Endpoint | null;
  /** Throws when the database does not answer. */
  ready(): Promise<void>;
  /** Finishes the running jobs, then closes pool, database and lock. */
  close(): Promise<void>;
}

interface UpstreamOptions {
  log: Logger;
  /** The registry for the metrics of the upstream. */
  metrics?: Registry;
}

/**
 * Opens the club and starts the workers.
 * @throws DataDirLocked if another process holds the folder of the embedded database
 * @throws DatabaseTooOld if the database is older than the first release
 * @throws TablesLocked if others hold what a migration changes
 */
export async function startUpstream(config: UpstreamConfig, options: UpstreamOptions): Promise<Upstream> {
  const { log } = options;
  const { database, deps, endpoint } = await openClub(config, options);
  let peers: Peers | null = null;
  try {
    if (await hasLostSecret(database.db.$client, config)) log.error(lostSecret);
    const { databaseUrl, secrets } = config;
    if (endpoint && databaseUrl) peers = await joinPeers(endpoint.hub, { databaseUrl, secrets }, log);
    const diary = createDiary();
    // A statement of a call has less time than one of a job.
    const api = openApi({ ...deps, db: database.calls }, { diary, performAs });
    deps.jobs.work('mail', createDelivery(deps.db, config, log));
    deps.jobs.work('confirmation', createConfirmations(deps));
    deps.jobs.work('bank-details', createBankDetailsMails(deps));
    deps.jobs.work('growing-notice', createGrowingNotices(deps));
    deps.jobs.work('news-notice', createNewsNotices(deps));
    deps.jobs.work('appointment-notice', createAppointmentNotices(deps));
    deps.jobs.work('appointment-refunds', createAppointmentRefunds(deps));
    deps.jobs.work('harvest-payout', createPayouts(deps));
    await resumePayouts(deps);
    await resumeRefunds(deps);
    deps.jobs.work('export', ({ data }) => buildExport(deps, personalData, data.exportId, new Date()));
    deps.jobs.work('photo', ({ data }) => renderPhoto(deps, data.photoId, new Date()));
    deps.jobs.work('attachment-preview', ({ data }) => renderPreview(deps, data.attachmentId));
    deps.jobs.work('demo-photos', ({ data }) => drawPhotos(deps, new Date(data.now)));
    deps.jobs.work('demo-news-pictures', ({ data }) => drawNewsPictures(deps, new Date(data.now)));
    const stopHousekeeping = startHousekeeping(deps, [
      tidyIdentity,
      tidyApiTokens,
      tidyIdempotencyKeys,
      tidyNotifications,
      tidyTickets,
      tidyWithdrawalDrafts,
      tidyAttachments,
      tidyNews,
      deleteAttempts,
      (_, now) => tidyPrivacy(deps, personalData, now),
    ]);
    const stopWaitingMails = startHousekeeping(deps, [sendDueMails], waitingMailsMs);
    const stopPublishing = startHousekeeping(deps, [publishDuePosts], publishingMs);
    const stopDue = startHousekeeping(deps, [expireOrders, ...affiliateChores, ...appointmentChores], dueMs);
    const stopLogKeeper = startLogKeeper(deps);
    const simulator = config.demoSimulator ? startSimulator(deps, { diary, performAs }) : null;
    // The command line opens its own connection to PostgreSQL, but the embedded database accepts only one process.
    const club = database.embedded ? await serveClub(deps, performCommand) : null;
    return {
      fetch: async (request, env) => api.fetch(request, env),
      read: readFrom(api),
      mailbox: config.mailbox ? serveMailbox(deps.db) : null,
      realtime: endpoint,
      ready: database.ready,
      close: async () => {
        await club?.close();
        await simulator?.stop();
        await endpoint?.drain();
        await stopHousekeeping();
        await stopWaitingMails();
        await stopPublishing();
        await stopDue();
        await stopLogKeeper();
        await deps.jobs.stop();
        await deps.broadcaster.close();
        await peers?.close();
        await database.close();
      },
    };
  } catch (error) {
    await peers?.close();
    await database.close();
    throw error;
  }
}

/** Opens the club and closes it again. The next start finds it migrated and, if it is the demo club, filled. */
export async function fillClub(config: UpstreamConfig, options: UpstreamOptions): Promise<void> {
  const { database, deps } = await openClub(config, options);
  await deps.jobs.stop();
  await deps.broadcaster.close();
  await database.close();
}

/** Opens the database, migrates it to the newest schema, and seeds the terms and the demo club. */
async function openClub(config: UpstreamConfig, { log, metrics }: UpstreamOptions) {
  const secrets = purposeKeys(config.secrets, 'realtime').map((key) => key.toString('hex'));
  const { broadcaster, endpoint } = await openRealtime(config, { secrets, log, metrics });
  const database = await openDatabase(config, log);
  try {
    if (!database.embedded) await requireSessions(database.db.$client);
    const deps = await prepareDatabase(database, log, async (): Promise<Deps> => {
      const { db } = database;
      const deps = { db, jobs: await startJobs(db, log, { metrics }), broadcaster, config, log, goods };
      // Every club needs the terms in force, demo or not, because nobody can register without them.
      await (config.demo ? seedDemo(deps, new Date()) : seedTerms(db));
      return deps;
    });
    return { database, deps, endpoint };
  } catch (error) {
    await database.close();
    throw error;
  }
}
