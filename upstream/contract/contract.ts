/** Every call of the upstream, by module. `app/` imports nothing else from `upstream/`. */

import * as account from './account';
import * as address from './address';
import * as affiliate from './affiliate';
import * as affiliateCommissions from './affiliate-commissions';
import * as apiTokens from './api-tokens';
import * as appointments from './appointments';
import * as appointmentsDoor from './appointments-door';
import * as appointmentsFeed from './appointments-feed';
import * as appointmentsTickets from './appointments-tickets';
import * as chatConversations from './chat-conversations';
import * as chatMessages from './chat-messages';
import * as demo from './demo';
import * as devices from './devices';
import * as ghost from './ghost';
import * as growing from './growing';
import * as growingHarvests from './growing-harvests';
import * as growingPhotos from './growing-photos';
import * as growingPlants from './growing-plants';
import * as growingRooms from './growing-rooms';
import * as identity from './identity';
import * as ledger from './ledger';
import * as member from './member';
import * as news from './news';
import * as notificationSettings from './notification-settings';
import * as notifications from './notifications';
import * as orders from './orders';
import * as privacy from './privacy';
import * as push from './push';
import * as realtime from './realtime';
import * as receipts from './receipts';
import * as referrals from './referrals';
import * as registration from './registration';
import * as sponsor from './sponsor';
import * as supportAnswerTime from './support-answer-time';
import * as supportAttachments from './support-attachments';
import * as supportFaq from './support-faq';
import * as supportTickets from './support-tickets';
import * as terms from './terms';
import * as transactions from './transactions';
import * as twoFactor from './two-factor';
import * as verification from './verification';
import * as wallet from './wallet';
import * as walletOpen from './wallet-open';
import * as withdrawAccounts from './withdraw-accounts';
import * as withdrawals from './withdrawals';

export const contract = {
  apiTokens: calls(apiTokens),
  appointments: calls(appointments),
  appointmentsDoor: calls(appointmentsDoor),
  appointmentsFeed: calls(appointmentsFeed),
  appointmentsTickets: calls(appointmentsTickets),
  account: calls(account),
  address: calls(address),
  affiliate: calls(affiliate),
  affiliateCommissions: calls(affiliateCommissions),
  chatConversations: calls(chatConversations),
  chatMessages: calls(chatMessages),
  demo: calls(demo),
  devices: calls(devices),
  ghost: calls(ghost),
  growing: calls(growing),
  growingPhotos: calls(growingPhotos),
  growingHarvests: calls(growingHarvests),
  growingRooms: calls(growingRooms),
  growingPlants: calls(growingPlants),
  identity: calls(identity),
  ledger: calls(ledger),
  member: calls(member),
  news: calls(news),
  notificationSettings: calls(notificationSettings),
  notifications: calls(notifications),
  orders: calls(orders),
  privacy: calls(privacy),
  push: calls(push),
  realtime: calls(realtime),
  referrals: calls(referrals),
  receipts: calls(receipts),
  registration: calls(registration),
  sponsor: calls(sponsor),
  supportFaq: calls(supportFaq),
  supportAttachments: calls(supportAttachments),
  supportAnswerTime: calls(supportAnswerTime),
  supportTickets: calls(supportTickets),
  terms: calls(terms),
  transactions: calls(transactions),
  twoFactor: calls(twoFactor),
  verification: calls(verification),
  withdrawAccounts: calls(withdrawAccounts),
  wallet: calls(wallet),
  walletOpen: calls(walletOpen),
  withdrawals: calls(withdrawals),
};

type Call = { method: string; path: string; responses: object };

/** Returns only the route definitions of a module's contract, not its schemas. */
function calls<M extends object>(module: M) {
  const entries = Object.entries(module).filter(([, value]) => isCall(value));
  return Object.fromEntries(entries) as { [K in keyof M as M[K] extends Call ? K : never]: M[K] };
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'responses' in value;
}
