import { mountAccount } from './account/account.api';
import { mountAddress } from './account/address.api';
import { mountSponsor } from './account/sponsor.api';
import { mountAffiliate, movedAt } from './affiliate/affiliate';
import { describeTicket } from './appointments/appointments';
import { mountAppointments } from './appointments/appointments.api';
import { newMessages } from './chat/chat';
import { mountChat } from './chat/chat.api';
import { conversationChannels } from './chat/chat.channel';
import { mountDemo } from './demo/demo.api';
import type { Deps } from './deps';
import { describePurchase } from './growing/growing';
import { mountHarvests } from './growing/harvests/harvests.api';
import { mountPhotos } from './growing/photos/photos.api';
import { mountPlants } from './growing/plants/plants.api';
import { mountRooms } from './growing/rooms/rooms.api';
import { mountSales } from './growing/sales/sales.api';
import { createApi } from './http/api';
import type { Api } from './http/env';
import { mountIdentity } from './identity/identity.api';
import { memberChecks } from './identity/member-checks';
import { mountLedger } from './ledger/ledger.api';
import { admitBody } from './members/body-admission';
import { users } from './members/members.tables';
import { unreadPosts } from './news/news';
import { mountNews } from './news/news.api';
import { mountNotificationSettings } from './notifications/notification-settings.api';
import { mountNotifications } from './notifications/notifications.api';
import { personalData } from './personal-data';
import { mountPrivacy } from './privacy/privacy.api';
import { mountPush } from './push/push.api';
import { ownChannel } from './realtime/channel-rules';
import { mountRealtime } from './realtime/realtime.api';
import { mountAttachments } from './support/attachments/attachments.api';
import { mountFaq } from './support/faq/faq.api';
import { ticketsOfHeader } from './support/support';
import { mountTickets } from './support/tickets/tickets.api';
import { mountTerms } from './terms/terms.api';
import { mountOrders } from './wallet/orders/orders.api';
import { mountOverview } from './wallet/overview/overview.api';
import { mountReceipts } from './wallet/receipts/receipts.api';
import { mountTransactions } from './wallet/transactions/transactions.api';
import { mountWithdrawAccounts } from './wallet/withdraw-accounts/withdraw-accounts.api';
import { describeDraft } from './wallet/withdrawals/drafts';
import { mountWithdrawals } from './wallet/withdrawals/withdrawals.api';

/**
 * Opens the API with the calls of all modules.
 * @param demo the simulated club life that the demo calls start
 */
export function openApi(deps: Deps, demo: Parameters<typeof mountDemo>[2]): Api {
  const unread = { tickets: ticketsOfHeader(users.id), chat: newMessages(users.id), news: unreadPosts(users.id) };
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
  mountDemo(api, deps, demo);
  mountRealtime(api, deps, [ownChannel, conversationChannels(deps)]);
  return api;
}
