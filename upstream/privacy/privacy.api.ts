import * as calls from '../contract/privacy';
import type { PersonalData } from '../database/personal-data';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { createThrottle } from '../http/throttle';
import { checkPresentPassword, withVerification } from '../identity/identity';
import { callerOf } from '../members/caller';
import { forMember, memberOf } from '../members/member-gate';
import { cancelDeletion, listObstacles, requestDeletion, showDeletion } from './deletion';
import { getExport, openExportFile, requestExport } from './exports';

const minute = 60;
const hour = 60 * minute;

/** Serves `contract/privacy`, except the consent to tracking, which identity keeps with the member. */
export function mountPrivacy(api: Api, deps: Deps, data: readonly PersonalData[]): void {
  const downloads = createThrottle(deps.db, 'export.download', 20, hour);
  api.openapi(forMember(deps, calls.requestExport), async (c) =>
    c.json(await requestExport(deps, memberOf(c).id, callerOf(c)), 202),
  );
  api.openapi(forMember(deps, calls.getExport), async (c) =>
    c.json(await getExport(deps.db, memberOf(c).id, c.get('now')), 200),
  );
  api.openapi(forMember(deps, calls.getExportFile), async (c) => {
    const { id } = memberOf(c);
    await downloads.hit(String(id));
    const file = await openExportFile(deps.db, id, c.req.valid('param').id, callerOf(c));
    const name = `${deps.config.productName.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${file.madeAt.toISOString().slice(0, 10)}`;
    return c.body(file.stream, 200, {
      'Content-Type': 'application/zip',
      'Content-Length': String(file.size),
      'Content-Disposition': `attachment; filename="${name}.zip"`,
    });
  });
  api.openapi(forMember(deps, calls.getDeletion), async (c) => {
    const { user } = memberOf(c);
    return c.json(showDeletion(user, await listObstacles(deps.db, data, user.id, c.get('language'))), 200);
  });
  api.openapi(forMember(deps, calls.requestDeletion), async (c) => {
    const { user } = memberOf(c);
    const { password, ...given } = c.req.valid('json');
    const caller = callerOf(c);
    await checkPresentPassword(deps, user, { field: 'password', password }, caller);
    const step = { user, action: 'account.delete' as const, context: '', given };
    const deletion = await withVerification(deps, step, caller, (tx) =>
      requestDeletion(tx, deps, data, user.id, caller),
    );
    return c.json(deletion, 202);
  });
  api.openapi(forMember(deps, calls.cancelDeletion), async (c) => {
    await cancelDeletion(deps, memberOf(c).id, c.var);
    return c.body(null, 204);
  });
}
