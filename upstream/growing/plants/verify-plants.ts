/** Compares plants with purchases, sales and harvests, for `ledger verify`. The queries call no function of the schema. */
import { sql } from 'drizzle-orm';

/** Each plant is what its purchase bought, and its losses alone make it grow longer. */
const plants = sql`
  select 'Plant ' || pl.room_code || '-' || lpad(pl.position::text, 5, '0') || ' is not what order ' || pl.order_label || ' bought.' as fault
    from growing_plants pl
    left join growing_purchases p on p.order_label = pl.order_label
    left join growing_sales s on s.label = p.sale_label
    left join (
      select room_code, position, count(*)::int as times from growing_losses group by room_code, position
    ) as l on l.room_code = pl.room_code and l.position = pl.position
    where (pl.user_id, pl.sale_label, pl.room_code, pl.first_cycle, pl.last_cycle, pl.returned_at is null)
      is distinct from (p.user_id, p.sale_label, s.room_code, s.first_cycle,
        s.first_cycle + s.cycles - 1 + coalesce(l.times, 0), p.state = 'sold')
      or p.state = 'sold' and pl.purchased_at <> p.changed_at`;

/** A purchase has its plants and its order, and the stock of a sale is what purchases left. */
const purchases = sql`
  select 'Order ' || p.order_label || ' has ' || coalesce(pl.plants, 0) || ' plants, and its purchase of ' || p.quantity || ' is ' || p.state || '.' as fault
    from growing_purchases p
    left join (select order_label, count(*) as plants from growing_plants group by order_label) as pl using (order_label)
    where coalesce(pl.plants, 0) <> case when p.state in ('sold', 'returned') then p.quantity else 0 end
  union all
  select 'Order ' || o.label || ' is ' || o.status || ', and its purchase of ' || p.quantity || ' plants is ' || p.state || ' or costs something else.'
    from wallet_orders o
    join growing_purchases p on p.order_label = o.label
    join growing_sales s on s.label = p.sale_label
    where (o.type, o.user_id, o.currency, o.amount)
      is distinct from ('plant_purchase', p.user_id, s.currency, s.price_per_plant * p.quantity)
      or p.state <> case when o.status = 'completed' then 'sold' when o.status = 'refunded' then 'returned'
        when o.status in ('expired', 'canceled') then 'ended' else 'reserved' end
  union all
  select 'Sale ' || s.label || ' notes ' || s.sold || ' plants as sold and ' || s.reserved || ' as reserved, and its purchases differ.'
    from growing_sales s
    left join (
      select sale_label, coalesce(sum(quantity) filter (where state = 'sold'), 0) as sold,
        coalesce(sum(quantity) filter (where state = 'reserved'), 0) as reserved
      from growing_purchases group by sale_label
    ) as p on p.sale_label = s.label
    where (s.sold, s.reserved) is distinct from (coalesce(p.sold, 0), coalesce(p.reserved, 0))`;

/** A share counts the member's plants that grew in the cycle and were not lost. */
const parts = sql`
  with grown as (
    select h.room_code, h.cycle, pl.user_id, count(*) as plants, min(pl.position) as first_plant
    from (select distinct room_code, cycle from growing_harvests) as h
    join growing_stages w on w.room_code = h.room_code and w.cycle = h.cycle and w.stage = 'resting'
    join growing_plants pl on pl.room_code = h.room_code and h.cycle between pl.first_cycle and pl.last_cycle
      and pl.returned_at is null and pl.purchased_at <= w.since
    where not exists (
      select from growing_losses l where (l.room_code, l.cycle, l.position) = (pl.room_code, h.cycle, pl.position))
    group by h.room_code, h.cycle, pl.user_id
  )
  select 'The share of member ' || user_id || ' in harvest ' || room_code || '-' || cycle || '.' || version
      || ' counts other plants than grew there.' as fault
    from (select h.version, g.* from growing_harvests h join grown g using (room_code, cycle)) as g
    full join growing_harvest_shares s using (room_code, cycle, version, user_id)
    where (g.plants, g.first_plant) is distinct from (s.plants, s.first_plant)
  union all
  select 'Harvest ' || h.room_code || '-' || h.cycle || '.' || h.version || ' names other losses or days than its room had.'
    from growing_harvests h
    where (h.lost, h.harvested_at, h.weighed_at) is distinct from (
      (select count(*) from growing_losses l where (l.room_code, l.cycle) = (h.room_code, h.cycle)),
      (select since from growing_stages w where (w.room_code, w.cycle, w.stage) = (h.room_code, h.cycle, 'harvest')),
      (select since from growing_stages w where (w.room_code, w.cycle, w.stage) = (h.room_code, h.cycle, 'resting')))`;

export const plantChecks = [plants, purchases, parts];
