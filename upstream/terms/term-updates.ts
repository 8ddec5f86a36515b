/** Terms that wait for a member's consent: which they are, what changed since the accepted version, and the consent. */
import { and, asc, eq, exists, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { writeAudit } from '../database/audit';
import type { Database, Queryable } from '../database/database';
import { prepared } from '../database/prepared';
import { transaction } from '../database/transaction';
import type { Language } from '../http/env';
import { PreconditionFailed } from '../http/problems';
import type { Caller } from '../members/caller';
import { users } from '../members/members.tables';
import { termAcceptances, terms } from './terms.tables';
import { textsIn } from './terms.texts';
import { changedSections, compareTexts } from './terms-difference';
import { acceptTerms, findTermsVersion, inForceAt, type TermsRow } from './versions';

export interface TermUpdate extends TermsRow {
  /** The version that the member accepted last, or null. */
  acceptedVersion: number | null;
}

/** Returns the required terms in force whose present version the member has not accepted. */
export function listTermUpdates(db: Database, userId: number, now: Date): Promise<TermUpdate[]> {
  return preparedTermUpdates(db).execute({ userId, now: now.toISOString() });
}

const preparedTermUpdates = prepared((db) =>
  selectTermUpdates(db, sql.placeholder('userId'), sql.placeholder('now')).prepare('term_updates'),
);

const selectTermUpdates = (db: Queryable, userId: number | Placeholder, now: Date | Placeholder) =>
  db
    .select({
      id: terms.id,
      slug: terms.slug,
      version: terms.version,
      name: terms.name,
      text: terms.text,
      required: terms.required,
      effectiveAt: terms.effectiveAt,
      acceptedVersion: lastAccepted(userId),
    })
    .from(terms)
    .leftJoin(termAcceptances, and(eq(termAcceptances.termsId, terms.id), eq(termAcceptances.userId, userId)))
    .where(isWaiting(db, now))
    .orderBy(asc(terms.id));

/** Whether terms wait for the member's consent, as a column of a query on `users`. */
export const hasTermUpdates = (db: Queryable, now: Placeholder) =>
  exists(
    db
      .select({ id: terms.id })
      .from(terms)
      .leftJoin(termAcceptances, and(eq(termAcceptances.termsId, terms.id), eq(termAcceptances.userId, users.id)))
      .where(isWaiting(db, now)),
  ) as SQL<boolean>;

const isWaiting = (db: Queryable, now: Date | Placeholder): SQL | undefined =>
  and(inArray(terms.id, inForceAt(db, now)), eq(terms.required, true), isNull(termAcceptances.userId));

const lastAccepted = (userId: number | Placeholder): SQL<number | null> => sql`(
  select max(accepted.version) from terms accepted
  join term_acceptances on term_acceptances.terms_id = accepted.id
  where accepted.slug = ${terms.slug} and term_acceptances.user_id = ${userId})`;

/**
 * Returns the strong ETag of a list of updates, or null for an empty list. Published versions never change, so their
 * ids identify the list.
 */
export const tagOf = (updates: Pick<TermUpdate, 'id'>[]): string | null =>
  updates.length > 0 ? `"${updates.map(({ id }) => id).join('-')}"` : null;

/** Returns the updates in one language, in the shape of the contract. */
export async function showTermUpdates(db: Database, updates: TermUpdate[], language: Language) {
  const shown = [];
  for (const update of updates) {
    const { id, slug, version, name, effectiveAt, acceptedVersion } = update;
    const before = acceptedVersion === null ? null : await findTermsVersion(db, slug, acceptedVersion);
    shown.push({
      id,
      name: name[language],
      version,
      effective_at: effectiveAt.toISOString(),
      url: `/terms/${slug}`,
      diff_url: before ? `/terms/${slug}/changes?from=${before.version}` : null,
      changed_sections: before ? changedSections(compareTexts(before.text[language], update.text[language])) : [],
    });
  }
  return shown;
}

/**
 * Records the member's consent to all waiting terms. Idempotent.
 * @param ifMatch `If-Match` with the tag of the list that the member saw; without it the member agrees to the present
 * list
 * @throws PreconditionFailed if the waiting list is not the one that the member saw
 */
export function agreeToTermUpdates(
  db: Database,
  userId: number,
  ifMatch: string | undefined,
  caller: Caller,
): Promise<void> {
  return transaction(db, async (tx) => {
    const waiting = await selectTermUpdates(tx, userId, caller.now);
    const tag = tagOf(waiting);
    // RFC 9110, 13.1.1: a change that is done already needs no matching tag.
    if (tag === null) return;
    if (ifMatch !== undefined && !names(ifMatch, tag))
      throw new PreconditionFailed('term_updates_changed', textsIn(caller.language).termsUnknown);
    const accepted = await acceptTerms(
      tx,
      userId,
      waiting.map(({ id }) => id),
      caller.now,
      caller.ip,
    );
    if (accepted === 0) return;
    await writeAudit(tx, caller.now, {
      action: 'terms.accept',
      actorId: userId,
      userId,
      ip: caller.ip,
      requestId: caller.requestId,
      detail: { terms: waiting.map(({ slug, version }) => `${slug} ${version}`) },
    });
  });
}

/** Returns whether `If-Match` contains the tag or `*`, by strong comparison (RFC 9110, 13.1.1). */
const names = (ifMatch: string, tag: string) =>
  ifMatch.split(',').some((one) => one.trim() === '*' || one.trim() === tag);
