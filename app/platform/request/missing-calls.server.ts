import type { RouteConfig } from '@hono/zod-openapi';
import { contract } from '../../../upstream/contract/contract';
import { MODULES, type ModuleName } from '../page/modules';
import { nameOf } from './api-transport.server';
import { env } from './env.server';

/** The call without which a module has nothing to show. */
const MAIN_CALLS: Partial<Record<ModuleName, RouteConfig>> = {
  wallet: contract.wallet.getWallet,
  growing: contract.growingPlants.getGrowing,
  support: contract.supportFaq.listFaq,
  news: contract.news.listPosts,
  affiliate: contract.affiliate.getAffiliate,
  appointment: contract.appointments.listAppointments,
  chat: contract.chatConversations.listConversations,
};

/** After this time a module is offered again, because the back end may have got the call. In milliseconds. */
const FORGET_AFTER = 5 * 60_000;

/** When this process last saw that the back end does not have a call, by its name. */
const seen = new Map<string, number>();

/**
 * Tells a call that a foreign back end does not have from a thing that is not there. Laravel 8 says nothing, Laravel 11
 * names the route, and a call without an id in its path cannot have found nothing.
 * @param message the text of the answer; empty if it has none
 */
export function isCallMissing(route: RouteConfig, status: number, message: string): boolean {
  if (!env().upstreamUrl) return false;
  if (status === 405 || status === 501) return true;
  const isUnknown = message === '' || /^the route .* could not be found/i.test(message);
  return status === 404 && (isUnknown || !route.path.includes('{'));
}

export const rememberMissing = (route: RouteConfig) => void seen.set(nameOf(route), Date.now());

export const forgetMissing = (route: RouteConfig) => void seen.delete(nameOf(route));

/** Whether this process saw of late that the back end does not have the call. */
export function isKnownMissing(route: RouteConfig): boolean {
  const at = seen.get(nameOf(route));
  return at !== undefined && Date.now() - at < FORGET_AFTER;
}

/** Whether the back end lacks the main call of a module. */
export function isModuleMissing(name: ModuleName): boolean {
  const call = MAIN_CALLS[name];
  return call !== undefined && isKnownMissing(call);
}

/** Returns the modules that are on and that the back end has, as far as this process knows. */
export const openModules = (): ModuleName[] =>
  MODULES.filter((name) => env().modules.includes(name) && !isModuleMissing(name));
