import pg from 'pg';
import { memoryEnvironment, memoryOptions } from '../process.mjs';
import { fixed, megabytes, printGoals, whole } from './report.mjs';
import { startServer } from './servers.mjs';

const MEMBERS = Number(process.env.BENCH_MEMBERS) || 20_000;
const PLANTS = Number(process.env.BENCH_PLANTS) || 100_000;
/** The server is killed when these parts of the shares are settled. */
const KILLED_AT = [0.2, 0.45, 0.7];
const LOOK_MS = 1000;
const GROWTH_LIMIT = 32e6;

/** Pays out a large harvest while the server is killed three times: everybody is paid once, in flat memory. */
export async function harvest(club) {
  if (club.isEmbedded) throw new Error('it needs PostgreSQL: set DATABASE_URL');
  let server = await start(club.env);
  const pool = new pg.Pool({ connectionString: club.env.DATABASE_URL });
  try {
    console.log(`\nPlanting ${whole(PLANTS)} plants of ${whole(MEMBERS)} members …`);
    await plant(pool);
    const recorded = await timed(() => pool.query(statement));
    await server.stop();
    await approve(pool);
    const begun = performance.now();
    const levels = [];
    server = await start(club.env);
    let kills = 0;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      const { settled, status } = await progress(pool);
      levels.push({ kills, held: (await server.usage()).held });
      if (status === 'paid') break;
      if (settled >= KILLED_AT[kills] * MEMBERS) {
        kills++;
        await server.kill();
        server = await start(club.env);
      }
    }
    const seconds = (performance.now() - begun) / 1000;
    await report(pool, { recorded, seconds, levels });
  } finally {
    await pool.end();
  }
}

/** Garbage is collected before memory is read, because only what a payout holds counts. */
const start = (env) =>
  startServer(['--expose-gc', ...memoryOptions, 'build/server.js'], {
    path: '/healthz',
    env: { LOG_LEVEL: 'info', ...memoryEnvironment, ...env },
  });

/** Members, a room and a weighed cycle. Plants are written without the orders that would have brought them. */
async function plant(pool) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(room);
    await client.query("set local session_replication_role = 'replica'");
    await client.query(membersAndPlants);
    await client.query('commit');
    for (const stage of ['seedling', 'vegetative', 'flowering', 'harvest', 'drying', 'resting']) {
      await client.query(
        `insert into growing_stages (room_code, cycle, stage, since, strain) values ('BENCH', 1, $1, now() - interval '1 day', 'Bench')`,
        [stage],
      );
    }
    await client.query('vacuum analyze growing_plants, users');
  } finally {
    client.release();
  }
}

const room = `
  insert into growing_rooms (code, name, name_de, city, places, created_at)
    values ('BENCH', 'Bench', 'Bench', 'Uelzen', ${PLANTS}, now());
  insert into growing_sales (label, room_code, strain, first_cycle, cycles, starts_at, ends_at, price_per_plant, total,
    max_per_member, member_share, created_at)
    values ('SL-BENCH', 'BENCH', 'Bench', 1, 4, now() - interval '9 days', now() - interval '2 days', 10000, ${PLANTS}, ${PLANTS}, 7000, now())`;

const membersAndPlants = `
  create temporary table bench_members on commit drop as
    select row_number() over () as number, nextval(pg_get_serial_sequence('users', 'id'))::int as id
    from generate_series(1, ${MEMBERS});
  insert into users (id, firstname, lastname, email, email_verified_at, language, ref_hash, address_is_filled, created_at, updated_at)
    overriding system value
    select id, 'Bench', 'Member', 'bench.' || number || '@example.org', now(), 'en', 'bench' || number, true, now(), now()
    from bench_members;
  insert into growing_plants (room_code, position, user_id, order_label, sale_label, purchased_at, first_cycle, last_cycle)
    select 'BENCH', n, m.id, 'OR-BENCH-' || n, 'SL-BENCH', now() - interval '3 days', 1, 4
    from generate_series(1, ${PLANTS}) as n join bench_members m on m.number = (n * 7919::bigint) % ${MEMBERS} + 1;
  insert into growing_holdings (user_id, room_code, first_cycle, last_cycle, plants)
    select user_id, 'BENCH', 1, 4, count(*) from growing_plants where room_code = 'BENCH' group by user_id;
  insert into growing_stock (room_code, first_cycle, last_cycle, plants) values ('BENCH', 1, 4, ${PLANTS})`;

