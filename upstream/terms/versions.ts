/** The versions of the terms: which are in force, their texts, and how a new version is published. */
import { and, asc, desc, eq, inArray, lte, type Placeholder, sql } from 'drizzle-orm';
import { writeAudit } from '../database/audit';
import type { Queryable, Tx } from '../database/database';
import type { Language } from '../http/env';
import { termAcceptances, terms } from './terms.tables';

export type TermsRow = typeof terms.$inferSelect;

/** Returns the terms in force at `now`: the latest effective version of each slug, required terms first. */
export async function listTermsInForce(db: Queryable, now: Date): Promise<TermsRow[]> {
  const inForce = inForceAt(db, now);
  return db.select().from(terms).where(inArray(terms.id, inForce)).orderBy(desc(terms.required), asc(terms.id));
}

/** Returns the terms in force with this slug, or null. */
export async function findTermsInForce(db: Queryable, slug: string, now: Date): Promise<TermsRow | null> {
  const [found] = await db
    .select()
    .from(terms)
    .where(and(inArray(terms.id, inForceAt(db, now)), eq(terms.slug, slug)));
  return found ?? null;
}

/** Returns a version of the terms by its number, in force or not, or null. */
export async function findTermsVersion(db: Queryable, slug: string, version: number): Promise<TermsRow | null> {
  const [found] = await db
    .select()
    .from(terms)
    .where(and(eq(terms.slug, slug), eq(terms.version, version)));
  return found ?? null;
}

/**
 * Records that a member accepts these terms and returns how many were new. For a null member the same statement runs
 * but writes nothing.
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

/** Returns terms in one language, in the shape of the contract. */
export const showTerms = (row: TermsRow, language: Language) => ({
  id: row.id,
  slug: row.slug,
  name: row.name[language],
  version: row.version,
  required: row.required,
  effective_at: row.effectiveAt.toISOString(),
});

/**
 * Returns the terms that a member accepted, in the shape of the contract, by slug and with the newest version first.
 */
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

/** Returns a subquery with the ids of the terms in force. */
export const inForceAt = (db: Queryable, now: Date | Placeholder) =>
  db
    .selectDistinctOn([terms.slug], { id: terms.id })
    .from(terms)
    .where(lte(terms.effectiveAt, now))
    .orderBy(terms.slug, desc(terms.version));

export interface Publication {
  /** The slug of existing terms for their next version, or a new slug. Lower case, digits and hyphens. */
  slug: string;
  name: { en: string; de: string };
  /** Plain text. A blank line separates paragraphs, and `# ` starts a heading. */
  text: { en: string; de: string };
  /** Whether members have to agree before they go on, and guests before they join. */
  required: boolean;
  effectiveAt: Date;
  now: Date;
  /** The member of staff who publishes, or null from the command line. */
  actorId?: number | null;
}

/**
 * Publishes the next or the first version of terms and writes it to the audit log. When it takes effect, it replaces
 * the version before it. If it is required, every member is asked for consent.
 * Throws `UnpublishableTerms` if a name or text is missing, if nothing differs from the latest version, or if it would
 * take effect before that version.
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
