import type { ClubCommand } from '../club/command';
import { affiliateMove, affiliateRates, affiliateVerify } from './team/team.club';

/** The staff commands of affiliate, in the order of the usage. */
export const affiliateCommands: readonly ClubCommand[] = [affiliateRates, affiliateMove, affiliateVerify];
