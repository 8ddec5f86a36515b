/** The calls of `contract/api-tokens`, and the calls by which an API token reads its member. */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import * as calls from '../../contract/api-tokens';
import { getProfile, Profile } from '../../contract/member';
import { verificationContext } from '../../contract/verification';
import type { Deps } from '../../deps';
import type { Api, Env } from '../../http/env';
import { NotFound } from '../../http/problems';
import { callerOf } from '../../members/caller';
import { forMember, holderOf, memberOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { showUser } from '../../members/users';
import { withVerification } from '../verification/verification';
import { checkAllowedIps, createApiToken, listApiTokens, revokeApiToken, showApiToken } from './api-tokens';

export function mountApiTokens(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.listApiTokens), async (c) => {
    const rows = await listApiTokens(deps.db, managerOf(c).id);
    const apiUrl = `${deps.config.publicUrl}/api`;
    return c.json({ data: rows.map(showApiToken), api_url: apiUrl, docs_url: `${apiUrl}/docs` }, 200);
  });
  api.openapi(forMember(deps, calls.createApiToken), async (c) => {
    const user = managerOf(c);
    const caller = callerOf(c);
    const { verification_method, verification_code, ...typed } = c.req.valid('json');
    const wanted = { ...typed, allowed_ips: checkAllowedIps(typed.allowed_ips, caller) };
    const step = {
      user,
      action: 'api_token.create' as const,
      context: verificationContext.apiToken(typed),
      given: { verification_method, verification_code },
    };
    const { row, plainText } = await withVerification(deps, step, caller, (tx) =>
      createApiToken(tx, deps, user, wanted, caller),
    );
    return c.json({ ...showApiToken(row), plain_text_token: plainText }, 200);
  });
  api.openapi(forMember(deps, calls.revokeApiToken), async (c) => {
    const { id } = c.req.valid('param');
    // An id that is not a UUID belongs to no token.
    if (!z.uuid().safeParse(id).success) throw new NotFound();
    await revokeApiToken(deps.db, managerOf(c).id, id, callerOf(c));
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, getProfile), (c) => {
    const { user, firstline } = holderOf(c);
    return c.json(Profile.parse(showUser(user, { firstline, ip: c.get('ip') })), 200);
  });
}

/** Returns the member. Throws `Forbidden` if they may not have API tokens. */
function managerOf(c: Context<Env>) {
  const { user } = memberOf(c);
  requirePermission(user, 'api_token.manage');
  return user;
}
