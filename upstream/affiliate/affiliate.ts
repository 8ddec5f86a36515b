/** The public file of affiliate for other modules and for the server. */
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { discardClicks } from './clicks/count-click';
import { mountCommissions } from './commissions/commissions.api';
import { settleCommissions } from './commissions/settle';
import { mountTeam } from './team/team.api';

export { withCommissions } from './commissions/create';
export { movedAt } from './team/moved-at';

/** Serves every call of affiliate, and the clicks on referral links. */
export function mountAffiliate(api: Api, deps: Deps): void {
  mountTeam(api, deps);
  mountCommissions(api, deps);
}

/** What is due each minute. */
export const affiliateChores = [settleCommissions, discardClicks];
