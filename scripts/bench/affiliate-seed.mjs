const LEVELS = 12;

/**
 * Gives a demo member a team of this size over 12 levels, each three times as large as the one above, and returns the
 * address of that member and the id of somebody on the last level. The counts are written by the statements' triggers.
 */
export async function seedTeam(pool, { size, at }) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query(`select id, email from users where email_verified_at is not null
      and google2fa_secret is null and referrer_id is not null and deleted_at is null
      and not exists (select from users as brought where brought.referrer_id = users.id) order by id desc offset ${at} limit 1`);
    const [{ id: owner, email }] = rows;
    const weights = Array.from({ length: LEVELS }, (_, level) => 1.6 ** level);
    const whole = weights.reduce((sum, weight) => sum + weight);
    let above = [owner];
    for (const weight of weights) {
      const count = Math.max(1, Math.round((size * weight) / whole));
      above = await addLevel(client, above, count);
    }
    await client.query('commit');
    await client.query('analyze users, affiliate_nodes, affiliate_lines, affiliate_levels');
    return { email, bottom: above[0] };
  } finally {
    client.release();
  }
}

/** The rows of `users` are written without triggers, because 100,000 of them would each keep the tree by themselves. */
async function addLevel(client, above, count) {
  await client.query("set local session_replication_role = 'replica'");
  const { rows } = await client.query(
    `insert into users (firstname, lastname, email, language, ref_hash, referrer_id, created_at, updated_at)
     select (array['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Finn', 'Gesa', 'Hugo'])[1 + n % 8], 'Bench',
       'bench-' || gen_random_uuid() || '@example.org', 'en', substr(replace(gen_random_uuid()::text, '-', ''), 1, 16),
       ($1::int[])[1 + n % cardinality($1)], now() - n % 300 * interval '1 day', now()
     from generate_series(0, $2::int - 1) as n returning id, referrer_id`,
    [above, count],
  );
  await client.query("set local session_replication_role = 'origin'");
  const ids = rows.map(({ id }) => id);
  await client.query(
    `insert into affiliate_nodes (user_id, sponsor_id, joined_at, members)
     select id, referrer_id, created_at, 1 from users where id = any($1)`,
    [ids],
  );
  await client.query(
    `update affiliate_nodes n set children = n.children + c.children from (
       select sponsor_id, count(*) as children from affiliate_nodes where user_id = any($1) group by sponsor_id
     ) c where n.user_id = c.sponsor_id`,
    [ids],
  );
  await client.query(
    `insert into affiliate_lines (member_id, level, upline_id)
     select n.user_id, 1, n.sponsor_id from affiliate_nodes n where n.user_id = any($1)
     union all
     select n.user_id, l.level + 1, l.upline_id from affiliate_nodes n join affiliate_lines l on l.member_id = n.sponsor_id
       where n.user_id = any($1) and l.level < 10`,
    [ids],
  );
  return ids;
}
