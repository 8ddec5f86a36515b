import { request as httpRequest } from 'node:http';
import pg from 'pg';
import { memoryEnvironment, memoryOptions } from '../process.mjs';
import { measureCalls, reportCalls, signIn } from './calls.mjs';
import { megabytes, printTable, whole } from './report.mjs';
import { startServer } from './servers.mjs';
import { Visitor } from './visitor.mjs';
import { seedTransactions } from './wallet-seed.mjs';

const SIZES = (process.env.BENCH_TRANSACTIONS ?? '1000,100000,1000000').split(',').map(Number);

/** Measures calls of members with few and with many transactions. More transactions must not make a call slower. */
export async function wallet(club) {
  if (club.isEmbedded) throw new Error('it needs PostgreSQL: set DATABASE_URL');
  // Garbage is collected before memory is read, because only what a download holds counts.
  const server = await startServer(['--expose-gc', ...memoryOptions, 'build/server.js'], {
    path: '/healthz',
    env: { LOG_LEVEL: 'info', ...memoryEnvironment, ...club.env },
  });
  const pool = new pg.Pool({ connectionString: club.env.DATABASE_URL });
  const members = [];
  try {
    for (const size of SIZES) {
      console.log(`\nWriting ${whole(size)} transactions of a member …`);
      const member = await seedTransactions(pool, size);
      members.push({ ...member, server, headers: await signIn(server, member.email), paths: pathsFor(member) });
    }
  } finally {
    await pool.end();
  }
  reportCalls(await measureCalls(members), { sizes: SIZES, rows: 'the member’s transactions' });
  const csv = [];
  for (const member of members) csv.push(await measureCsv(server, member));
  reportCsv(csv);
}

/** A search once took two seconds for twenty words: its cost grew with the square of their number. */
const SHORT_WORDS = 'an+in+on+at+to+of+is+it+we+he+be+do+go+me+my+no+so+up+us+or';
const RARE_WORDS = Array.from({ length: 20 }, (_, at) => `q${at}z`).join('+');

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
    'search: 20 short words': list(`q=${SHORT_WORDS}`),
    'search: 20 rare words': list(`q=${RARE_WORDS}`),
    balance: '/wallet',
    'yearly summary': `/wallet/yearly-summary?year=${month.slice(0, 4)}`,
  };
};

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

function reportCsv(csv) {
  printTable(
    'The whole list as CSV',
    ['transactions', 'rows a second', 'held more than before'],
    csv.map(({ perSecond, growth: held }, at) => [whole(SIZES[at]), whole(perSecond), megabytes(held)]),
  );
}
