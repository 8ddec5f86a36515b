/** The calls of the contract about a change of e-mail address. */
import type { z } from '@hono/zod-openapi';
import * as calls from '../../contract/account';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { callerOf, minutesAfter } from '../../members/caller';
import { forMember, memberOf } from '../../members/member-gate';
import { showUser } from '../../members/users';
import { confirmEmailChange } from './confirm';
import {
  cancelEmailChange,
  codeMinutes,
  type EmailChange,
  findPending,
  pendingMinutes,
  requestEmailChange,
  resendEmailCode,
} from './email-change';
import { revertEmailChange } from './revert';

export function mountEmailChange(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.getEmailChange), async (c) => {
    const pending = await findPending(deps.db, memberOf(c).id, c.get('now'));
    return c.json({ pending: pending && show(pending) }, 200);
  });
  api.openapi(forMember(deps, calls.requestEmailChange), async (c) => {
    const { email, ...verification } = c.req.valid('json');
    const pending = await requestEmailChange(deps, memberOf(c).user, { email, verification }, callerOf(c));
    return c.json({ pending: show(pending) }, 200);
  });
  api.openapi(forMember(deps, calls.resendEmailCode), async (c) =>
    c.json({ pending: show(await resendEmailCode(deps, memberOf(c).id, callerOf(c))) }, 200),
  );
  api.openapi(forMember(deps, calls.confirmEmailChange), async (c) => {
    const { id, firstline } = memberOf(c);
    const user = await confirmEmailChange(deps, id, c.req.valid('json').one_time_code, callerOf(c));
    return c.json({ user: showUser(user, { firstline, ip: c.get('ip') }) }, 200);
  });
  api.openapi(forMember(deps, calls.cancelEmailChange), async (c) => {
    await cancelEmailChange(deps, memberOf(c).id, callerOf(c));
    return c.body(null, 204);
  });
  api.openapi(calls.revertEmailChange, async (c) =>
    c.json({ status: await revertEmailChange(deps, c.req.valid('json').token, callerOf(c)) }, 200),
  );
}

function show({ newEmail, mailedAt, createdAt }: EmailChange): z.infer<typeof calls.EmailChange> {
  const end = minutesAfter(createdAt, pendingMinutes);
  const endOfCode = minutesAfter(mailedAt, codeMinutes);
  return {
    email: newEmail,
    code_sent_at: mailedAt.toISOString(),
    code_expires_at: (endOfCode < end ? endOfCode : end).toISOString(),
    expires_at: end.toISOString(),
  };
}
