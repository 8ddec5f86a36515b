/** Serves every call of `contract/demo`. */
import * as calls from '../contract/demo';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { NotFound } from '../http/problems';
import { callerOf } from '../members/caller';
import { forMember, memberOf } from '../members/member-gate';
import { act } from './acts';
import type { Diary } from './diary';
import { signInToDemo } from './sign-in';
import { createStaff, type PerformAs } from './staff';

interface Means {
  diary: Diary;
  performAs: PerformAs;
}

export function mountDemo(api: Api, deps: Deps, { diary, performAs }: Means): void {
  api.openapi(calls.signInToDemo, async (c) => {
    requireDemo(deps);
    return c.json(await signInToDemo(deps, c.req.valid('json').account, callerOf(c)), 200);
  });
  api.openapi(forMember(deps, calls.listDeeds), (c) => {
    requireDemo(deps);
    return c.json({ data: diary.listFor(memberOf(c).id) }, 200);
  });
  api.openapi(forMember(deps, calls.actInDemo), async (c) => {
    requireDemo(deps);
    const caller = callerOf(c);
    const staff = createStaff(deps, performAs, caller.now);
    const deed = await act(c.req.valid('json').act, { deps, staff, member: memberOf(c), caller });
    return c.json(diary.note(deed, caller.now), 201);
  });
}

/** @throws NotFound in every club that is not for trying out */
function requireDemo({ config }: Deps): void {
  if (!config.demo || config.production) throw new NotFound();
}
