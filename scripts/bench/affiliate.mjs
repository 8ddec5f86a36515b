import pg from 'pg';
import { runNode } from '../process.mjs';
import { seedTeam } from './affiliate-seed.mjs';
import { measureCalls, reportCalls, signIn } from './calls.mjs';
import { fixed, printTable, whole } from './report.mjs';
import { startServer } from './servers.mjs';
import { request } from './visitor.mjs';

const SIZES = (process.env.BENCH_TEAMS ?? '100,100000').split(',').map(Number);
const REGISTRATIONS = 100;

/** Measures calls of members with small and large teams, registrations at the bottom, and the verifier. */
export async function affiliate(club) {
  if (club.isEmbedded) throw new Error('it needs PostgreSQL: set DATABASE_URL');
  const server = await startServer(['build/server.js'], { path: '/healthz', env: { LOG_LEVEL: 'info', ...club.env } });
  const pool = new pg.Pool({ connectionString: club.env.DATABASE_URL });
  try {
    const members = [];
    const bottoms = [];
    for (const [at, size] of SIZES.entries()) {
      console.log(`\nWriting a team of ${whole(size)} over 12 levels …`);
      const { email, bottom } = await seedTeam(pool, { size, at });
      const headers = await signIn(server, email);
      members.push({ server, headers, paths: await pathsFor(server, headers) });
      bottoms.push(bottom);
    }
    reportCalls(await measureCalls(members), { sizes: SIZES, rows: 'members of the team' });
    await measureRegistrations(pool, bottoms);
    await measureVerify(pool, club, bottoms.at(-1));
  } finally {
    await pool.end();
  }
}

async function pathsFor(server, headers) {
  const { body } = await request(`${server.url}/api/affiliate/team`, { headers });
  const [first] = JSON.parse(body.toString()).data;
  return {
    figures: '/affiliate',
    growth: '/affiliate/growth',
    'first level': '/affiliate/team',
    'first level by size': '/affiliate/team?sort=size',
    'first level by volume': '/affiliate/team?sort=volume',
    'below a member': `/affiliate/team?parent=${first.key}`,
    'search: common name': '/affiliate/team?q=ad',
    'search: no such name': '/affiliate/team?q=xyz',
  };
}

/** Members who register under the last level of each team, in turn. */
async function measureRegistrations(pool, bottoms) {
  const durations = bottoms.map(() => []);
  for (let n = 0; n < REGISTRATIONS; n++) {
    for (const [at, bottom] of bottoms.entries()) {
      const began = performance.now();
      await pool.query(
        `insert into users (firstname, lastname, email, language, ref_hash, referrer_id, created_at, updated_at)
         values ('Ada', 'Bench', 'bench-' || gen_random_uuid() || '@example.org', 'en',
           substr(replace(gen_random_uuid()::text, '-', ''), 1, 16), $1, now(), now())`,
        [bottom],
      );
      durations[at].push(performance.now() - began);
    }
  }
  const middle = (some) => some.sort((a, b) => a - b)[Math.floor(some.length / 2)];
  printTable(
    `Milliseconds of the row of a member at the bottom, p50 of ${REGISTRATIONS}`,
    ['', ...SIZES.map((size) => whole(size))],
    [['registration', ...durations.map((some) => fixed(middle(some), 1))]],
  );
}

/** Runs the verifier, plants a fault, and fails unless the verifier finds it. */
async function measureVerify(pool, { env }, member) {
  const verify = async () => {
    const began = performance.now();
    const { code } = await runNode(['scripts/club.mjs', 'affiliate', 'verify'], { env: { ...process.env, ...env } });
    return { code, seconds: (performance.now() - began) / 1000 };
  };
  const right = await verify();
  await pool.query('update affiliate_nodes set team = team + 1 where user_id = $1', [member]);
  const wrong = await verify();
  await pool.query('update affiliate_nodes set team = team - 1 where user_id = $1', [member]);
  if (right.code !== 0 || wrong.code !== 1) throw new Error('the verifier does not tell right counts from wrong ones');
  printTable('affiliate verify', ['', 'seconds'], [['the whole club', fixed(right.seconds, 1)]]);
}
