import * as calls from '../../contract/growing-photos';
import type { Deps } from '../../deps';
import type { Api } from '../../http/env';
import { NotFound } from '../../http/problems';
import { forMember, holderOf } from '../../members/member-gate';
import { requirePermission } from '../../members/permissions';
import { findPhotoFile } from './photos';

/** Serves the calls of `contract/growing-photos`. */
export function mountPhotos(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.getPhotoFile), async (c) => {
    requirePermission(holderOf(c), 'growing.view');
    const { id, picture } = c.req.valid('param');
    const found = await findPhotoFile(deps.db, id, picture);
    if (!found) throw new NotFound();
    // A file never changes, so its address names its content.
    const etag = `"${id}-${picture}"`;
    c.header('ETag', etag);
    c.header('Cache-Control', 'private, max-age=31536000, immutable');
    if (c.req.header('if-none-match') === etag) return c.body(null, 304);
    return c.body(new Uint8Array(found.bytes), 200, {
      'Content-Type': `image/${found.format}`,
      'Content-Length': String(found.bytes.length),
    });
  });
}
