/** Every call of the upstream, by module. `app/` imports nothing else from `upstream/`. */
import * as identity from './identity';
import * as notifications from './notifications';
import * as privacy from './privacy';
import * as push from './push';
import * as realtime from './realtime';
import * as terms from './terms';

export const contract = {
  identity: calls(identity),
  notifications: calls(notifications),
  privacy: calls(privacy),
  push: calls(push),
  realtime: calls(realtime),
  terms: calls(terms),
};

type Call = { method: string; path: string; responses: object };

/** Only the route definitions of a module's contract, not its schemas. */
function calls<M extends object>(module: M) {
  const entries = Object.entries(module).filter(([, value]) => isCall(value));
  return Object.fromEntries(entries) as { [K in keyof M as M[K] extends Call ? K : never]: M[K] };
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'responses' in value;
}
