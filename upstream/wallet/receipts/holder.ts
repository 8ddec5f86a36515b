/** The member's name and address as the club's documents show them. */
import { eq } from 'drizzle-orm';
import { addresses } from '../../account/account.tables';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import type { UserRow } from '../../members/users';

/** In these countries the number stands before the street, and the postcode behind the city. */
const numberFirst = new Set(['AU', 'CA', 'GB', 'IE', 'NZ', 'US']);
/** Letters of these countries need the region. */
const withRegion = new Set(['AU', 'CA', 'US']);

/** Returns the lines of an envelope. A member who has not filled in an address has only the name. */
export async function listHolderLines(db: Queryable, member: UserRow, language: Language): Promise<string[]> {
  const name = `${member.firstname} ${member.lastname}`;
  const [address] = await db.select().from(addresses).where(eq(addresses.userId, member.id));
  if (!address) return [name];
  const { company, street, streetNumber, addressLine2, postcode, city, region } = address;
  const country = member.country ?? '';
  const isNumberFirst = numberFirst.has(country);
  const inOrder = (...parts: (string | null)[]) => (isNumberFirst ? parts.toReversed() : parts).filter(Boolean);
  const regionOfCity = withRegion.has(country) ? region : null;
  const lines = [
    name,
    company,
    inOrder(street, streetNumber).join(' '),
    addressLine2,
    inOrder(postcode, regionOfCity, city).join(' '),
    country && new Intl.DisplayNames(language, { type: 'region' }).of(country),
  ];
  return lines.filter((line) => typeof line === 'string' && line !== '') as string[];
}
