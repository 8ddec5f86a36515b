/** The terms: which are in force, their texts, and how a new version comes to be. */
import { and, asc, desc, eq, inArray, lte, type Placeholder, sql } from 'drizzle-orm';
import { writeAudit } from '../database/audit';
import type { Queryable, Tx } from '../database/database';
import type { Language } from '../http/env';
import { termAcceptances, terms } from './identity.tables';

export type TermsRow = typeof terms.$inferSelect;

/** The terms in force at `now`: of each slug the latest version that has taken effect, the required ones first. */
export async function listTermsInForce(db: Queryable, now: Date): Promise<TermsRow[]> {
  const inForce = inForceAt(db, now);
  return db.select().from(terms).where(inArray(terms.id, inForce)).orderBy(desc(terms.required), asc(terms.id));
}

/** One of the terms in force, or null. */
export async function findTermsInForce(db: Queryable, slug: string, now: Date): Promise<TermsRow | null> {
  const [found] = await db
    .select()
    .from(terms)
    .where(and(inArray(terms.id, inForceAt(db, now)), eq(terms.slug, slug)));
  return found ?? null;
}

/** A version of the terms by its number, in force or not, or null. */
export async function findTermsVersion(db: Queryable, slug: string, version: number): Promise<TermsRow | null> {
  const [found] = await db
    .select()
    .from(terms)
    .where(and(eq(terms.slug, slug), eq(terms.version, version)));
  return found ?? null;
}

/**
 * Records that a member accepts these terms, and returns how many of them were new. With a null member the same
 * statement runs and writes nothing.
 */
export async function acceptTerms(
  tx: Tx,
  userId: number | null,
  ids: number[],
  now: Date,
  ip: string | null,
): Promise<number> {
  if (ids.length === 0) return 0;
  const listed = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  const { rowCount } = await tx.execute(sql`
    insert into ${termAcceptances} (user_id, terms_id, accepted_at, ip_address)
    select ${userId}::int, ${terms.id}, ${now.toISOString()}::timestamptz, ${ip}::text
    from ${terms} where ${terms.id} in (${listed}) and ${userId}::int is not null
    on conflict do nothing`);
  return rowCount ?? 0;
}

/** Terms in one language, in the shape of the contract. */
export const showTerms = (row: TermsRow, language: Language) => ({
  id: row.id,
  slug: row.slug,
  name: row.name[language],
  version: row.version,
  required: row.required,
  effective_at: row.effectiveAt.toISOString(),
});

/** What a member has accepted, in the shape of the contract; by name, the newest version of each first. */
export async function listAcceptedTerms(
  db: Queryable,
  userId: number,
  { language, now }: { language: Language; now: Date },
) {
  const inForce = new Map((await listTermsInForce(db, now)).map(({ slug, version }) => [slug, version]));
  const accepted = await db
    .select({ terms, acceptedAt: termAcceptances.acceptedAt })
    .from(termAcceptances)
    .innerJoin(terms, eq(terms.id, termAcceptances.termsId))
    .where(eq(termAcceptances.userId, userId))
    .orderBy(asc(terms.slug), desc(terms.version));
  return accepted.map(({ terms: row, acceptedAt }) => ({
    ...showTerms(row, language),
    accepted_at: acceptedAt.toISOString(),
    version_in_force: inForce.get(row.slug) ?? row.version,
  }));
}

/** Ids of the terms in force, as a subquery. */
export const inForceAt = (db: Queryable, now: Date | Placeholder) =>
  db
    .selectDistinctOn([terms.slug], { id: terms.id })
    .from(terms)
    .where(lte(terms.effectiveAt, now))
    .orderBy(terms.slug, desc(terms.version));

export interface Publication {
  /** Of a kind of terms that is there, for its next version; or a new one. Lower case, digits and hyphens. */
  slug: string;
  name: { en: string; de: string };
  /** Plain text; a blank line parts paragraphs, `# ` starts a heading. */
  text: { en: string; de: string };
  /** Members have to agree before they go on, and guests before they join. */
  required: boolean;
  effectiveAt: Date;
  now: Date;
  /** Who of the staff publishes; null from the command line. */
  actorId?: number | null;
}

/**
 * Publishes the next version of some terms, or the first, and writes it to the audit log. Once in effect it stands in
 * the place of the one before it, and where it is required each member is asked for consent.
 * Throws `UnpublishableTerms` when a name or a text is missing, when nothing differs from the latest version, or when
 * it would take effect before that one.
 */
export async function publishTerms(tx: Tx, publication: Publication): Promise<TermsRow> {
  const { slug, name, text, required, effectiveAt, now, actorId = null } = publication;
  const [latest] = await tx.select().from(terms).where(eq(terms.slug, slug)).orderBy(desc(terms.version)).limit(1);
  checkPublication(publication, latest);
  const [published] = await tx
    .insert(terms)
    .values({ slug, version: (latest?.version ?? 0) + 1, name, text, required, effectiveAt })
    .onConflictDoNothing({ target: [terms.slug, terms.version] })
    .returning();
  if (!published) throw new UnpublishableTerms(`Somebody else has just published a version of ${slug}`);
  await writeAudit(tx, now, {
    action: 'terms.publish',
    actorId,
    userId: null,
    detail: { slug, version: published.version, required, effective_at: effectiveAt.toISOString() },
  });
  return published;
}

export class UnpublishableTerms extends Error {
  override name = 'UnpublishableTerms';
}

function checkPublication(next: Publication, latest: TermsRow | undefined): void {
  if (!/^[a-z][a-z0-9-]{1,59}$/.test(next.slug)) throw new UnpublishableTerms('The slug is not a plain word');
  for (const language of ['en', 'de'] as const) {
    if (!next.name[language].trim()) throw new UnpublishableTerms(`The name is missing in ${language}`);
    if (!next.text[language].trim()) throw new UnpublishableTerms(`The text is missing in ${language}`);
  }
  if (!latest) return;
  const isSame = (['name', 'text'] as const).every(
    (part) => next[part].en === latest[part].en && next[part].de === latest[part].de,
  );
  if (isSame && next.required === latest.required)
    throw new UnpublishableTerms(`Nothing differs from version ${latest.version}`);
  if (next.effectiveAt < latest.effectiveAt)
    throw new UnpublishableTerms(`It would take effect before version ${latest.version}, which it replaces`);
}
