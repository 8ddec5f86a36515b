/** A member's plants and harvests at a glance. */
import { type Placeholder, sql } from 'drizzle-orm';
import { type GrowingSummary, latestHarvests } from '../../contract/growing-plants';
import type { Queryable } from '../../database/database';
import { preparedSql } from '../../database/prepared';
import type { Language } from '../../http/env';
import { decimal } from '../../ledger/ledger';
import { type Line, linesOf, newestFirst, showLine } from '../harvests/list-harvests';
import { growingPurchases, growingSales } from '../sales/sales.tables';
import { groupsOf, type Holding, holdingsOf } from './holdings';
import { growingHoldings } from './plants.tables';

type Row = {
  holdings: Holding[];
  latest: Line[];
  harvests: number;
  paid: number;
  grams: number;
  lost: number;
};

/** Returns the summary, by one statement: the dashboard shows it too. */
export async function getGrowing(db: Queryable, userId: number, language: Language): Promise<GrowingSummary> {
  const [{ holdings, latest, harvests, paid, grams, lost }] = (await summaries[language](db, { userId })) as [Row];
  const groups = groupsOf(holdings);
  const currency = latest[0]?.currency ?? 'EUR';
  return {
    plants: groups.reduce((sum, group) => sum + group.plants + group.lost, 0),
    groups,
    next_harvest: nextHarvest(groups),
    ...{ harvests, grams, lost },
    paid: decimal(BigInt(paid), currency),
    currency: currency as GrowingSummary['currency'],
    latest: latest.map(showLine).reverse(),
  };
}

const selectSummary = (language: Language) =>
  preparedSql<Row>(`growing_summary_${language}`, () => {
    const userId = sql.placeholder('userId');
    return sql`
      with lines as (${linesOf(userId, language)})
      select ${holdingsOf(userId, language)} as holdings,
        (select coalesce(json_agg(one), '[]') from (
          select * from lines order by ${newestFirst} limit ${latestHarvests}) as one) as latest,
        (select count(*)::int from lines) as harvests,
        (select to_json(coalesce(sum(settled), 0)) from lines) as paid,
        (select coalesce(sum(grams), 0)::float8 from lines) as grams,
        ${lossesOf(userId)} as lost`;
  });

const summaries = { en: selectSummary('en'), de: selectSummary('de') };

/** A loss adds one cycle to what was bought. So the cycles that the plants have more than that are the losses. */
const lossesOf = (userId: Placeholder) => sql<number>`(
  select coalesce(sum(plants * (last_cycle - first_cycle + 1)), 0)::int from ${growingHoldings}
  where ${growingHoldings.userId} = ${userId}
) - (
  select coalesce(sum(${growingPurchases.quantity} * ${growingSales.cycles}), 0)::int
  from ${growingPurchases} join ${growingSales} on ${growingSales.label} = ${growingPurchases.saleLabel}
  where ${growingPurchases.userId} = ${userId} and ${growingPurchases.state} = 'sold'
)`;

function nextHarvest(groups: GrowingSummary['groups']): GrowingSummary['next_harvest'] {
  const expected = groups.flatMap(({ room, plants, expected_harvest_on: on }) =>
    on !== null && plants > 0 ? [{ room, plants, expected_on: on }] : [],
  );
  return expected.sort((one, other) => one.expected_on.localeCompare(other.expected_on))[0] ?? null;
}
