/** The member's address. Rules: docs/product/settings.md#address. */
import { createHash } from 'node:crypto';
import type { z } from '@hono/zod-openapi';
import { eq } from 'drizzle-orm';
import type { MemberAddress, putAddress } from '../contract/address';
import type { ParsedBody } from '../contract/shapes';
import { verificationContext } from '../contract/verification';
import { writeAudit } from '../database/audit';
import type { Queryable, Tx } from '../database/database';
import { findFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { Conflict, InvalidFields, PreconditionFailed } from '../http/problems';
import { changeName, withVerification } from '../identity/identity';
import type { Caller } from '../members/caller';
import { fillAddress, findUnlockedUntil, isIdentityInUse } from '../members/profile';
import { lockUser, type UserRow } from '../members/users';
import { addresses } from './account.tables';
import { textsIn } from './address.texts';
import { toPlace, toRow } from './address-row';
import { checkAddress } from './address-rules';

export type AddressInput = ParsedBody<typeof putAddress>;
type AddressRow = typeof addresses.$inferSelect;
type ShownAddress = z.infer<typeof MemberAddress>;

/** Returns the member's address in the shape of the contract; fields that nobody filled in are null. */
export async function getAddress(db: Queryable, user: UserRow, now: Date): Promise<ShownAddress> {
  const [row] = await db.select().from(addresses).where(eq(addresses.userId, user.id));
  return showAddress(user, row, now);
}

/**
 * Saves a whole address and marks it as filled. Names, country and birthdate go to the member, the rest to the address.
 * @param ifMatch the ETag of the address that was shown; without it nothing is compared
 * @throws InvalidFields by field
 * @throws PreconditionFailed if the address has changed since it was shown
 * @throws Conflict for a new name or country: `identity_locked` after the first completed withdrawal, `identity_in_use`
 * while a withdrawal is at the bank
 * @throws what `withVerification` throws, for a new name once nothing else is wrong
 */
export async function saveAddress(
  deps: Deps,
  user: UserRow,
  given: AddressInput,
  ifMatch: string | undefined,
  caller: Caller,
): Promise<ShownAddress> {
  const { address, faults } = checkAddress(given, caller);
  if (faults) throw new InvalidFields(faults);
  const { firstname = user.firstname, lastname = user.lastname } = given;
  const name = { firstname, lastname };
  const wanted = { address, name, ifMatch };
  try {
    if (isNameOf(user, name))
      return await transaction(deps.db, (tx) => replaceAddress(tx, deps, user.id, wanted, caller));
    refuseStale(await getAddress(deps.db, user, caller.now), ifMatch, caller);
    if (user.firstWithdrawalAt && !findUnlockedUntil(user, caller.now)) throw identityLocked(caller);
    if (await isIdentityInUse(deps.db, user.id)) throw identityInUse(user, given, caller);
    const context = verificationContext.nameChange(name);
    return await withVerification(deps, { user, action: 'name.change', context, given }, caller, (tx) =>
      replaceAddress(tx, deps, user.id, { ...wanted, mayRename: true }, caller),
    );
  } catch (error) {
    const constraint = findFailure(error)?.constraint;
    if (constraint === 'users_identity_locked') throw identityLocked(caller);
    if (constraint === 'users_identity_in_use') throw identityInUse(user, given, caller);
    throw error;
  }
}

const identityLocked = ({ language }: Caller) => new Conflict('identity_locked', textsIn(language).locked);

function identityInUse(user: UserRow, given: AddressInput, { language }: Caller): Conflict {
  const text = textsIn(language).inUse;
  const changed = identityFields.filter((name) => given[name] !== undefined && given[name] !== user[name]);
  return new Conflict('identity_in_use', text, Object.fromEntries(changed.map((name) => [name, [text]])));
}

const identityFields = ['firstname', 'lastname', 'country'] as const;

const isNameOf = (user: UserRow, { firstname, lastname }: Name): boolean =>
  user.firstname === firstname && user.lastname === lastname;

function refuseStale(standing: ShownAddress, ifMatch: string | undefined, { language }: Caller): void {
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== standing.etag)
    throw new PreconditionFailed('address_changed', textsIn(language).changedMeanwhile);
}

interface Name {
  firstname: string;
  lastname: string;
}

interface AddressUpdate {
  address: AddressInput;
  name: Name;
  ifMatch: string | undefined;
  /** The verification step is done. */
  mayRename?: boolean;
}

async function replaceAddress(
  tx: Tx,
  deps: Deps,
  userId: number,
  { address, name, ifMatch, mayRename = false }: AddressUpdate,
  caller: Caller,
): Promise<ShownAddress> {
  const { now } = caller;
  const user = await lockUser(tx, userId);
  const { country, birthdate, ...place } = address;
  const before = await getAddress(tx, user, now);
  refuseStale(before, ifMatch, caller);
  if (!isNameOf(user, name)) {
    // Without the step, the name was changed meanwhile, and this call would change it back.
    if (!mayRename) throw new PreconditionFailed('address_changed', textsIn(caller.language).changedMeanwhile);
    await changeName(tx, deps, user, { ...name, country }, caller);
  }
  const changedUser = await fillAddress(tx, userId, { country, birthdate }, now);
  const row = { ...toRow(place), updatedAt: now };
  const [changedRow] = await tx
    .insert(addresses)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: addresses.userId, set: row })
    .returning();
  const after = showAddress(changedUser ?? user, changedRow, now);
  const fields = changedFields(before, after);
  if (fields.length > 0) {
    const { ip, requestId } = caller;
    await writeAudit(tx, now, { action: 'address.change', actorId: userId, userId, ip, requestId, detail: { fields } });
  }
  return after;
}

function showAddress(user: UserRow, row: AddressRow | undefined, now: Date): ShownAddress {
  const unlockedUntil = findUnlockedUntil(user, now);
  const shown = {
    firstname: user.firstname,
    lastname: user.lastname,
    country: user.country,
    ...toPlace(row),
    birthdate: user.birthdate,
    locked_since: unlockedUntil ? null : (user.firstWithdrawalAt?.toISOString() ?? null),
    unlocked_until: unlockedUntil?.toISOString() ?? null,
  };
  return { ...shown, etag: tagOf(shown) };
}

/** Returns a strong ETag (RFC 9110, 8.8.3) of what is shown. */
const tagOf = (shown: object): string =>
  `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;

const notTyped = ['etag', 'locked_since', 'unlocked_until'];

/** Returns only the names of fields, because the audit log contains no addresses. */
const changedFields = (before: ShownAddress, after: ShownAddress): string[] =>
  Object.entries(after)
    .filter(([name, value]) => !notTyped.includes(name) && value !== before[name as keyof ShownAddress])
    .map(([name]) => name);
