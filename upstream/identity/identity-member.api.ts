/** The calls of the contract about the member's own account that need a bearer token. */
import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import * as calls from '../contract/identity';
import { setTrackingConsent } from '../contract/privacy';
import { writeAudit } from '../database/audit';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import type { Api, Env } from '../http/env';
import { reauthorizeAfter } from '../realtime/broadcaster';
import { listDevices } from './devices';
import { toggleInstruction } from './instructions';
import { showUser } from './members';
import { endSession, forMember, memberOf, refreshToken } from './sessions';
import { listTermUpdates, showTermUpdates, tagOf } from './term-updates';
import { countAttempt } from './throttles';
import { recordTrackingConsent } from './tracking-consent';

type Blocks = z.infer<typeof calls.Header>['notifications'];

/** How the other modules' blocks of the header are counted for a member, by the names of the contract. */
export type HeaderBlocks = { [Name in keyof Blocks]?: (userId: number) => Promise<Blocks[Name]> };

export function mountMemberCalls(api: Api, deps: Deps, headerBlocks: HeaderBlocks): void {
  api.openapi(forMember(deps, calls.refresh), async (c) => {
    const member = memberOf(c);
    await countAttempt(deps.db, 'refresh.session', member.sessionId);
    return c.json({ token: await refreshToken(deps.db, member, c.var.now), user: shownMember(c) }, 200);
  });
  api.openapi(forMember(deps, calls.logout), async (c) => {
    await logout(deps, c);
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.getHeader), async (c) => {
    const updates = await listTermUpdates(deps.db, memberOf(c).id, c.var.now);
    const header = {
      user: shownMember(c),
      notifications: await countBlocks(headerBlocks, memberOf(c).id),
      term_updates: await showTermUpdates(deps.db, updates, c.var.language),
      term_updates_etag: tagOf(updates),
      modules: deps.config.modules,
    };
    return c.json(header, 200);
  });
  api.openapi(forMember(deps, calls.toggleInstruction), async (c) => {
    const instruction_state = await toggleInstruction(deps.db, memberOf(c).id, c.req.valid('param').id, c.var.now);
    return c.json({ instruction_state }, 200);
  });
  api.openapi(forMember(deps, calls.listDevices), async (c) =>
    c.json({ data: await listDevices(deps.db, memberOf(c), c.var.now) }, 200),
  );
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

async function logout(deps: Deps, c: Context<Env>): Promise<void> {
  const { id, sessionId } = memberOf(c);
  await transaction(deps.db, async (tx) => {
    await endSession(tx, sessionId, 'logout', c.var.now);
    reauthorizeAfter(tx, deps.broadcaster, id);
    await writeAudit(tx, c.var.now, {
      action: 'logout',
      actorId: id,
      userId: id,
      ip: c.var.ip,
      requestId: c.var.requestId,
    });
  });
}
