import type { RouteConfig } from '@hono/zod-openapi';
import type { z } from 'zod';
import { abilities, abilityFor } from '../../upstream/contract/abilities';
import { mostAllowedIps } from '../../upstream/contract/api-tokens';
import { contract } from '../../upstream/contract/contract';
import { canonicalRange } from '../../upstream/contract/ip-ranges';
import { MODULES } from '../platform/page/modules';
import type { Failure } from '../platform/request/failure.server';
import type { Member } from '../platform/request/gates.server';
import type { apiTokenSchema } from './api-token.schema';

const calls = Object.values(contract).flatMap((module) => Object.values(module) as RouteConfig[]);

/**
 * Returns the abilities that a token can have, without those of disabled modules, and whether any call needs them yet.
 */
export function offeredAbilities({ modules }: Member) {
  const areOff = MODULES.filter((name) => !modules.includes(name));
  return abilities
    .filter((ability) => !areOff.some((name) => ability.startsWith(name)))
    .map((ability) => ({ ability, isUsable: calls.some((call) => abilityFor(call) === ability) }));
}

/** Returns the member's tokens, whether each has expired, and the addresses of the API and its documents. */
export async function listTokens(current: Member) {
  const { data, api_url, docs_url } = await current.api.call(contract.apiTokens.listApiTokens);
  const now = Date.now();
  const tokens = data.map(({ created_at: _, ...token }) => ({ ...token, isOver: Date.parse(token.expires_at) <= now }));
  return { tokens, apiUrl: api_url, docsUrl: docs_url ?? null };
}

/**
 * Finds the errors of a new token before anybody asks for a code, because upstream would name them only after the code.
 */
export async function findFault(
  current: Member,
  newToken: Partial<z.output<typeof apiTokenSchema>>,
): Promise<Failure | null> {
  const { t } = current;
  const { allowed_ips = [] } = newToken;
  const wrong = allowed_ips.filter((typed) => canonicalRange(typed) === null);
  const { tokens } = await listTokens(current);
  const name = newToken.name?.toLowerCase();
  const errors: Record<string, string[]> = {};
  if (tokens.some((token) => !token.isOver && token.name.toLowerCase() === name)) {
    errors.name = [t('settings:api_token.name_taken')];
  }
  if (wrong.length > 0) errors.allowed_ips = [t('settings:api_token.no_address', { typed: wrong.join(', ') })];
  else if (allowed_ips.length > mostAllowedIps) errors.allowed_ips = [t('settings:api_token.too_many_addresses')];
  return Object.keys(errors).length > 0 ? { status: 422, message: '', errors, retryAfter: null } : null;
}

/** Returns the first failure with the errors of both. */
export const withErrorsOf = (failure: Failure, more: Failure | undefined): Failure => ({
  ...failure,
  errors: { ...failure.errors, ...more?.errors },
});
