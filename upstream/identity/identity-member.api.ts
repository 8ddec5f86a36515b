/** The calls of the contract about the member's own account, which need a bearer token. */
import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { changePassword as changePasswordCall } from '../contract/account';
import { logout, refresh } from '../contract/identity';
import * as calls from '../contract/member';
import { setTrackingConsent } from '../contract/privacy';
import type { Deps } from '../deps';
import type { Api, Env } from '../http/env';
import { callerOf } from '../members/caller';
import { toggleInstruction } from '../members/instructions';
import { forMember, type Member, memberOf } from '../members/member-gate';
import { countAttempt } from '../members/throttles';
import { showUser } from '../members/users';
import { listTermUpdates, showTermUpdates, tagOf } from '../terms/terms';
import { logOut } from './devices/signed-in-devices';
import { showGhost } from './ghost/ghost-mode';
import { changePassword } from './passwords/password-change';
import { recordTrackingConsent } from './profile/tracking-consent';
import { refreshToken } from './sessions/sessions';

type Blocks = z.infer<typeof calls.Header>['notifications'];

/** The blocks that other modules add to the member's header, by their names in the contract. */
export type HeaderBlocks = { [Name in keyof Blocks]?: (member: Member) => Blocks[Name] | Promise<Blocks[Name]> };

export function mountMemberCalls(api: Api, deps: Deps, headerBlocks: HeaderBlocks): void {
  api.openapi(forMember(deps, refresh), async (c) => {
    const member = memberOf(c);
    await countAttempt(deps.db, 'refresh.session', member.sessionId);
    return c.json({ token: await refreshToken(deps.db, member, c.get('now')), user: shownMember(c) }, 200);
  });
  api.openapi(forMember(deps, logout), async (c) => {
    await logOut(deps, memberOf(c), c.var);
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.getHeader), async (c) => {
    const member = memberOf(c);
    const { id, ghost, hasTermUpdates } = member;
    const updates = hasTermUpdates ? await listTermUpdates(deps.db, id, c.get('now')) : [];
    const header = {
      user: shownMember(c),
      notifications: await tellBlocks(headerBlocks, member),
      term_updates: await showTermUpdates(deps.db, updates, c.get('language')),
      term_updates_etag: tagOf(updates),
      ghost: ghost ? showGhost(ghost) : null,
      modules: deps.config.modules,
    };
    return c.json(header, 200);
  });
  api.openapi(forMember(deps, calls.toggleInstruction), async (c) => {
    const instruction_state = await toggleInstruction(deps.db, memberOf(c).id, c.req.valid('param').id, c.get('now'));
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

async function tellBlocks(blocks: HeaderBlocks, member: Member): Promise<Blocks> {
  const contents = Object.entries(blocks).map(async ([name, tell]) => [name, await tell(member)] as const);
  return Object.fromEntries(await Promise.all(contents));
}

function shownMember(c: Context<Env>) {
  const { user, firstline } = memberOf(c);
  return showUser(user, { firstline, ip: c.get('ip') });
}
