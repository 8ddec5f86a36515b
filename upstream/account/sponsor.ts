/** The member's sponsor. Rules: docs/product/settings.md#sponsor. */
import type { z } from '@hono/zod-openapi';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Sponsor } from '../contract/sponsor';
import { writeAudit } from '../database/audit';
import type { Database, Queryable } from '../database/database';
import { findFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import { Conflict, InvalidFields } from '../http/problems';
import { findReferrer, identityTextsIn, shortName } from '../identity/identity';
import type { Caller } from '../members/caller';
import { users } from '../members/members.tables';
import { nameReferrer } from '../members/profile';
import { findUser, type UserRow } from '../members/users';
import { textsIn } from './sponsor.texts';

const openDays = 14;

/** When staff moved a member to the sponsor, in a query that has the member's id. Affiliate, which knows, hands it in. */
export type MovedAt = (memberId: number) => SQL<Date | null>;

/** Returns the member's sponsor, or the deadline for naming one. */
export async function getSponsor(
  db: Queryable,
  member: UserRow,
  movedAt: MovedAt,
  now: Date,
): Promise<z.infer<typeof Sponsor>> {
  const { firstname, lastname, deletedAt } = users;
  const ofSponsor = { firstname, lastname, deletedAt, movedAt: movedAt(member.id) };
  const [sponsor = null] =
    member.referrerId === null ? [] : await db.select(ofSponsor).from(users).where(eq(users.id, member.referrerId));
  const since = sponsor?.movedAt ?? member.referrerNamedAt ?? member.createdAt;
  const openUntil = closingOf(member);
  return {
    name: sponsor && (sponsor.deletedAt ? `${sponsor.firstname} ${sponsor.lastname}` : shortName(sponsor)),
    since: sponsor && since.toISOString(),
    open_until: !sponsor && now < openUntil ? openUntil.toISOString() : null,
    own_ref_hash: member.refHash,
  };
}

/**
 * Returns the member who would become the sponsor by this referral hash.
 * @throws Conflict `sponsor_fixed` or `sponsor_too_late`
 * @throws InvalidFields for a hash that is unknown, the member's own, or that of somebody in the member's team
 */
export async function getCandidate(
  db: Queryable,
  member: UserRow,
  refHash: string,
  caller: Pick<Caller, 'language' | 'now'>,
): Promise<UserRow> {
  const texts = textsIn(caller.language);
  if (member.referrerId !== null) throw new Conflict('sponsor_fixed', texts.hasSponsor);
  if (caller.now >= closingOf(member)) throw new Conflict('sponsor_too_late', texts.tooLate);
  const candidate = await findReferrer(db, refHash);
  if (!candidate) throw new InvalidFields({ ref_hash: [identityTextsIn(caller.language).noReferral] });
  if (candidate.id === member.id) throw new InvalidFields({ ref_hash: [texts.ownLink] });
  if (await isBroughtInBy(db, candidate, member)) throw new InvalidFields({ ref_hash: [texts.circle] });
  return candidate;
}

/** Sets the sponsor permanently. Refuses like `getCandidate`, also if two members name each other at the same time. */
export async function nameSponsor(
  db: Database,
  memberId: number,
  refHash: string,
  movedAt: MovedAt,
  caller: Caller,
): Promise<z.infer<typeof Sponsor>> {
  const { now, ip, requestId } = caller;
  const texts = textsIn(caller.language);
  try {
    return await transaction(db, async (tx) => {
      const member = await findUser(tx, memberId);
      if (!member) throw new Error('There is no such member.');
      const candidate = await getCandidate(tx, member, refHash, caller);
      const named = await nameReferrer(tx, memberId, candidate.id, now);
      if (!named) throw new Conflict('sponsor_fixed', texts.hasSponsor);
      const detail = { sponsor: candidate.id };
      await writeAudit(tx, now, { action: 'sponsor.name', actorId: memberId, userId: memberId, ip, requestId, detail });
      return getSponsor(tx, named, movedAt, now);
    });
  } catch (error) {
    if (findFailure(error)?.constraint === 'users_referrer_no_circle')
      throw new InvalidFields({ ref_hash: [texts.circle] });
    throw error;
  }
}

const closingOf = ({ createdAt }: UserRow): Date => new Date(createdAt.getTime() + openDays * 24 * 60 * 60_000);

async function isBroughtInBy(db: Queryable, candidate: UserRow, member: UserRow): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    with recursive upline(id) as (
      select ${candidate.id}::int
      union
      select ${users.referrerId} from ${users} join upline on ${users.id} = upline.id
    )
    select exists (select from upline where id = ${member.id}) as found`);
  return rows[0]?.found === true;
}
