/** The notifications that belong to what the demo accounts have and miss. */
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { users } from '../members/members.tables';
import type { NewNotification } from '../notifications/notifications';
import { apiTokenCreatedNotice } from './api-tokens/api-tokens.notices';
import { apiTokens } from './api-tokens/api-tokens.tables';

/** Returns what the member was told of their account after `since`, in no order. */
export async function listAccountNotices(tx: Tx, userId: number, since: Date): Promise<NewNotification[]> {
  const tokens = await tx
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, userId), gt(apiTokens.createdAt, since)))
    .orderBy(asc(apiTokens.id));
  const newcomers = await tx
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.addressIsFilled, false), gt(users.createdAt, since)));
  return [
    ...tokens.map(({ name, createdAt }) => apiTokenCreatedNotice(userId, name, createdAt)),
    ...newcomers.map(({ createdAt }) => ({ ...welcome, userId, now: createdAt })),
  ];
}

const welcome: Omit<NewNotification, 'userId' | 'now'> = {
  type: 'club.welcome',
  title: { en: 'Welcome to the club', de: 'Willkommen im Verein' },
  description: {
    en: 'Please tell us your address, so that we can reach you.',
    de: 'Bitte sag uns deine Adresse, damit wir dich erreichen.',
  },
  class: 'bell',
  status: 'info',
  url: '/settings/address',
};
