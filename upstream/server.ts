import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { mountAccount } from './account/account.api';
import { mountAddress } from './account/address.api';
import { mountSponsor } from './account/sponsor.api';
import { affiliateChores, mountAffiliate, movedAt } from './affiliate/affiliate';
import {
  appointmentChores,
  createAppointmentNotices,
  createAppointmentRefunds,
  deleteAttempts,
  describeTicket,
  resumeRefunds,
} from './appointments/appointments';
import { mountAppointments } from './appointments/appointments.api';
import { newMessages } from './chat/chat';
import { mountChat } from './chat/chat.api';
import { conversationChannels } from './chat/chat.channel';
import { performAs, performCommand } from './club';
import { serveClub } from './club/socket';
import type { UpstreamConfig } from './config';
import { openDatabase } from './database/database';
import { prepareDatabase } from './database/migrate';
import { requireSessions } from './database/sessions';
import { mountDemo } from './demo/demo.api';
import { createDiary } from './demo/diary';
import { startSimulator } from './demo/simulator';
import { seedDemo } from './demo-club';
import type { Deps } from './deps';
import { goods } from './goods';
import { createGrowingNotices, createPayouts, describePurchase, resumePayouts } from './growing/growing';
import { mountHarvests } from './growing/harvests/harvests.api';
import { mountPhotos } from './growing/photos/photos.api';
import { drawPhotos } from './growing/photos/photos.seed';
import { renderPhoto } from './growing/photos/render-photo';
import { mountPlants } from './growing/plants/plants.api';
import { mountRooms } from './growing/rooms/rooms.api';
import { mountSales } from './growing/sales/sales.api';
import { createApi } from './http/api';
import type { Env } from './http/env';
import { tidyIdempotencyKeys } from './http/idempotency';
import { tidyApiTokens } from './identity/api-tokens/api-tokens.housekeeping';
import { tidyIdentity } from './identity/housekeeping';
import { mountIdentity } from './identity/identity.api';
import { memberChecks } from './identity/member-checks';
import { startHousekeeping } from './jobs/housekeeping';
import { startJobs } from './jobs/jobs';
import { newestKey } from './keys';
import { mountLedger } from './ledger/ledger.api';
import { startLogKeeper } from './ledger/log-keeper';
import { createDelivery } from './mail/delivery';
import { serveMailbox } from './mail/mailbox';
import { admitBody } from './members/body-admission';
import { users } from './members/members.tables';
import { createNewsNotices, publishDuePosts, unreadPosts } from './news/news';
import { mountNews } from './news/news.api';
import { tidyNews } from './news/news.housekeeping';
import { drawNewsPictures } from './news/news.seed';
import { mountNotificationSettings } from './notifications/notification-settings.api';
import { mountNotifications } from './notifications/notifications.api';
import { tidyNotifications } from './notifications/notifications.housekeeping';
import { sendDueMails } from './notifications/waiting-mails';
import { personalData } from './personal-data';
import { buildExport } from './privacy/export-build';
import { mountPrivacy } from './privacy/privacy.api';
import { tidyPrivacy } from './privacy/privacy.housekeeping';
import { mountPush } from './push/push.api';
import { ownChannel } from './realtime/channel-rules';
import type { Endpoint } from './realtime/endpoint';
import { joinPeers, type Peers } from './realtime/peers';
import { openRealtime } from './realtime/realtime';
import { mountRealtime } from './realtime/realtime.api';
import { mountAttachments } from './support/attachments/attachments.api';
import { tidyAttachments } from './support/attachments/attachments.housekeeping';
import { renderPreview } from './support/attachments/render-preview';
import { mountFaq } from './support/faq/faq.api';
import { unreadTickets } from './support/support';
import { mountTickets } from './support/tickets/tickets.api';
import { tidyTickets } from './support/tickets/tickets.housekeeping';
import { mountTerms } from './terms/terms.api';
import { seedTerms } from './terms/terms.seed';
import { createBankDetailsMails } from './wallet/orders/bank-details-mail';
import { expireOrders } from './wallet/orders/expiry';
import { mountOrders } from './wallet/orders/orders.api';
import { mountOverview } from './wallet/overview/overview.api';
import { createConfirmations } from './wallet/receipts/confirmation';
import { mountReceipts } from './wallet/receipts/receipts.api';
import { mountTransactions } from './wallet/transactions/transactions.api';
import { mountWithdrawAccounts } from './wallet/withdraw-accounts/withdraw-accounts.api';
import { describeDraft, tidyWithdrawalDrafts } from './wallet/withdrawals/drafts';
import { mountWithdrawals } from './wallet/withdrawals/withdrawals.api';

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
 * Opens the database, migrates it to the newest schema, seeds the demo club and starts the workers.
 * @throws DataDirLocked if another process holds the folder of the embedded database
 * @throws DatabaseTooOld if the database is older than the first release
 */
