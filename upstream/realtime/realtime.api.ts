import { createRoute } from '@hono/zod-openapi';
import * as calls from '../contract/realtime';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { HttpProblem } from '../http/problems';
import { forMember, memberOf } from '../members/member-gate';
import { type ChannelRule, decideAdmission } from './channel-rules';

/** The same call for clients that ask by GET. The web app is none of them, so the contract does not have it. */
const byGet = createRoute({
  ...calls.authorizeChannel,
  method: 'get',
  operationId: 'authorizeChannelByGet',
  request: { query: calls.ChannelRequest },
});

/** Serves every call of `contract/realtime`. */
export function mountRealtime(api: Api, deps: Deps, rules: ChannelRule[]): void {
  api.openapi(forMember(deps, calls.authorizeChannel), async (c) =>
    c.json(await admit(memberOf(c), c.req.valid('json')), 200),
  );
  api.openapi(forMember(deps, calls.authenticateSocket), async (c) =>
    c.json(deps.broadcaster.authenticate(c.req.valid('json').socket_id, memberOf(c).id), 200),
  );
  api.openapi(forMember(deps, byGet), async (c) => c.json(await admit(memberOf(c), c.req.valid('query')), 200));

  async function admit(
    asking: ReturnType<typeof memberOf>,
    { socket_id, channel_name }: { socket_id: string; channel_name: string },
  ) {
    const admitted = await decideAdmission(rules, asking, channel_name);
    // Laravel answers a denied request in the same way.
    if (admitted === false) throw new HttpProblem(403, '');
    const member = admitted === true ? undefined : admitted;
    // Whoever was sent away since the session was looked for has to ask again.
    return deps.broadcaster.authorize(socket_id, channel_name, member, asking.seenAt);
  }
}
