import { request as httpRequest } from 'node:http';
import pg from 'pg';
import { fixed, megabytes, printGoals, printTable, times, whole } from './report.mjs';
import { startServer } from './servers.mjs';
import { request, Visitor } from './visitor.mjs';
import { seedTransactions } from './wallet-seed.mjs';

const SIZES = (process.env.BENCH_TRANSACTIONS ?? '1000,100000,1000000').split(',').map(Number);
const ROUNDS = Number(process.env.BENCH_ROUNDS) || 200;
const WARM_UP = 20;
const GROWTH_LIMIT = 1.5;

/** Measures calls of members with few and with many transactions. More transactions must not make a call slower. */
export async function wallet(club) {
  if (club.isEmbedded) throw new Error('it needs PostgreSQL: set DATABASE_URL');
  // Garbage is collected before memory is read, because only what a download holds counts.
  const server = await startServer(['--expose-gc', '--max-semi-space-size=8', 'build/server.js'], {
    path: '/healthz',
    env: { LOG_LEVEL: 'info', MALLOC_ARENA_MAX: '2', ...club.env },
  });
  const pool = new pg.Pool({ connectionString: club.env.DATABASE_URL });
  const members = [];
  try {
    for (const size of SIZES) {
      console.log(`\nWriting ${whole(size)} transactions of a member …`);
      members.push(await signedIn(server, await seedTransactions(pool, size)));
    }
  } finally {
    await pool.end();
  }
  reportCalls(await measureCalls(server, members));
  const csv = [];
  for (const member of members) csv.push(await measureCsv(server, member));
  reportCsv(csv);
}

/** The measured paths, by their names in the table. */
const pathsFor = ({ size, label, month }) => {
  const last = Math.ceil(size / 15);
  const list = (query) => `/wallet/transactions?${query}`;
  return {
    'page 1': list('page=1'),
    'page 10,000, or the last': list(`page=${Math.min(10_000, last)}`),
    'filter: common type': list('type[]=commission'),
    'filter: rare status': list('status[]=failed'),
    'filter: type and a month': list(`type[]=deposit&from=${month}-01&to=${month}-28`),
    'filter: rare amounts': list('min=4999.00&max=5000.00'),
    'filter: common amounts': list('min=1.00'),
    'highest amounts': list('sort=highest'),
    'highest of a month': list(`sort=highest&from=${month}-01&to=${month}-28`),
    'search: a label': list(`q=${label}`),
    'search: common word': list('q=commission'),
    'search: word of notes': list('q=goodwill'),
    balance: '/wallet',
    'yearly summary': `/wallet/yearly-summary?year=${month.slice(0, 4)}`,
  };
};

async function signedIn(server, member) {
  const login = await request(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: member.email, password: 'almende-demo' }),
  });
  const { token } = JSON.parse(login.body.toString());
  const headers = { authorization: `Bearer ${token.access_token}`, 'accept-language': 'en' };
  return { ...member, headers, paths: pathsFor(member) };
}

/** The members take turns, so that other load on the machine affects all of them. */
async function measureCalls(server, members) {
  const results = {};
  for (const name of Object.keys(members[0].paths)) {
    const durations = members.map(() => []);
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const [at, { paths, headers }] of members.entries()) {
        const start = performance.now();
        const { status } = await request(`${server.url}/api${paths[name]}`, { headers });
        if (status !== 200) throw new Error(`${paths[name]} answers ${status}`);
        if (round >= 0) durations[at].push(performance.now() - start);
      }
    }
    results[name] = durations.map((some) => {
      some.sort((a, b) => a - b);
      return { p50: some[Math.floor(some.length / 2)], p99: some[Math.floor(some.length * 0.99)] };
    });
  }
  return results;
}

/** Downloads it through the web app, as a browser does. */
async function measureCsv(server, { email, size }) {
  const visitor = await new Visitor(server.url).signIn(email);
  const before = await server.usage();
  const start = performance.now();
  let most = before.held;
  const sampler = setInterval(async () => {
    most = Math.max(most, (await server.usage()).held);
  }, 1000);
  const rows = await countLines(`${server.url}/financial/transactions.csv`, visitor.headers()).finally(() =>
    clearInterval(sampler),
  );
  if (rows !== size + 1) throw new Error(`The CSV has ${rows} lines for ${size} transactions`);
  return { perSecond: size / ((performance.now() - start) / 1000), growth: most - before.held };
}

function countLines(url, headers) {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { headers }, (answer) => {
      let lines = 0;
      answer.on('data', (chunk) => {
        for (const byte of chunk) if (byte === 10) lines++;
      });
      answer.on('error', reject);
      answer.on('end', () => resolve(lines));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

function reportCalls(calls) {
  const growth = (name) => calls[name].at(-1).p50 / calls[name][0].p50;
  const names = Object.keys(calls);
  printTable(
    `Milliseconds a call, p50 and p99 of ${ROUNDS}, by the number of the member’s transactions`,
    ['', ...SIZES.flatMap((size) => [`${whole(size)}: p50`, 'p99']), 'growth of p50'],
    names.map((name) => [
      name,
      ...calls[name].flatMap(({ p50, p99 }) => [fixed(p50, 1), fixed(p99, 1)]),
      times(growth(name)),
    ]),
  );
  const worst = names.reduce((a, b) => (growth(a) > growth(b) ? a : b));
  printGoals([
    {
      budget: '–',
      name: `growth of a call from ${whole(SIZES[0])} to ${whole(SIZES.at(-1))} transactions, the worst: ${worst}`,
      measured: times(growth(worst)),
      goal: `≤ ${GROWTH_LIMIT}×`,
      met: growth(worst) <= GROWTH_LIMIT,
    },
  ]);
}

function reportCsv(csv) {
  printTable(
    'The whole list as CSV',
    ['transactions', 'rows a second', 'held more than before'],
    csv.map(({ perSecond, growth: held }, at) => [whole(SIZES[at]), whole(perSecond), megabytes(held)]),
  );
}
