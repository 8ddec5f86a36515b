/** Serves every call of `contract/ledger`. */
import * as calls from '../contract/ledger';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { InvalidFields, NotFound } from '../http/problems';
import { verifierKeys } from './checkpoint';
import { findHead, type HeadRow, proveConsistency } from './log';

export function mountLedger(api: Api, deps: Deps): void {
  const verifier_keys = verifierKeys(deps.config);
  api.openapi(calls.getLogHead, async (c) => {
    const head = await findHead(deps.db);
    return c.json({ head: head && show(head), verifier_keys }, 200);
  });
  api.openapi(calls.getLogConsistency, async (c) => {
    const sizes = c.req.valid('query');
    if (sizes.from > sizes.to) {
      const german = c.get('language') === 'de';
      throw new InvalidFields({
        from: [german ? 'Der frühere Stand muss der kleinere sein.' : 'The earlier size has to be the smaller one.'],
      });
    }
    const [from, to] = [await findHead(deps.db, sizes.from), await findHead(deps.db, sizes.to)];
    if (!from || !to) throw new NotFound();
    const path = await proveConsistency(deps.db, from.size, to.size);
    return c.json({ from: show(from), to: show(to), path: path.map((hash) => hash.toString('base64')) }, 200);
  });
}

const show = ({ size, rootHash, signedAt, note }: HeadRow) => ({
  size,
  root_hash: rootHash.toString('base64'),
  signed_at: signedAt.toISOString(),
  note,
});
