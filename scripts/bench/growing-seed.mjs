/**
 * Opens a room with `2 × size` plants, every other one of a member who has none yet, and returns that member. It disables
 * the triggers, because the measured calls read only what is written here.
 */
export async function seedPlants(pool, { size, room }) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    const { rows } = await client.query(`select id, email from users where email_verified_at is not null
      and google2fa_secret is null and id not in (select user_id from growing_holdings)
      order by id desc limit 2`);
    const [{ id: owner, email }, { id: neighbour }] = rows;
    const [since, label] = ["now() - interval '40 days'", `SL-BENCH${room}`];
    await client.query(`insert into growing_rooms
      (code, name, name_de, city, places, cycle, stage, stage_since, strain, last_number, created_at)
      values ('${room}', 'Bench ${room}', 'Bench ${room}', 'Uelzen', 999999, 1, 'flowering', ${since}, 'Morgentau', ${2 * size}, ${since})`);
    await client.query(`insert into growing_stages (room_code, cycle, stage, since, strain)
      select '${room}', 1, stage, ${since}, 'Morgentau' from unnest(array['seedling', 'vegetative', 'flowering']) as stage`);
    await client.query(`insert into growing_sales (label, room_code, strain, first_cycle, cycles, starts_at, ends_at,
        price_per_plant, total, max_per_member, member_share, sold, created_at)
      values ('${label}', '${room}', 'Morgentau', 1, 4, ${since} - interval '9 days', ${since},
        10000, ${2 * size}, ${size}, 5000, ${2 * size}, ${since} - interval '10 days')`);
    await client.query(`insert into growing_plants
      (room_code, position, user_id, order_label, sale_label, purchased_at, first_cycle, last_cycle)
      select '${room}', n, case when n % 2 = 0 then ${owner} else ${neighbour} end, 'OR-BENCH${room}', '${label}', ${since}, 1, 4
      from generate_series(1, ${2 * size}) as n`);
    await client.query(`insert into growing_holdings (user_id, room_code, first_cycle, last_cycle, plants)
      select member, '${room}', 1, 4, ${size} from unnest(array[${owner}, ${neighbour}]) as member`);
    await client.query(`insert into growing_stock (room_code, first_cycle, last_cycle, plants)
      values ('${room}', 1, 4, ${2 * size})`);
    await client.query('commit');
    await client.query('vacuum analyze growing_plants');
    return { email, room };
  } finally {
    client.release();
  }
}
