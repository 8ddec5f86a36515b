/** The personal data that all modules keep of a member: what an export contains and what a deletion removes. */
import { accountData } from './account/account.personal-data';
import { commissionData } from './affiliate/commissions/commissions.personal-data';
import { teamData } from './affiliate/team/team.personal-data';
import { appointmentData } from './appointments/appointments.personal-data';
import { chatData } from './chat/chat.personal-data';
import type { PersonalData } from './database/personal-data';
import { growingData } from './growing/growing.personal-data';
import { apiTokenData } from './identity/api-tokens/api-tokens.personal-data';
import { emailChangeData } from './identity/email-change/email-change.personal-data';
import { ghostData } from './identity/ghost/ghost.personal-data';
import { identityData } from './identity/identity.personal-data';
import { referralData } from './identity/referrals/referrals.personal-data';
import { ledgerData } from './ledger/ledger.personal-data';
import { newsData } from './news/news.personal-data';
import { notificationData } from './notifications/notifications.personal-data';
import { privacyData } from './privacy/privacy.personal-data';
import { pushData } from './push/push.personal-data';
import { attachmentData } from './support/attachments/attachments.personal-data';
import { faqData } from './support/faq/faq.personal-data';
import { ticketData } from './support/tickets/tickets.personal-data';
import { termsData } from './terms/terms.personal-data';
import { walletData } from './wallet/wallet.personal-data';

/** In the order of the files of an export. */
export const personalData: readonly PersonalData[] = [
  identityData,
  termsData,
  referralData,
  emailChangeData,
  accountData,
  apiTokenData,
  ghostData,
  ledgerData,
  walletData,
  growingData,
  commissionData,
  teamData,
  appointmentData,
  faqData,
  // Its reports name tickets.
  chatData,
  attachmentData,
  ticketData,
  newsData,
  notificationData,
  pushData,
  privacyData,
];
