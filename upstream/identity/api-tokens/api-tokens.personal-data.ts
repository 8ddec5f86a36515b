import { tablePart } from '../../database/export-parts';
import { type PersonalData, withhold } from '../../database/personal-data';
import { apiTokens } from './api-tokens.tables';

/** The member's API tokens, without their secrets and hashes. */
export const apiTokenData: PersonalData = {
  exports: [
    tablePart({
      name: 'api_tokens',
      description: {
        en: 'Your API tokens, without the text that signs in.',
        de: 'Deine API-Tokens, ohne den Text, mit dem man sich anmeldet.',
      },
      table: apiTokens,
      owner: apiTokens.userId,
      key: apiTokens.id,
      fields: {
        id: apiTokens.id,
        name: apiTokens.name,
        abilities: apiTokens.abilities,
        allowed_ips: apiTokens.allowedIps,
        created_at: apiTokens.createdAt,
        expires_at: apiTokens.expiresAt,
        last_used_at: apiTokens.lastUsedAt,
        last_used_ip: apiTokens.lastUsedIp,
        revoked_at: apiTokens.revokedAt,
        revoked_reason: apiTokens.revokedReason,
      },
    }),
  ],
  deletes: [apiTokens],
  withholds: [
    withhold(apiTokens, ['tokenHash', 'prefix'], 'they are made of the secret'),
    withhold(apiTokens, ['place'], 'it only counts the tokens'),
    withhold(apiTokens, ['expiryMailedAt'], 'the member has the mail itself'),
  ],
};
