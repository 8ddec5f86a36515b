/** Addresses of the demo club's members: invented streets in real towns. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '../deps';
import { users } from '../members/members.tables';
import { addresses } from './account.tables';

type Town = Omit<typeof addresses.$inferInsert, 'userId' | 'streetNumber' | 'updatedAt'>;

const towns: Record<string, Town[]> = {
  DE: [
    { street: 'Am Anger', postcode: '16278', city: 'Angermünde', region: 'BB', phone: '+4933319010' },
    { street: 'Lindenstraße', postcode: '04107', city: 'Leipzig', region: 'SN' },
    { street: 'Zur Allmende', postcode: '79100', city: 'Freiburg im Breisgau', region: 'BW' },
  ],
  AT: [{ street: 'Obere Wiese', postcode: '4020', city: 'Linz', region: '4' }],
  CH: [{ street: 'Feldweg', postcode: '3011', city: 'Bern', region: 'BE' }],
  GB: [{ street: 'Orchard Lane', postcode: 'HR4 9AR', city: 'Hereford', region: 'HEF', phone: '+441432260500' }],
  IE: [{ street: 'Meadow Road', postcode: 'T12 W8KP', city: 'Cork', region: 'CO' }],
};

/** Adds the missing address of each member who is marked as having one. A second run does nothing. */
export async function seedAddresses({ db }: Pick<Deps, 'db'>): Promise<void> {
  const members = await db
    .select({ id: users.id, country: users.country, updatedAt: users.updatedAt })
    .from(users)
    .leftJoin(addresses, eq(addresses.userId, users.id))
    .where(and(eq(users.addressIsFilled, true), isNull(addresses.userId)));
  const rows = members.flatMap(({ id, country, updatedAt }) => {
    const choice = towns[country ?? ''] ?? [];
    const town = choice[id % choice.length];
    return town ? [{ ...town, userId: id, streetNumber: String(1 + ((id * 7) % 89)), updatedAt }] : [];
  });
  if (rows.length > 0) await db.insert(addresses).values(rows).onConflictDoNothing();
}
