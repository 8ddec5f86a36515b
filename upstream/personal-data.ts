/** What every module keeps of a member: all that an export holds, and all that a deletion takes away. */
import { accountData } from './account/account.personal-data';
import { apiTokenData } from './identity/api-tokens/api-tokens.personal-data';
import { emailChangeData } from './identity/email-change/email-change.personal-data';
import { ghostData } from './identity/ghost/ghost.personal-data';
import { identityData } from './identity/identity.personal-data';
import { ledgerData } from './ledger/ledger.personal-data';
import { notificationData } from './notifications/notifications.personal-data';
import type { PersonalData } from './privacy/privacy';
import { privacyData } from './privacy/privacy.personal-data';
import { pushData } from './push/push.personal-data';
import { walletData } from './wallet/wallet.personal-data';

/** In the order of the files in an export. */
export const personalData: readonly PersonalData[] = [
  identityData,
  emailChangeData,
  accountData,
  apiTokenData,
  ghostData,
  ledgerData,
  walletData,
  notificationData,
  pushData,
  privacyData,
];
