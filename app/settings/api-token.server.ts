import type { RouteConfig } from '@hono/zod-openapi';
import type { z } from 'zod';
import { abilities, abilityFor } from '../../upstream/contract/abilities';
import { contract } from '../../upstream/contract/contract';
import { canonicalRange } from '../../upstream/contract/ip-ranges';
import type { Failure } from '../platform/api.server';
import type { Member } from '../platform/gates.server';
import { MODULES } from '../platform/modules';
import type { apiTokenSchema } from './api-token.schema';

export const MOST_TOKENS = 10;
const MOST_ADDRESSES = 10;

const calls = Object.values(contract).flatMap((module) => Object.values(module) as RouteConfig[]);

/** What a token may be given, without what belongs to modules that are off; and whether any call asks for it yet. */
export function offeredAbilities({ modules }: Member) {
  const areOff = MODULES.filter((name) => !modules.includes(name));
  return abilities
    .filter((ability) => !areOff.some((name) => ability.startsWith(name)))
    .map((ability) => ({ ability, isUsable: calls.some((call) => abilityFor(call) === ability) }));
}

/** The member's tokens, where their calls are, and which of the tokens still work. */
export async function listTokens(current: Member) {
  const { data, api_url, docs_url } = await current.api.call(contract.apiTokens.listApiTokens);
  const now = Date.now();
  const tokens = data.map(({ created_at: _, ...token }) => ({ ...token, isOver: Date.parse(token.expires_at) <= now }));
  return { tokens, apiUrl: api_url, docsUrl: docs_url ?? null };
}

/** What is wrong with a token to be, before anybody is asked for a code: upstream would say it only after that. */
export async function findFault(current: Member, wanted: z.output<typeof apiTokenSchema>): Promise<Failure | null> {
  const { t } = current;
  const wrong = wanted.allowed_ips.filter((typed) => canonicalRange(typed) === null);
  const { tokens } = await listTokens(current);
  const name = wanted.name.toLowerCase();
  const errors: Record<string, string[]> = {};
  if (tokens.some((token) => !token.isOver && token.name.toLowerCase() === name)) {
    errors.name = [t('settings:api_token.name_taken')];
  }
  if (wrong.length > 0) errors.allowed_ips = [t('settings:api_token.no_address', { typed: wrong.join(', ') })];
  else if (wanted.allowed_ips.length > MOST_ADDRESSES)
    errors.allowed_ips = [t('settings:api_token.too_many_addresses')];
  return Object.keys(errors).length > 0 ? { status: 422, message: '', errors, retryAfter: null } : null;
}
