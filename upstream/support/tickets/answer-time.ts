/** When an answer may be expected, from office hours and from how long answers took. */
import { and, gte, lte, sql } from 'drizzle-orm';
import type { AnswerTime } from '../../contract/support-answer-time';
import type { Queryable } from '../../database/database';
import { supportConfig } from '../../support-config';
import { dayMs } from './ticket-steps';
import { supportTickets } from './tickets.tables';
import { addWorkingMinutes } from './working-time';

const periodMs = 30 * dayMs;
/** With fewer answers a median says nothing. */
export const leastAnswers = 5;
/** Nobody promises minutes. */
const roundMs = 15 * 60_000;

/** Returns when an answer to what is written at `now` most likely comes. */
export async function getAnswerTime(db: Queryable, now: Date): Promise<AnswerTime> {
  const { office_hours: hours, usual_answer_minutes: usual } = supportConfig();
  const median = await findMedian(db, now);
  const expected = addWorkingMinutes(now, median ?? usual, hours).getTime();
  return {
    expected_by: new Date(Math.ceil(expected / roundMs) * roundMs).toISOString(),
    median_minutes: median,
    hours,
  };
}

/** Returns the median of the first answers of the last 30 days in working minutes, or null with too few of them. */
async function findMedian(db: Queryable, now: Date): Promise<number | null> {
  const { firstReplyAt, firstReplyMinutes } = supportTickets;
  const [found] = await db
    .select({
      answers: sql<number>`count(*)::int`,
      median: sql<number | null>`(percentile_disc(0.5) within group (order by ${firstReplyMinutes}))`,
    })
    .from(supportTickets)
    .where(and(gte(firstReplyAt, new Date(now.getTime() - periodMs)), lte(firstReplyAt, now)));
  return found && found.answers >= leastAnswers ? found.median : null;
}
