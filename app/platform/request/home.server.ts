import type { RouteConfig } from '@hono/zod-openapi';
import { contract } from '../../../upstream/contract/contract';
import type { ModuleName } from '../page/modules';
import { isKnownMissing, openModules } from './missing-calls.server';
import type { RequestContext } from './request-context.server';
import { isReading, redirect } from './responses.server';

interface Home {
  path: string;
  /** The page that the path redirects to. */
  shows?: string;
  module?: ModuleName;
  /** A call that the page cannot do without, besides those of the module and of every page. */
  call?: RouteConfig;
}

/** The pages that may follow a login, the first one first. The last one needs only the header. */
const HOMES: Home[] = [
  { path: '/dashboard', module: 'wallet' },
  { path: '/posts', module: 'news' },
  { path: '/settings', shows: '/settings/address', call: contract.address.getAddress },
];
const LAST_HOME = '/settings/account';

/** Returns the dashboard if Wallet is on, otherwise news, otherwise settings. */
export function homePath(modules: ModuleName[] = openModules()): string {
  const isThere = ({ module, call }: Home) => (!module || modules.includes(module)) && !(call && isKnownMissing(call));
  return HOMES.find(isThere)?.path ?? LAST_HOME;
}

/**
 * Returns a redirect from the home page of a module that a foreign back end does not have to the next home page, so
 * that no login ends on a page with nothing. Null for any other page.
 */
export async function leaveMissingHome(current: RequestContext): Promise<Response | null> {
  const { request, url } = current;
  const here = HOMES.find(({ path, shows }) => [path, shows].includes(url.pathname));
  return isReading(request) && here && homePath() !== here.path ? redirect(current, homePath()) : null;
}
