import type { Context } from 'hono';
import * as calls from '../../contract/appointments-door';
import type { Deps } from '../../deps';
import type { Api, Env } from '../../http/env';
import { callerOf } from '../../members/caller';
import { forMember, memberOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { labelIn } from '../calls';
import { checkIn, type Doorkeeper } from './check-in';
import { getDoor, listDoors } from './read-door';
import { undoCheckIn } from './undo-check-in';

/** Serves the calls of `contract/appointments-door`. */
export function mountDoor(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.listDoors), async (c) =>
    c.json({ data: await listDoors(deps.db, doorkeeperOf(c)) }, 200),
  );
  api.openapi(forMember(deps, calls.getDoor), async (c) => {
    const by = doorkeeperOf(c);
    const label = labelIn(c.req.valid('param'));
    return c.json(await getDoor(deps, { label, q: c.req.valid('query').q }, by), 200);
  });
  api.openapi(forMember(deps, calls.checkIn), async (c) => {
    const by = doorkeeperOf(c);
    const { code: text, scanned_at } = c.req.valid('json');
    const scannedAt = scanned_at === undefined ? undefined : new Date(scanned_at);
    return c.json(await checkIn(deps, { label: labelIn(c.req.valid('param')), text, scannedAt }, by), 200);
  });
  api.openapi(forMember(deps, calls.undoCheckIn), async (c) => {
    const by = doorkeeperOf(c);
    const { code: text } = c.req.valid('json');
    return c.json(await undoCheckIn(deps, { label: labelIn(c.req.valid('param')), text }, by), 200);
  });
}

/** @throws Forbidden without the permission */
function doorkeeperOf(c: Context<Env>): Doorkeeper {
  const member = memberOf(c);
  requirePermission(member, 'event.check_in');
  return { ...callerOf(c), staffId: member.id };
}
