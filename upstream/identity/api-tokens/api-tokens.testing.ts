/** API tokens of members in tests. */
import type { z } from '@hono/zod-openapi';
import type { createApiToken } from '../../contract/api-tokens';
import { type Answer, type CallOptions, type Club, signIn } from '../identity.testing';

export type CreatedApiToken = z.infer<
  (typeof createApiToken)['responses'][200]['content']['application/json']['schema']
>;

export const wanted = { name: 'Home', abilities: ['profile:read'] };

/** Signs in a member without a second factor or confirmed address, for whom the verification step asks nothing. */
export async function openPlainMember(club: Club, email = 'mia@example.org') {
  const user = await club.addMember({ email, emailVerifiedAt: null });
  const token = (await signIn(club, {}, email)).body.token.access_token;
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
