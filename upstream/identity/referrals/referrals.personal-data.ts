/** The personal data that this module keeps. */
import { sql } from 'drizzle-orm';
import { tablePart } from '../../database/export-parts';
import type { PersonalData } from '../../database/personal-data';
import { users } from '../../members/members.tables';

/** "Anna K.": an export reveals no more about other members. */
const shortened = sql`${users.firstname} || ' ' || left(${users.lastname}, 1) || '.'`;

const referrals = tablePart({
  name: 'invited_members',
  description: {
    en: 'Members whom you invited, with their names shortened.',
    de: 'Mitglieder, die du eingeladen hast, mit gekürzten Namen.',
  },
  table: users,
  owner: users.referrerId,
  key: users.id,
  fields: { name: shortened, since: users.createdAt },
});

export const referralData: PersonalData = { exports: [referrals], deletes: [] };
