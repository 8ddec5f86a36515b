/** Signs a visitor of the demo club in as one of its members, with one press. */
import type { z } from '@hono/zod-openapi';
import type { DemoAccount } from '../contract/demo';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { NotFound } from '../http/problems';
import { completeSignIn } from '../identity/identity';
import type { Caller } from '../members/caller';
import { countNetwork } from '../members/throttles';
import { findUserByEmail } from '../members/users';

/**
 * Opens a session without password and second factor. It counts as any sign-in of the caller's network.
 * @throws TooManyAttempts; NotFound if the member has left
 */
export async function signInToDemo(deps: Deps, account: z.infer<typeof DemoAccount>, caller: Caller) {
  await countNetwork(deps.db, 'login.network', caller);
  const user = await findUserByEmail(deps.db, `${account}@example.org`);
  if (!user) throw new NotFound();
  return transaction(deps.db, (tx) => completeSignIn(tx, deps, user, undefined, 'demo', caller));
}
