/** Where a member lives. Rules: product/settings.md, "Address". */
import { createHash } from 'node:crypto';
import type { z } from '@hono/zod-openapi';
import { eq } from 'drizzle-orm';
import type { MemberAddress, putAddress } from '../contract/address';
import { writeAudit } from '../database/audit';
import type { Database, Queryable, Tx } from '../database/database';
import { findFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import { Conflict, InvalidFields, PreconditionFailed } from '../http/problems';
import type { Caller, UserRow } from '../identity/identity';
import { users } from '../identity/identity.tables';
import { addresses } from './account.tables';
import { textsIn } from './address.texts';
import { checkAddress } from './address-rules';

export type AddressInput = z.infer<(typeof putAddress)['request']['body']['content']['application/json']['schema']>;
type AddressRow = typeof addresses.$inferSelect;
type ShownAddress = z.infer<typeof MemberAddress>;

/** The member's address in the shape of the contract; null for what nobody filled in. */
export async function getAddress(db: Queryable, user: UserRow): Promise<ShownAddress> {
  const [row] = await db.select().from(addresses).where(eq(addresses.userId, user.id));
  return showAddress(user, row);
}

/**
 * Saves a whole address and marks it as filled. Names, country and birthdate go to the member, the rest to their address.
 * @param ifMatch the etag of the address that was shown; without it nothing is compared
 * @throws InvalidFields by field; PreconditionFailed when another address stands there than the one that was shown;
 * Conflict `identity_locked` for another name or country after the first withdrawal
 */
export async function saveAddress(
  db: Database,
  userId: number,
  given: AddressInput,
  ifMatch: string | undefined,
  caller: Caller,
): Promise<ShownAddress> {
  const { address, faults } = checkAddress(given, caller);
  if (faults) throw new InvalidFields(faults);
  try {
    return await transaction(db, (tx) => replaceAddress(tx, userId, address, ifMatch, caller));
  } catch (error) {
    if (findFailure(error)?.constraint === 'users_identity_locked')
      throw new Conflict('identity_locked', textsIn(caller.language).locked);
    throw error;
  }
}

async function replaceAddress(
  tx: Tx,
  userId: number,
  address: AddressInput,
  ifMatch: string | undefined,
  caller: Caller,
): Promise<ShownAddress> {
  const { now } = caller;
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (!user) throw new Error('There is no such member.');
  const before = await getAddress(tx, user);
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== before.etag)
    throw new PreconditionFailed('address_changed', textsIn(caller.language).changedMeanwhile);
  const { firstname, lastname, country, birthdate, ...place } = address;
  const [changedUser] = await tx
    .update(users)
    .set({ firstname, lastname, country, birthdate, addressIsFilled: true, updatedAt: now })
    .where(eq(users.id, userId))
    .returning();
  const row = {
    company: place.company ?? null,
    street: place.street,
    streetNumber: place.street_number,
    addressLine2: place.address_line2 ?? null,
    postcode: place.postcode ?? null,
    city: place.city,
    region: place.region ?? null,
    phone: place.phone ?? null,
    updatedAt: now,
  };
  const [changedRow] = await tx
    .insert(addresses)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: addresses.userId, set: row })
    .returning();
  const after = showAddress(changedUser ?? user, changedRow);
  const fields = changedFields(before, after);
  if (fields.length > 0) {
    const { ip, requestId } = caller;
    await writeAudit(tx, now, { action: 'address.change', actorId: userId, userId, ip, requestId, detail: { fields } });
  }
  return after;
}

function showAddress(user: UserRow, row: AddressRow | undefined): ShownAddress {
  const shown = {
    firstname: user.firstname,
    lastname: user.lastname,
    company: row?.company ?? null,
    street: row?.street ?? null,
    street_number: row?.streetNumber ?? null,
    address_line2: row?.addressLine2 ?? null,
    postcode: row?.postcode ?? null,
    city: row?.city ?? null,
    country: user.country,
    region: row?.region ?? null,
    phone: row?.phone ?? null,
    birthdate: user.birthdate,
    locked_since: user.firstWithdrawalAt?.toISOString() ?? null,
  };
  return { ...shown, etag: tagOf(shown) };
}

/** A strong ETag (RFC 9110, 8.8.3) of what is shown. */
const tagOf = (shown: object): string =>
  `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;

/** Names of fields alone: the audit log holds no addresses. */
const changedFields = (before: ShownAddress, after: ShownAddress): string[] =>
  Object.entries(after)
    .filter(([name, value]) => name !== 'etag' && value !== before[name as keyof ShownAddress])
    .map(([name]) => name);
