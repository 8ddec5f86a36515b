/** The calls of the contract about the member's own account that need a bearer token. */
import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { changePassword as changePasswordCall } from '../contract/account';
import { logout, refresh } from '../contract/identity';
import * as calls from '../contract/member';
import { setTrackingConsent } from '../contract/privacy';
import type { Deps } from '../deps';
import type { Api, Env } from '../http/env';
import { callerOf } from './caller';
import { showGhost } from './ghost/ghost-mode';
import { toggleInstruction } from './instructions';
import { showUser } from './members';
import { changePassword } from './password-change';
import { forMember, memberOf, refreshToken } from './sessions';
import { logOut } from './signed-in-devices';
import { listTermUpdates, showTermUpdates, tagOf } from './term-updates';
import { countAttempt } from './throttles';
import { recordTrackingConsent } from './tracking-consent';

type Blocks = z.infer<typeof calls.Header>['notifications'];

/** How the other modules' blocks of the header are counted for a member, by the names of the contract. */
export type HeaderBlocks = { [Name in keyof Blocks]?: (userId: number) => Promise<Blocks[Name]> };

export function mountMemberCalls(api: Api, deps: Deps, headerBlocks: HeaderBlocks): void {
  api.openapi(forMember(deps, refresh), async (c) => {
    const member = memberOf(c);
    await countAttempt(deps.db, 'refresh.session', member.sessionId);
    return c.json({ token: await refreshToken(deps.db, member, c.var.now), user: shownMember(c) }, 200);
  });
  api.openapi(forMember(deps, logout), async (c) => {
    await logOut(deps, memberOf(c), c.var);
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.getHeader), async (c) => {
    const { id, ghost } = memberOf(c);
    const updates = await listTermUpdates(deps.db, id, c.var.now);
    const header = {
      user: shownMember(c),
      notifications: await countBlocks(headerBlocks, id),
      term_updates: await showTermUpdates(deps.db, updates, c.var.language),
      term_updates_etag: tagOf(updates),
      ghost: ghost ? showGhost(ghost) : null,
      modules: deps.config.modules,
    };
    return c.json(header, 200);
  });
  api.openapi(forMember(deps, calls.toggleInstruction), async (c) => {
    const instruction_state = await toggleInstruction(deps.db, memberOf(c).id, c.req.valid('param').id, c.var.now);
    return c.json({ instruction_state }, 200);
  });
  api.openapi(forMember(deps, changePasswordCall), async (c) => {
    const { endedSessions, token } = await changePassword(deps, memberOf(c), c.req.valid('json'), callerOf(c));
    return c.json({ ended_sessions: endedSessions, token }, 200);
  });
  api.openapi(forMember(deps, setTrackingConsent), async (c) => {
    const since = await recordTrackingConsent(deps.db, memberOf(c).id, c.req.valid('json').given, c.var);
    return c.json({ tracking_consent_at: since?.toISOString() ?? null }, 200);
  });
}

async function countBlocks(blocks: HeaderBlocks, userId: number): Promise<Blocks> {
  const counted = Object.entries(blocks).map(async ([name, count]) => [name, await count(userId)] as const);
  return Object.fromEntries(await Promise.all(counted));
}

function shownMember(c: Context<Env>) {
  const { user, firstline } = memberOf(c);
  return showUser(user, { firstline, ip: c.var.ip });
}
