import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { memoryOptions } from '../process.mjs';
import { fixed, printGoals, printTable, whole } from './report.mjs';
import { startAlmende, startServer } from './servers.mjs';
import { Visitor } from './visitor.mjs';

const MB = 1024 * 1024;
const PIECE = 64 * 1024;
/** Each member is one request. */
const AT_ONCE = Number(process.env.BENCH_UPLOADS) || 4;
/** Bytes a second of each line. */
const LINE = (Number(process.env.BENCH_LINE_KB) || 1024) * 1024;
const LOOK_MS = 250;
const SETTLE_LOOKS = 20;
const LIMIT = 2 * MB;

const bodies = {
  'a file of 10 MB': [10],
  '25 MB in three files': [10, 10, 5],
};

/** Measures what the web process holds for each form with files while they arrive on slow lines. */
export async function uploads({ env, folder }) {
  const upstream = await startAlmende(env);
  // Garbage is collected before memory is read, because only what a request holds counts.
  const web = await startServer(['--expose-gc', ...memoryOptions, 'build/server.js'], {
    path: '/healthz',
    env: { LOG_LEVEL: 'info', SESSION_SECRET: env.SESSION_SECRET, DATA_DIR: folder, UPSTREAM_URL: upstream.url },
  });
  console.log(`\nSending ${AT_ONCE} forms at once, each at ${whole(LINE / 1024)} KB a second …`);
  const visitors = [];
  for (const email of await listEmails(env)) visitors.push(await new Visitor(web.url).signIn(email));
  // The first requests load what stays loaded.
  await Promise.all(visitors.map((visitor) => sendForm(visitor, [1], 64 * MB)));
  const rows = [];
  for (const [name, sizes] of Object.entries(bodies)) rows.push({ name, ...(await measure(web, visitors, sizes)) });
  await web.stop();
  await upstream.stop();
  report(rows);
}

async function listEmails({ DATABASE_URL }) {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  const { rows } = await client.query(`select email from users where email_verified_at is not null
    and google2fa_secret is null order by id limit ${AT_ONCE}`);
  await client.end();
  return rows.map(({ email }) => email);
}

async function measure(web, visitors, sizes) {
  // What the requests before left behind goes in the first seconds.
  const levels = [];
  for (let look = 0; look < SETTLE_LOOKS; look++) {
    levels.push((await web.usage()).held);
    await wait(LOOK_MS);
  }
  const before = Math.min(...levels.slice(-SETTLE_LOOKS / 2));
  let most = before;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      most = Math.max(most, (await web.usage()).held);
      await wait(LOOK_MS);
    }
  })();
  const begun = performance.now();
  const statuses = await Promise.all(visitors.map((visitor) => sendForm(visitor, sizes, LINE)));
  const seconds = (performance.now() - begun) / 1000;
  isOver = true;
  await looking;
  if (statuses.some((status) => status !== 303)) throw new Error(`the forms are answered ${statuses}`);
  return { seconds, each: (most - before) / visitors.length };
}

/** Fills in the contact form without script and sends it at `line` bytes a second. Resolves to the status. */
async function sendForm(visitor, sizes, line) {
  const path = '/support/contact/other';
  const page = (await visitor.get(path)).body.toString();
  const [, csrf] = /name="csrf" value="([^"]*)"/.exec(page) ?? [];
  const [, key] = /name="idempotency_key" value="([^"]*)"/.exec(page) ?? [];
  const boundary = '----bench';
  const headers = { ...visitor.headers(), 'content-type': `multipart/form-data; boundary=${boundary}` };
  const outgoing = request(visitor.url + path, { method: 'POST', headers: { ...headers, origin: visitor.url } });
  const answered = new Promise((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode)));
  });
  const send = (bytes) => outgoing.write(bytes) || new Promise((resolve) => outgoing.once('drain', resolve));
  const fields = { csrf, idempotency_key: key, subject: 'Files', message: 'Here they are.', intent: 'send' };
  for (const [name, value] of Object.entries(fields))
    await send(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const begun = performance.now();
  let sent = 0;
  for (const [at, size] of sizes.entries()) {
    const file = `name="files"; filename="${at}.pdf"`;
    await send(`--${boundary}\r\nContent-Disposition: form-data; ${file}\r\nContent-Type: application/pdf\r\n\r\n`);
    for (let left = size * MB; left > 0; left -= PIECE) {
      const piece = Buffer.alloc(Math.min(PIECE, left), 'x');
      if (left === size * MB) piece.write('%PDF-1.7\n');
      await send(piece);
      sent += piece.length;
      const due = (sent / line) * 1000 - (performance.now() - begun);
      if (due > 0) await wait(due);
    }
    await send('\r\n');
  }
  outgoing.end(`--${boundary}--\r\n`);
  return answered;
}

function report(rows) {
  printTable(
    `Memory of the web process, ${AT_ONCE} forms at once`,
    ['each form', 'seconds', 'MB held for each'],
    rows.map(({ name, seconds, each }) => [name, fixed(seconds, 0), fixed(each / MB, 2)]),
  );
  printGoals(
    rows.map(({ name, each }) => ({
      budget: '–',
      name: `memory of a request with ${name} on a slow line`,
      measured: `${fixed(each / MB, 1)} MB`,
      goal: `≤ ${LIMIT / MB} MB`,
      met: each <= LIMIT,
    })),
  );
}
