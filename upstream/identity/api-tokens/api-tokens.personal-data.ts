import { type PersonalData, tablePart } from '../../privacy/privacy';
import { apiTokens } from './api-tokens.tables';

/** The member's API tokens, without what they are made of. */
export const apiTokenData: PersonalData = {
  exports: [
    tablePart({
      name: 'api_tokens',
      description: {
        en: 'Your API tokens, but not the tokens themselves.',
        de: 'Deine API-Zugänge, aber nicht die Tokens selbst.',
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
};
