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

/** Whether the answer of a foreign back end says that it does not have the call. The embedded one has every call. */
export const isCallMissing = (route: RouteConfig, status: number, body: unknown): boolean =>
  env().upstreamUrl !== null && saysMissing(route, status, body);

/**
 * Tells a call that a back end does not have from a thing that this member does not have. Laravel 8 says nothing of a
 * missing route, Laravel 11 names it. Any other text is about the member: "No query results for model …". "Not Found"
 * for a call with an id in its path is about that item.
 * @param body the answer as JSON, if it is JSON
 */
export function saysMissing({ path }: RouteConfig, status: number, body: unknown): boolean {
  if (status === 405 || status === 501) return true;
  if (status !== 404) return false;
  const { message, error } = (body ?? {}) as { message?: unknown; error?: unknown };
  const text = [message, error].find((one) => typeof one === 'string' && one.trim() !== '') ?? '';
  if (text === '' || /^the route .* could not be found/i.test(String(text))) return true;
  return /^not found\.?$/i.test(String(text)) && !path.includes('{');
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
