/** The votes of members: whether an answer was helpful. */
import { sql } from 'drizzle-orm';
import { writeAudit } from '../../database/audit';
import type { Database } from '../../database/database';
import { transaction } from '../../database/transaction';
import { NotFound } from '../../http/problems';
import { memberStillThere } from '../../members/membership';

interface Voter {
  userId: number;
  ip: string | null;
  requestId: string;
  now: Date;
}

/**
 * Writes, changes or, for null, takes back a member's vote. The same vote again changes nothing.
 * @throws NotFound for an entry that is not there or was withdrawn
 */
export async function rateFaq(db: Database, voter: Voter, id: number, vote: 'yes' | 'no' | null): Promise<void> {
  const { userId, now, ip, requestId } = voter;
  const change = vote
    ? sql`insert into support_faq_votes as v (faq_id, user_id, vote, voted_at)
        select faq.id, member.id, ${vote}::text, ${now.toISOString()}::timestamptz from faq, member
        on conflict (faq_id, user_id) do update set vote = excluded.vote, voted_at = excluded.voted_at
        where v.vote <> excluded.vote returning 1`
    : sql`delete from support_faq_votes where user_id = ${userId} and faq_id in (select id from faq) returning 1`;
  await transaction(db, async (tx) => {
    const { rows } = await tx.execute<{ known: boolean; changed: boolean }>(sql`
      with faq as (select id from support_faq where id = ${id} and withdrawn_at is null),
        member as (${memberStillThere(userId)}), change as (${change})
      select exists (select from faq) as known, exists (select from change) as changed`);
    if (!rows[0]?.known) throw new NotFound();
    if (!rows[0].changed) return;
    await writeAudit(tx, now, {
      ...{ action: 'faq.rated', actorId: userId, userId, ip, requestId },
      detail: { faq: id, vote },
    });
  });
}
