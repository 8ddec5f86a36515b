/** One message comes 30 seconds after the other, so that a million of them are a year. */
const GAP_MS = 30_000;
const START_MS = Date.parse('2025-10-01T00:00:00Z');
const SHORT = 5;

/**
 * Writes a conversation with many messages and others with five, all of one member, and returns that member. It disables
 * the triggers, because the measured calls read only what is written here.
 */
export async function seedChats(pool, { messages, conversations }) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    const { rows } = await client.query(`select id, email from users where email_verified_at is not null
      and google2fa_secret is null and 'chat.view' = any (permissions)
      and id not in (select user_id from chat_participants) order by id desc limit 1`);
    const [{ id: owner, email }] = rows;
    await client.query(people(conversations));
    await client.query(talks(owner, messages));
    await client.query(messagesOf(owner));
    await client.query(sides);
    const sample = await client.query(`
      select c.id as talk, m.id as middle, (select active_id from chat_participants where user_id = ${owner}
        order by active_id desc limit 1 offset ${Math.floor(conversations / 2)}) as halfway from bench_talks as c join chat_messages as m
        on m.conversation_id = c.id and m.position = c.messages / 2 where c.n = 1`);
    await client.query('commit');
    await client.query('vacuum analyze users, chat_conversations, chat_participants, chat_messages, chat_counts');
    return { email, ...sample.rows[0] };
  } finally {
    client.release();
  }
}

const uuidAt = (ms, n) => `(lpad(to_hex(${ms}), 12, '0') || '70008000' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const instantAt = (ms) => `to_timestamp((${ms}) / 1000.0)`;

const people = (count) => `
  create temporary table bench_people on commit drop as
    select n, nextval(pg_get_serial_sequence('users', 'id'))::int as id from generate_series(1, ${count}) as n;
  insert into users (id, firstname, lastname, email, email_verified_at, language, ref_hash, address_is_filled, created_at, updated_at)
    overriding system value
    select id, 'Bench', 'Member', 'talker.' || id || '@example.org', now(), 'en', 'talk' || id, true, now(), now()
    from bench_people`;

/** Each person has begun one with the member. The newest messages of the short ones are spread over those of the long one. */
const talks = (owner, messages) => `
  create temporary table bench_talks on commit drop as
    select n, id as other, case when n = 1 then ${messages} else ${SHORT} end as messages,
      case when n = 1 then ${START_MS}::bigint else ${START_MS}::bigint + n * 7 + (${messages}::bigint * n / (select count(*) from bench_people)) * ${GAP_MS} end as ms,
      ${uuidAt(`${START_MS}::bigint - 1000`, `${owner}::bigint * 1000000 + n`)} as id
    from bench_people;
  insert into chat_conversations (id, kind, user_id, other_id, created_at, messages, written, last_message_id)
    select id, 'member', other, ${owner}, ${instantAt(`${START_MS}::bigint`)}, messages, (messages + 1) / 2,
      ${uuidAt(`ms + messages * ${GAP_MS}::bigint`, `${owner}::bigint * 1000000 + n`)}
    from bench_talks`;

/** Words of a text as the product keeps them: the number of each reader and the days of the message begin each. */
const words = (owner, ...some) =>
  `array_remove(array[${['other', owner].flatMap((reader) => some.map((word) => `${reader} || ':' || left(lpad(to_hex(ms + i * ${GAP_MS}::bigint), 12, '0'), 5) || ':' || ${word}`))}], null)`;

/**
 * Every message has “tomatoes”, every second “odd” or “even”, one in 50 “cellar”, one in 1,000 “needle”, and “winter” all
 * of the older half.
 */
const messagesOf = (owner) => `
  insert into chat_messages (conversation_id, id, user_id, to_id, author, body, client_id, created_at, search, position, written)
    select id, ${uuidAt(`ms + i * ${GAP_MS}::bigint`, `${owner}::bigint * 1000000 + n`)}, case i % 2 when 1 then other else ${owner} end,
      case i % 2 when 1 then ${owner} else other end, 'member',
      'Some words of a message about tomatoes, number ' || i, gen_random_uuid(), ${instantAt(`ms + i * ${GAP_MS}::bigint`)},
      array_to_tsvector(${words(
        owner,
        "'tomatoes'",
        "'m' || i",
        "(array['even', 'odd'])[1 + i % 2]",
        "case when i % 50 = 1 then 'cellar' end",
        "case when i % 1000 = 1 then 'needle' end",
        "case when n = 1 and i <= messages / 2 then 'winter' end",
      )}), i, (i + 1) / 2
    from bench_talks cross join generate_series(1, messages) as i`;

const sides = `
  insert into chat_participants (conversation_id, user_id, active_id, last_read_id, received, seen, noticed)
    select c.id, side, c.last_message_id, c.last_message_id, case when side = c.user_id then c.messages - c.written else c.written end,
      case when side = c.user_id then c.messages - c.written else c.written end, 0
    from bench_talks join chat_conversations as c using (id) cross join unnest(array[c.user_id, c.other_id]) as side;
  insert into chat_counts (user_id) select user_id from chat_participants where conversation_id in (select id from bench_talks)
    on conflict do nothing`;
