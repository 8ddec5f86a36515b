/**
 * Writes `size` transactions over five years for a member who has none, and returns that member. It disables the
 * triggers of the ledger and creates only the account, because the measured calls read nothing else of the ledger.
 */
export async function seedTransactions(pool, size) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    const { rows } = await client.query(`select id, email from users where email_verified_at is not null
      and google2fa_secret is null and email not like '%kessler%' and id not in (select user_id from ledger_accounts where user_id is not null)
      order by id desc limit 1`);
    const [{ id, email }] = rows;
    const account = await client.query(
      `insert into ledger_accounts (kind, user_id, currency, balance, postings, created_at)
        values ('member.available', $1, 'EUR', 0, $2, now()) returning id`,
      [id, size],
    );
    await client.query(transactions(account.rows[0].id, id, size));
    await client.query(words(account.rows[0].id));
    await client.query(
      `update ledger_accounts a set balance = t.balance_after from wallet_transactions t
        where a.id = $1 and t.account_id = a.id and t.position = $2`,
      [account.rows[0].id, size],
    );
    const sample = await client.query(
      `select label, to_char(booked_at - interval '40 days', 'YYYY-MM') as month
        from wallet_transactions where account_id = $1 and position = $2`,
      [account.rows[0].id, Math.floor(size / 2)],
    );
    await client.query('commit');
    await client.query('vacuum analyze wallet_transactions');
    return { email, size, ...sample.rows[0] };
  } finally {
    client.release();
  }
}

/** Most are commissions. One in a thousand is an adjustment with a note, and seven have failed. */
const transactions = (account, user, size) => `
  insert into wallet_transactions (account_id, position, label, user_id, entry_id, type, status, amount, balance_after,
    type_total, note, reference_kind, reference_label, booked_at)
  select ${account}, n, ${labelOf('TX', `n + ${user * 10_000_000}`)}, ${user}, n, type,
    case when n % (${size} / 7) = 3 then 'failed' when n > ${size} - 5 then 'pending' else 'completed' end,
    amount, sum(amount) over (order by n), sum(abs(amount)) over (partition by type, amount > 0 order by n),
    case when type = 'adjustment' then 'Goodwill, see ticket ' || n end,
    case when type in ('deposit', 'plant_purchase') then 'order' end,
    case when type in ('deposit', 'plant_purchase') then ${labelOf('OR', `n + ${user * 10_000_000}`)} end,
    now() - interval '5 years' * (${size} - n)::float8 / ${size}
  from (
    select n, type, case when n % 997 = 1 then 499950 when type in ('withdrawal', 'plant_purchase') then -100 - n % 400
      else 200 + (n * 7919) % 3000 end as amount
    from (
      select n, case when n % 1000 = 0 then 'adjustment' when n % 100 < 60 then 'commission' when n % 100 < 85 then 'harvest_payout'
        when n % 100 < 93 then 'deposit' when n % 100 < 97 then 'plant_purchase' else 'withdrawal' end as type
      from generate_series(1::bigint, ${size}) as n
    ) as typed
  ) as moved`;

/** The word prefixes of their notes. */
const words = (account) => `
  insert into wallet_note_words (account_id, beginning, position)
  select distinct ${account}, left(word, length), position
  from wallet_transactions, regexp_split_to_table(lower(note), '\\W+') as word, generate_series(1, 12) as length
  where account_id = ${account} and note is not null and word <> '' and length <= char_length(word)`;

/** Returns SQL for a unique label of each number. Its check character is wrong, but no list checks it. */
function labelOf(prefix, number) {
  const digit = (place) =>
    `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((((${number})::bigint * 678152731) >> ${place * 5}) & 31)::int + 1, 1)`;
  return `'${prefix}-' || ${[7, 6, 5, 4, 3, 2, 1, 0].map(digit).join(' || ')} || '0'`;
}
