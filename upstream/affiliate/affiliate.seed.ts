/** What affiliate adds to the demo club. */
export { listCommissionNotices, withPastCommissions } from './commissions/commissions.seed';
export { seedTeams } from './team/team.seed';
