import * as calls from '../../contract/verification';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { callerOf } from '../../members/caller';
import { forMember, memberOf } from '../../members/member-gate';
import { requestVerificationCode } from './verification';
import type { Subjects } from './verification-purpose';

/** The call of `contract/verification`. */
export function mountVerification(api: Api, deps: Deps, subjects: Subjects): void {
  api.openapi(forMember(deps, calls.requestVerificationCode), async (c) =>
    c.json(await requestVerificationCode(deps, memberOf(c).user, c.req.valid('json'), callerOf(c), subjects), 200),
  );
}
