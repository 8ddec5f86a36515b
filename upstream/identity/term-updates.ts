/** Terms that wait for a member's consent: what they are, what changed since the last one, and the consent. */
import { and, asc, eq, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { writeAudit } from '../database/audit';
import type { Database, Queryable } from '../database/database';
import { prepared } from '../database/prepared';
import { transaction } from '../database/transaction';
import type { Language } from '../http/env';
import { PreconditionFailed } from '../http/problems';
import type { Caller } from './caller';
import { termAcceptances, terms } from './identity.tables';
import { textsIn } from './identity.texts';
import { acceptTerms, findTermsVersion, inForceAt, type TermsRow } from './terms';
import { changedSections, compareTexts } from './terms-difference';

export interface TermUpdate extends TermsRow {
  /** The version that the member accepted last; null when none. */
  acceptedVersion: number | null;
}

/** Required terms in force whose present version the member has not accepted. */
export function listTermUpdates(db: Database, userId: number, now: Date): Promise<TermUpdate[]> {
  return findTermUpdates(db).execute({ userId, now: now.toISOString() });
}

/** Every header and every change by a member asks for it. */
const findTermUpdates = prepared((db) =>
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
    .where(and(inArray(terms.id, inForceAt(db, now)), eq(terms.required, true), isNull(termAcceptances.userId)))
    .orderBy(asc(terms.id));

const lastAccepted = (userId: number | Placeholder): SQL<number | null> => sql`(
  select max(accepted.version) from terms accepted
  join term_acceptances on term_acceptances.terms_id = accepted.id
  where accepted.slug = ${terms.slug} and term_acceptances.user_id = ${userId})`;

/**
 * The strong ETag of a list of updates; null for an empty one. A published version never changes, so the ids say
 * everything.
 */
export const tagOf = (updates: Pick<TermUpdate, 'id'>[]): string | null =>
  updates.length > 0 ? `"${updates.map(({ id }) => id).join('-')}"` : null;

/** The updates in one language, in the shape of the contract. */
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
 * Records the member's consent to everything that waits for it. Once is as good as twice.
 * @param ifMatch `If-Match` with the tag of the list that was shown; without it the list as it is now is agreed to
 * @throws PreconditionFailed when another list waits than the one that was shown
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
    // RFC 9110, 13.1.1: what has been done already needs no matching tag.
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

/** RFC 9110, 13.1.1: `*` or a list of tags, compared strongly. */
const names = (ifMatch: string, tag: string) =>
  ifMatch.split(',').some((one) => one.trim() === '*' || one.trim() === tag);