export async function startUpstream(config: UpstreamConfig, { log, metrics }: UpstreamOptions): Promise<Upstream> {
  const secret = newestKey(config.secrets, 'realtime').toString('hex');
  const { broadcaster, endpoint } = await openRealtime(config, { secret, log, metrics });
  const database = await openDatabase(config, log);
  let peers: Peers | null = null;
  try {
    if (!database.embedded) await requireSessions(database.db.$client);
    const deps = await prepareDatabase(database, async (): Promise<Deps> => {
      const { db } = database;
      const deps = { db, jobs: await startJobs(db, log), broadcaster, config, log, goods };
      // Every club needs the terms in force, demo or not, because nobody can register without them.
      await (config.demo ? seedDemo(deps, new Date()) : seedTerms(db));
      return deps;
    });
    if (endpoint && config.databaseUrl) peers = await joinPeers(endpoint.hub, config.databaseUrl, log);
    const unread = { tickets: unreadTickets(users.id), chat: newMessages(users.id), news: unreadPosts(users.id) };
    const api = createApi(deps, { checks: memberChecks(deps, unread), isMember: admitBody(deps) });
    mountIdentity(
      api,
      deps,
      {
        notifications: ({ notifications }) => notifications,
        tickets: ({ tickets, permissions }) => (permissions.includes('support.view') ? tickets : undefined),
        news: ({ news, permissions }) => (permissions.includes('news.view') ? news : undefined),
        // Staff in ghost mode cannot read the chat.
        chat: ({ chat, permissions, ghost }) => (permissions.includes('chat.view') && !ghost ? chat : undefined),
      },
      {
        withdraw: (...asked) => describeDraft(deps.db, ...asked),
        'plants.buy': (...asked) => describePurchase(deps.db, ...asked),
        'ticket.buy': (...asked) => describeTicket(deps.db, ...asked),
      },
    );
    mountTerms(api, deps);
    mountAccount(api, deps);
    mountAddress(api, deps);
    mountSponsor(api, deps, movedAt);
    mountNotifications(api, deps);
    mountNotificationSettings(api, deps);
    mountPush(api, deps);
    mountLedger(api, deps);
    mountOverview(api, deps);
    mountReceipts(api, deps);
    mountOrders(api, deps);
    mountTransactions(api, deps);
    mountWithdrawals(api, deps);
    mountWithdrawAccounts(api, deps);
    mountSales(api, deps);
    mountPhotos(api, deps);
    mountHarvests(api, deps);
    mountRooms(api, deps);
    mountPlants(api, deps);
    mountFaq(api, deps);
    mountAttachments(api, deps);
    mountTickets(api, deps);
    mountChat(api, deps);
    mountNews(api, deps);
    mountAffiliate(api, deps);
    mountAppointments(api, deps);
    mountPrivacy(api, deps, personalData);
    const diary = createDiary();
    mountDemo(api, deps, { diary, performAs });
    mountRealtime(api, deps, [ownChannel, conversationChannels(deps)]);
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
        await broadcaster.close();
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
