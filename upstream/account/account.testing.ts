/** A club with the calls of address and sponsor, for tests. */
import type { z } from '@hono/zod-openapi';
import { movedAt } from '../affiliate/affiliate';
import type { MemberAddress } from '../contract/address';
import type { Sponsor } from '../contract/sponsor';
import type { Open } from '../database/database.testing';
import { type CallOptions, type Club, getToken, openClub } from '../identity/identity.testing';
import { mountAddress } from './address.api';
import { mountSponsor } from './sponsor.api';

type Refusal = { message: string; code: string; errors: Record<string, string[]> };

/** Every field that any answer has. */
export interface AccountAnswer {
  status: number;
  body: z.infer<typeof MemberAddress> & z.infer<typeof Sponsor> & Refusal;
}

export const openAccountClub = (open: Open): Promise<Club> =>
  openClub(open, {}, (api, deps) => {
    mountAddress(api, deps);
    mountSponsor(api, deps, movedAt);
    return {};
  });

/** Returns a function that makes calls as the member. */
export async function callerFor(club: Club, email: string) {
  const token = await getToken(club, email);
  return (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
    club.call(method, path, { token, body, ...options }) as unknown as Promise<AccountAnswer>;
}

export const berlin = {
  firstname: 'Mia',
  lastname: 'Sommer',
  street: 'Lindenstraße',
  street_number: '7a',
  postcode: '10969',
  city: 'Berlin',
  country: 'DE',
  region: 'BE',
  birthdate: '1990-05-17',
};
