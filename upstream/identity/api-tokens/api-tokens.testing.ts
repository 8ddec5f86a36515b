/** API tokens of members in tests. */
import type { z } from '@hono/zod-openapi';
import type { Ability } from '../../contract/abilities';
import type { createApiToken } from '../../contract/api-tokens';
import { transaction } from '../../database/transaction';
import type { UserRow } from '../../members/users';
import { type Answer, type CallOptions, type Club, getToken } from '../identity.testing';
import { createApiToken as create } from './api-tokens';

export type CreatedApiToken = z.infer<
  (typeof createApiToken)['responses'][200]['content']['application/json']['schema']
>;

export const wanted = { name: 'Home', abilities: ['profile:read'] };

/** Signs in a member without a second factor or confirmed address, for whom the verification step asks nothing. */
export async function openPlainMember(club: Club, email = 'mia@example.org') {
  const user = await club.addMember({ email, emailVerifiedAt: null });
  const token = await getToken(club, email);
  const make = (fields: Record<string, unknown> = {}, options: CallOptions = {}): Promise<Answer> =>
    club.post('/user/api-tokens', { ...wanted, ...fields }, { token, ...options });
  return {
    user,
    token,
    make,
    /** Makes a token and returns the answer. Throws if the token is refused. */
    made: async (fields: Record<string, unknown> = {}): Promise<CreatedApiToken> => {
      const answer = await make(fields);
      if (answer.status !== 200) throw new Error(`The token was not made: ${JSON.stringify(answer.body)}`);
      return answer.body as unknown as CreatedApiToken;
    },
    list: async () =>
      (await club.call('GET', '/user/api-tokens', { token })).body as unknown as { data: CreatedApiToken[] },
    revoke: (id: string) => club.call('DELETE', `/user/api-tokens/${id}`, { token }),
  };
}

/** Returns a new API token of the member. */
export async function anApiToken(club: Club, member: UserRow, abilities: Ability[]): Promise<string> {
  const wanted = { name: abilities.join(' '), abilities, expires_in_days: 30, allowed_ips: [] };
  const request = { ip: null, requestId: 'r', language: 'en' as const, now: new Date() };
  const caller = { ...request, userAgent: null, deviceTokens: [] };
  return (await transaction(club.db, (tx) => create(tx, club, member, wanted, caller))).plainText;
}
