/** The terms in force: their texts, and which of them a member still has to accept. */
import { and, asc, desc, eq, inArray, isNull, lte, type Placeholder, sql } from 'drizzle-orm';
import type { Database, Queryable, Tx } from '../database/database';
import { prepared } from '../database/prepared';
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

/** Required terms in force whose present version the member has not accepted. */
export function listTermUpdates(
  db: Database,
  userId: number,
  now: Date,
): Promise<Pick<TermsRow, 'id' | 'slug' | 'name'>[]> {
  return findTermUpdates(db).execute({ userId, now: now.toISOString() });
}

const findTermUpdates = prepared((db) =>
  db
    .select({ id: terms.id, slug: terms.slug, name: terms.name })
    .from(terms)
    .leftJoin(
      termAcceptances,
      and(eq(termAcceptances.termsId, terms.id), eq(termAcceptances.userId, sql.placeholder('userId'))),
    )
    .where(
      and(
        inArray(terms.id, inForceAt(db, sql.placeholder('now'))),
        eq(terms.required, true),
        isNull(termAcceptances.userId),
      ),
    )
    .orderBy(asc(terms.id))
    .prepare('term_updates'),
);

/** Records that a member accepts these terms. With a null member the same statement runs and writes nothing. */
export async function acceptTerms(
  tx: Tx,
  userId: number | null,
  ids: number[],
  now: Date,
  ip: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  const listed = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  await tx.execute(sql`
    insert into ${termAcceptances} (user_id, terms_id, accepted_at, ip_address)
    select ${userId}::int, ${terms.id}, ${now.toISOString()}::timestamptz, ${ip}::text
    from ${terms} where ${terms.id} in (${listed}) and ${userId}::int is not null
    on conflict do nothing`);
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

const inForceAt = (db: Queryable, now: Date | Placeholder) =>
  db
    .selectDistinctOn([terms.slug], { id: terms.id })
    .from(terms)
    .where(lte(terms.effectiveAt, now))
    .orderBy(terms.slug, desc(terms.version));
