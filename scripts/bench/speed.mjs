import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { commandOf, memoryOptions } from '../process.mjs';
import { buildControlApps } from './control-apps.mjs';
import { fixed, median, printGoals, printTable, times, whole } from './report.mjs';
import { startAlmende, startServer } from './servers.mjs';
import { request, Visitor } from './visitor.mjs';

const CONNECTIONS = 16;
/** Many short rounds, because what else the machine does comes and goes within seconds. */
const ROUNDS = Number(process.env.BENCH_ROUNDS) || 12;
const SECONDS = Number(process.env.BENCH_SECONDS) || 2;
/** Enough for Node to compile the hot code. A fixed number of seconds would be too short on a busy machine. */
const WARM_UP_REQUESTS = 3000;

/**
 * Measures requests per second, latency and CPU of our pages and their controls, in several rounds. Reports medians.
 */
export async function speed(club) {
  console.log('\nBuilding the control apps …');
  const { stock, own } = await buildControlApps();
  const subjects = [...(await ourPages(club)), await ownPage(own), await stockPage(stock), await barePage()];
  for (const subject of subjects) await load(subject, { amount: WARM_UP_REQUESTS });
  for (let round = 1; round <= ROUNDS; round++) {
    console.log(`Round ${round} of ${ROUNDS} …`);
    // Every second round runs in reverse order, so that no subject always follows the same one.
    const order = round % 2 ? subjects : subjects.toReversed();
    for (const subject of order) subject.rounds.push(await load(subject, { duration: SECONDS }));
  }
  const [login, dashboard, page, control, bare] = subjects.map(summarise);
  report({ login, dashboard, page, control, bare }, club);
  for (const server of new Set(subjects.map((subject) => subject.server))) await server.stop();
}

async function ourPages(club) {
  const server = await startAlmende(club.env);
  const member = await new Visitor(server.url, 'en').signIn('anna@example.org');
  return [
    await subject('login page, first visit', server, '/login'),
    await subject('dashboard, signed in', server, '/dashboard', member.cookie),
  ];
}

/** No upstream is called: the page has no loader, and the session is in the cookie. */
async function ownPage(folder) {
  const env = { LOG_LEVEL: 'info', UPSTREAM_URL: 'http://127.0.0.1:9', SESSION_SECRET: 'bench' };
  const server = await startServer([...memoryOptions, 'build/server.js'], {
    cwd: folder,
    env,
    path: '/healthz',
  });
  const visitor = new Visitor(server.url);
  await visitor.get('/');
  return subject('300 elements, ours, no I/O', server, '/', visitor.cookie);
}

async function stockPage(folder) {
  const server = await startServer([commandOf('@remix-run/serve', 'remix-serve'), 'build/server/index.js'], {
    cwd: folder,
  });
  return subject('300 elements, stock remix-serve', server, '/');
}

const barePage = async () =>
  subject('300 elements, bare React', await startServer([fileURLToPath(import.meta.resolve('./bare.mjs'))]), '/');

async function subject(name, server, path, cookie) {
  const url = server.url + path;
  const headers = { 'accept-language': 'en', 'user-agent': 'almende-bench', ...(cookie && { cookie }) };
  const { status, body } = await request(url, { headers });
  if (status !== 200) throw new Error(`${name} answered ${status}`);
  return { name, server, url, headers, bytes: body.length, rounds: [] };
}

async function load({ server, url, headers }, length) {
  const before = await server.usage();
  const result = await autocannon({ url, headers, connections: CONNECTIONS, ...length });
  const after = await server.usage();
  return {
    requests: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: (after.cpuMs - before.cpuMs) / result.requests.total,
    errors: result.errors + result.non2xx,
  };
}

function summarise({ name, bytes, rounds }) {
  const middle = (figure) => median(rounds.map((round) => round[figure]));
  const errors = rounds.reduce((sum, round) => sum + round.errors, 0);
  return {
    name,
    bytes,
    requests: middle('requests'),
    p50: middle('p50'),
    p99: middle('p99'),
    cpu: middle('cpu'),
    errors,
  };
}

function report({ login, dashboard, page, control, bare }, club) {
  printTable(
    `Speed: ${CONNECTIONS} connections, uncompressed, medians of ${ROUNDS} alternating rounds of ${SECONDS} s; ${club.description}`,
    ['page', 'bytes', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms/request', '× stock', '× bare', 'CPU × stock', 'errors'],
    [login, dashboard, page, control, bare].map(({ name, bytes, requests, p50, p99, cpu, errors }) => [
      name,
      whole(bytes),
      whole(requests),
      p50,
      p99,
      fixed(cpu),
      fixed(requests / control.requests),
      fixed(requests / bare.requests),
      fixed(cpu / control.cpu),
      errors,
    ]),
  );
  const ratio = (budget, name, value, goal, stretch) => ({
    budget,
    name,
    measured: times(value),
    goal: `≥ ${goal}×, stretch ${stretch}×`,
    met: value >= goal,
    stretch: value >= stretch,
  });
  const errors = login.errors + dashboard.errors + page.errors;
  const late = (name, { p99 }) => ({
    budget: 3,
    name: `p99 of ${name} : stock`,
    measured: times(p99 / control.p99),
    goal: '≤ 0.4×, no errors',
    met: p99 / control.p99 <= 0.4 && errors === 0,
  });
  printGoals([
    ratio(1, 'dashboard : stock, requests/s', dashboard.requests / control.requests, 1, 1.5),
    ratio(1, 'stock : dashboard, CPU a request', control.cpu / dashboard.cpu, 1, 1.5),
    ratio(2, '300 elements ours : bare, requests/s', page.requests / bare.requests, 0.35, 0.5),
    late('300 elements', page),
    late('dashboard', dashboard),
  ]);
}