const staff = `(select min(id) from users where 'harvests.manage' = any (permissions))`;
const statement = `
  insert into growing_harvests (room_code, cycle, version, status, grams, revenue, costs, member_share, four_eyes_from,
    recorded_at, recorded_by, harvested_at, weighed_at, surplus, pool, plants, lost, members, leftover)
    values ('BENCH', 1, 1, 'recorded', 10000000, 2000000037, '[]', 7000, 9000000000, now(), ${staff}, now(), now(), 0, 0, 0, 0, 0, 0)`;

/** As `harvest approve` does it, but that the start of the server queues the payout. */
const approve = (pool) =>
  pool.query(`
    begin;
    update growing_harvests set status = 'approved', approved_at = now(), approved_by = ${staff} where room_code = 'BENCH';
    insert into ledger_accounts (kind, currency, created_at) values ('club.harvest', 'EUR', now()), ('club.payable', 'EUR', now())
      on conflict do nothing;
    insert into ledger_entries (kind, key, booked_at, salt, postings)
      values ('harvest.approval', 'harvest:BENCH-1:1', now(), sha256('bench'), 2);
    insert into ledger_postings (entry_id, account_id, amount)
      select (select id from ledger_entries where key = 'harvest:BENCH-1:1'), a.id, case a.kind when 'club.payable' then h.pool else -h.pool end
      from ledger_accounts a, growing_harvests h
      where a.kind in ('club.harvest', 'club.payable') and a.currency = 'EUR' and h.room_code = 'BENCH' order by a.id;
    commit`);

async function progress(pool) {
  const { rows } = await pool.query(`
    select status, (select count(*)::int from growing_harvest_shares s where s.room_code = 'BENCH' and s.settled_at is not null) as settled
    from growing_harvests where room_code = 'BENCH'`);
  return rows[0];
}

async function timed(work) {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

async function report(pool, { recorded, seconds, levels }) {
  const { rows } = await pool.query(`
    select count(*)::int as payouts, count(distinct user_id)::int as members, sum(amount) = (
      select pool from growing_harvests where room_code = 'BENCH') as is_pool
    from wallet_transactions where reference_label = 'BENCH-1'`);
  const [{ payouts, members, is_pool }] = rows;
  // Each server has its own level: what it grew by while it paid.
  const growth = Math.max(
    ...[...new Set(levels.map(({ kills }) => kills))].map((kills) => {
      const own = levels.filter((level) => level.kills === kills).map(({ held }) => held);
      return Math.max(...own) - own[Math.min(own.length - 1, 4)];
    }),
  );
  const once = payouts === MEMBERS && members === MEMBERS && is_pool;
  printGoals([
    { budget: '–', name: 'recorded and shared', measured: `${fixed(recorded, 1)} s`, goal: '–', met: true },
    {
      budget: '–',
      name: `${whole(payouts)} payouts, the server killed ${KILLED_AT.length} times`,
      measured: `${fixed(seconds, 0)} s, ${whole(payouts / seconds)} a second`,
      goal: '–',
      met: true,
    },
    {
      budget: '–',
      name: 'each member paid once, the pool in all',
      measured: once ? 'yes' : 'NO',
      goal: 'yes',
      met: once,
    },
    {
      budget: '–',
      name: 'memory that a server holds after garbage collection, growth after its first seconds',
      measured: megabytes(growth),
      goal: `≤ ${megabytes(GROWTH_LIMIT)}`,
      met: growth <= GROWTH_LIMIT,
    },
  ]);
}
