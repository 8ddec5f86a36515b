import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { disturbancesOf } from './disturbances.mjs';
import { seedWalkers } from './load-seed.mjs';
import { fixed, printGoals, printTable, whole } from './report.mjs';
import { startAlmende } from './servers.mjs';
import { request, Visitor } from './visitor.mjs';

const MEMBERS = Number(process.env.BENCH_LOAD_MEMBERS) || 100;
const MINUTES = Number(process.env.BENCH_LOAD_MINUTES) || 2;
const KILLS = Number(process.env.BENCH_KILLS) || 10;
/** A member looks at a page for this long on average. */
const LOOK_MS = 10_000;
const RETRY_MS = 500;
const PATIENCE_MS = 60_000;
const SIGN_INS_AT_ONCE = 4;
const pages = ['/dashboard', '/financial', '/financial/transactions', '/growing', '/posts', '/chat', '/support/faq'];

/**
 * Members of two processes on one database walk through the pages and write messages. First nothing happens to them;
 * then processes are killed and the database is cut off, again and again. A message that was acknowledged has to be
 * there once.
 */
export async function load(club) {
  if (club.isEmbedded) throw new Error('it needs PostgreSQL: set DATABASE_URL');
  const pool = new pg.Pool({ connectionString: club.env.DATABASE_URL });
  // The bench cuts its own connections, too.
  pool.on('error', () => {});
  // No mail leaves: its server is down all the time.
  const env = { ...club.env, TRUST_PROXY: '1', SMTP_URL: 'smtp://127.0.0.1:1' };
  const processes = [await startAlmende(env), await startAlmende(env)];
  try {
    const members = await signInAll(await seedWalkers(pool, MEMBERS), processes);
    const walk = { members, processes, phase: begin('nothing'), phases: [], isOver: false };
    const walks = members.map((member) => walkAlong(walk, member));
    await wait(MINUTES * 60_000);
    for (const { name, run } of disturbancesOf({ club, env, processes, kills: KILLS })) {
      walk.phases.push(walk.phase);
      walk.phase = begin(name);
      const { began } = walk.phase;
      await run();
      walk.phase.backMs = (await untilAllAnswer(processes)) - began;
    }
    walk.phases.push(walk.phase);
    walk.isOver = true;
    await Promise.all(walks);
    report(walk.phases, await countMessages(pool, members));
  } finally {
    await pool.end().catch(() => {});
  }
}

const begin = (name) => ({ name, began: performance.now(), times: [], failed: 0, retried: 0 });

/** Signs members in, a few at a time, because a password takes a while to check. */
async function signInAll(people, processes) {
  console.log(`\nSigning ${whole(people.length)} members in …`);
  const members = [];
  for (let at = 0; at < people.length; at += SIGN_INS_AT_ONCE) {
    const some = people.slice(at, at + SIGN_INS_AT_ONCE).map(async (person) => {
      const agent = new Agent({ keepAlive: false });
      const address = `10.2.${person.n >> 8}.${person.n & 255}`;
      const visitor = new Visitor(processes[person.n % 2].url, 'en', {
        agent,
        headers: { 'x-forwarded-for': address },
      });
      await visitor.signIn(person.email);
      return { ...person, visitor, agent, written: [] };
    });
    members.push(...(await Promise.all(some)));
  }
  return members;
}

/** Looks at one page after the other, and writes a message after each round. */
async function walkAlong(walk, member) {
  await wait(Math.random() * LOOK_MS);
  for (let step = member.n; !walk.isOver; step++) {
    await lookAt(walk, member, pages[step % pages.length]);
    if (step % pages.length === 0) await write(walk, member);
    await wait(LOOK_MS * (0.5 + Math.random()));
  }
}

async function lookAt(walk, member, path) {
  const { phase } = walk;
  const start = performance.now();
  const answer = await askEither(walk, member, (url) => {
    member.visitor.url = url;
    return member.visitor.get(path);
  });
  if (answer?.status === 200) phase.times.push(performance.now() - start);
  else phase.failed++;
}

/** Asks one process, and the other one if the first does not answer, as a load balancer does. */
async function askEither({ processes }, { n }, ask) {
  for (const at of [n % 2, (n + 1) % 2]) {
    const answer = await ask(processes[at].url).catch(() => null);
    if (answer && answer.status < 500) return answer;
  }
  return null;
}

/** Sends a message until it is acknowledged, as a page with script does: each time with the same id. */
async function write(walk, member) {
  const client_id = randomUUID();
  const message = `Message ${client_id} about tomatoes.`;
  const send = (url) =>
    request(`${url}/api/chat/conversations/${member.talk}/messages`, {
      method: 'POST',
      agent: member.agent,
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message, client_id }),
    });
  for (;;) {
    const answer = await askEither(walk, member, send);
    if (answer && answer.status < 300) return member.written.push(client_id);
    if (answer && answer.status !== 429) throw new Error(`A message is answered ${answer.status}`);
    if (walk.isOver) return undefined;
    walk.phase.retried++;
    await wait(RETRY_MS);
  }
}

/** Returns when all processes answer and have their database. */
async function untilAllAnswer(processes) {
  const start = performance.now();
  while (performance.now() - start < PATIENCE_MS) {
    const answers = await Promise.all(processes.map(({ url }) => request(`${url}/readyz`).catch(() => null)));
    if (answers.every((answer) => answer?.status === 200)) return performance.now();
    await wait(50);
  }
  throw new Error('The processes did not come back');
}

async function countMessages(pool, members) {
  const written = members.flatMap((member) => member.written);
  const { rows } = await pool.query(
    'select client_id, count(*)::int as n from chat_messages where client_id = any($1::uuid[]) group by client_id',
    [written],
  );
  return {
    acknowledged: written.length,
    lost: written.length - rows.length,
    doubled: rows.filter(({ n }) => n > 1).length,
  };
}

function report(phases, { acknowledged, lost, doubled }) {
  const rows = phases.map(({ name, times, failed, retried, backMs }) => {
    times.sort((a, b) => a - b);
    const at = (share) => (times.length > 0 ? fixed(times[Math.floor(times.length * share)], 1) : '–');
    return [name, whole(times.length), at(0.5), at(0.99), failed, retried, backMs ? fixed(backMs / 1000, 1) : '–'];
  });
  printTable(
    `${whole(MEMBERS)} members in two processes: what happened, the pages they saw meanwhile, and when all answered again`,
    ['', 'pages', 'p50 ms', 'p99 ms', 'failed', 'sent again', 's until back'],
    rows,
  );
  printGoals([
    {
      budget: '–',
      name: `messages lost of ${whole(acknowledged)} acknowledged`,
      measured: lost,
      goal: '0',
      met: lost === 0,
    },
    { budget: '–', name: 'messages there twice', measured: doubled, goal: '0', met: doubled === 0 },
  ]);
}
