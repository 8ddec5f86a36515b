/**
 * Writes `size` tickets with four messages each, one in twenty of one member, and returns that member. It disables the
 * triggers, because the measured calls read only what is written here.
 */
export async function seedTickets(pool, size) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    const { rows } = await client.query(`select id, email from users where email_verified_at is not null
      and google2fa_secret is null and id not in (select user_id from support_tickets) order by id desc limit 51`);
    const [{ id, email }, ...others] = rows;
    await client.query(
      tickets(
        id,
        others.map((other) => other.id),
        size,
      ),
    );
    await client.query(messages);
    await client.query(counts);
    const sample = await client.query(
      `select min(id) filter (where messages = ${LONG}) as long, max(id) as short from support_tickets where user_id = ${id}`,
    );
    await client.query('commit');
    await client.query('vacuum analyze support_tickets, support_messages, support_ticket_counts');
    return { email, ...sample.rows[0] };
  } finally {
    client.release();
  }
}

const SHORT = 4;
const LONG = 200;

/** Words of a text as the product keeps them: the member's number begins each. */
const wordsOf = (user, ...words) => `array_to_tsvector(array[${words.map((word) => `${user} || ':' || ${word}`)}])`;

/** The first ticket of the member is long. Three of five are closed, and one in fifty waits for its member unread. */
const tickets = (owner, others, size) => `
  create temporary table bench_tickets on commit drop as
    select n, case when n % 20 = 1 then ${owner} else (array[${others}])[1 + n % ${others.length}] end as user_id,
      case when n % 50 = 11 then 'waiting_for_customer' else (array['new', 'open', 'closed', 'closed', 'closed'])[1 + n / 20 % 5] end as status,
      now() - n * interval '5 minutes' as at, case when n = 1 then ${LONG} else ${SHORT} end as messages,
      nextval(pg_get_serial_sequence('support_tickets', 'id'))::int as id
    from generate_series(1, ${size}) as n;
  insert into support_tickets (id, user_id, category, subject, status, status_since, created_at, last_reply_at, closed_at,
    closed_by, messages, replies, seen_replies, search)
    overriding system value
    select id, user_id, (array['deposits', 'withdrawals', 'other'])[1 + n % 3], 'My question ' || n, status, at, at, at,
      case when status = 'closed' then at end, case when status = 'closed' then 'staff' end, messages, messages / 2,
      messages / 2 - (n % 50 = 11)::int, ${wordsOf('user_id', "'my'", "'question'", 'n')}
    from bench_tickets`;

/** Each message has the word “hay”. One in a thousand tickets has “needle” in its first message. */
const messages = `
  insert into support_messages (id, ticket_id, user_id, position, replies, author, staff_id, body, created_at, search)
    select gen_random_uuid(), id, user_id, place, place / 2, case place % 2 when 1 then 'member' else 'staff' end,
      case place % 2 when 0 then (select min(id) from users where 'tickets.manage' = any (permissions)) end,
      repeat('Some words of a message about hay and money. ', 6), at,
      ${wordsOf('user_id', "'some'", "'hay'", "'money'", 'md5(id::text || place)', "case when place = 1 and (n - 1) % 1000 = 0 then 'needle' else 'words' end")}
    from bench_tickets cross join generate_series(1, messages) as place`;

const counts = `
  insert into support_ticket_counts (user_id, new_tickets, open_tickets, waiting_tickets, closed_tickets, unread_replies)
    select user_id, count(*) filter (where status = 'new'), count(*) filter (where status = 'open'),
      count(*) filter (where status = 'waiting_for_customer'), count(*) filter (where status = 'closed'), sum(unread_count)
    from support_tickets where user_id in (select user_id from bench_tickets) group by user_id`;
