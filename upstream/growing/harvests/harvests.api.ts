import * as calls from '../../contract/growing-harvests';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { NotFound } from '../../http/problems';
import { forMember, holderOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { zoneOf } from '../../wallet/wallet';
import { writeHarvestPdf } from './harvest-pdf';
import { showHarvest } from './show-harvest';

/** Serves every call of `contract/growing-harvests`. */
export function mountHarvests(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.getHarvest), async (c) => {
    const { user } = holderOf(c);
    requirePermission(user, 'growing.view');
    const id = { ...idIn(c.req.valid('param')), ...c.req.valid('query') };
    return c.json(await showHarvest(deps.db, user.id, id, c.get('language')), 200);
  });
  api.openapi(forMember(deps, calls.getHarvestPdf), async (c) => {
    const { user } = holderOf(c);
    requirePermission(user, 'growing.view');
    const { language, now } = c.var;
    const id = { ...idIn(c.req.valid('param')), ...c.req.valid('query') };
    const harvest = await showHarvest(deps.db, user.id, id, language);
    const zone = zoneOf(user, c.get('timeZone'));
    return c.json(
      await writeHarvestPdf(deps, harvest, `${user.firstname} ${user.lastname}`, { zone, language, now }),
      200,
    );
  });
}

/**
 * Returns room and cycle of a harvest, however its id was typed: `b2-3`.
 * @throws NotFound for text that is no id
 */
function idIn({ id }: { id: string }): { roomCode: string; cycle: number } {
  const [, roomCode, cycle] = /^([a-z][a-z0-9]{0,5})-(\d{1,6})$/i.exec(id) ?? [];
  if (!roomCode || !cycle) throw new NotFound();
  return { roomCode: roomCode.toUpperCase(), cycle: Number(cycle) };
}
