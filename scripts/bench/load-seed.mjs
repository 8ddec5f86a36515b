/**
 * Adds members of whom one brought the other, in pairs, each with a conversation and an API session. Their password is
 * that of the demo club.
 */
export async function seedWalkers(pool, count) {
  await pool.query(`
    create table bench_walkers as
      select n, nextval(pg_get_serial_sequence('users', 'id'))::int as id, gen_random_uuid() as session,
        replace(gen_random_uuid()::text, '-', '') as token from generate_series(0, ${2 * Math.ceil(count / 2) - 1}) as n;
    insert into users (id, firstname, lastname, email, password_hash, email_verified_at, language, country, birthdate, permissions, ref_hash, referrer_id, address_is_filled, created_at, updated_at)
      overriding system value
      select w.id, 'Bench', 'Walker', 'walker.' || w.n || '@example.org', demo.password_hash, now(), 'en', 'DE', '1990-01-01',
        demo.permissions, 'walk' || w.id, case when w.n % 2 = 1 then (select id from bench_walkers as s where s.n = w.n - 1) end, true, now(), now()
      from bench_walkers as w cross join (select password_hash, permissions from users where email = 'anna@example.org') as demo order by w.n;
    insert into term_acceptances (user_id, terms_id, accepted_at) select w.id, t.id, now() from bench_walkers as w cross join terms as t;
    insert into auth_sessions (id, user_id, created_at, expires_at, last_seen_at, device_name)
      select session, id, now(), now() + interval '1 day', now(), 'bench' from bench_walkers;
    insert into access_tokens (token_hash, session_id, created_at, expires_at)
      select encode(sha256(token::bytea), 'hex'), session, now(), now() + interval '1 hour' from bench_walkers;
    insert into chat_conversations (id, kind, user_id, other_id, created_at)
      select gen_random_uuid(), 'member', w.id, s.id, now() from bench_walkers as w join bench_walkers as s on s.n = w.n - 1 where w.n % 2 = 1`);
  const { rows } = await pool.query(`select w.n, w.id, w.token, u.email, c.id as talk from bench_walkers as w
    join users as u on u.id = w.id join chat_conversations as c on w.id in (c.user_id, c.other_id) order by w.n`);
  return rows;
}
