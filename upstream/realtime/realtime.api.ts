import * as calls from '../contract/realtime';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { HttpProblem } from '../http/problems';
import { forMember, memberOf } from '../members/member-gate';
import { type ChannelRule, decideAdmission } from './channel-rules';

/** Serves every call of `contract/realtime`. */
export function mountRealtime(api: Api, deps: Deps, rules: ChannelRule[]): void {
  api.openapi(forMember(deps, calls.authorizeChannel), async (c) => {
    const { socket_id, channel_name } = c.req.valid('json');
    const asking = memberOf(c);
    const admitted = await decideAdmission(rules, asking, channel_name);
    // Laravel answers a denied request in the same way.
    if (admitted === false) throw new HttpProblem(403, '');
    const member = admitted === true ? undefined : admitted;
    // Whoever was sent away since the session was looked for has to ask again.
    return c.json(deps.broadcaster.authorize(socket_id, channel_name, member, asking.seenAt), 200);
  });
}
