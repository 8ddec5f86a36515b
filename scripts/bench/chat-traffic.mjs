import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { memoryEnvironment } from '../process.mjs';
import { seedWalkers } from './load-seed.mjs';
import { fixed, printTable, times, whole } from './report.mjs';
import { startServer } from './servers.mjs';

const PAIRS = 500;
const A_SECOND = Number(process.env.BENCH_CHAT_RATE) || 100;
const WARM_UP = 5;
const SECONDS = Number(process.env.BENCH_CHAT_SECONDS) || 20;
/** Concurrent handshakes. */
const AT_ONCE = 50;
const text = 'Some words of a message about tomatoes and the weather. '.repeat(3);

/**
 * 1,000 members have 500 conversations open, in which they write 100 messages a second, each by a call of its own. The
 * control passes what is posted on to the two sockets of a pair, and stores nothing.
 */
export async function traffic(club, pool) {
  console.log(`\nConnecting ${whole(2 * PAIRS)} members to each of two servers …`);
  report(await measure(await bare()), await measure(await almende(club, await seedWalkers(pool, 2 * PAIRS))));
}

async function bare() {
  const server = await startServer([fileURLToPath(import.meta.resolve('./bare-socket.mjs'))]);
  return {
    server,
    connect: (pair) => openSocket(`${server.url}/${pair}`, pair, (text) => text === 'hello'),
    send: (pair, _, id) => fetch(`${server.url}/${pair}`, { method: 'POST', body: JSON.stringify({ id, text }) }),
    idIn: (frame) => frame.id,
  };
}

async function almende({ env }, people) {
  // Each socket claims another address, because there is a limit for one address.
  const server = await startServer(['build/server.js'], {
    path: '/healthz',
    env: { ...memoryEnvironment, TRUST_PROXY: '1', LOG_LEVEL: 'info', ...env },
  });
  const call = (person, path, body) =>
    fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    server,
    connect: async (pair, side) => {
      const person = people[2 * pair + side];
      const url = `${server.url}/app/almende?protocol=7`;
      const socket = await openSocket(url, 2 * pair + side, (text) => text.includes('connection_established'));
      const { socket_id } = JSON.parse(JSON.parse(socket.first).data);
      for (const channel of [`private-user.${person.id}`, `presence-conversation.${person.talk}`]) {
        const admitted = await call(person, '/broadcasting/auth', { socket_id, channel_name: channel });
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...(await admitted.json()) } }));
        await heard(socket, (text) => text.includes('subscription_succeeded'));
      }
      return socket;
    },
    send: (pair, side, client_id) => {
      const person = people[2 * pair + side];
      return call(person, `/chat/conversations/${person.talk}/messages`, { message: text, client_id });
    },
    idIn: ({ event, channel, data }) =>
      event === 'chat.message' && channel.startsWith('presence-') ? JSON.parse(data).message.client_id : null,
  };
}

function openSocket(url, number, isReady) {
  const headers = { 'x-forwarded-for': `10.1.${number >> 8}.${number & 255}` };
  const socket = new WebSocket(url.replace('http', 'ws'), { headers, perMessageDeflate: false });
  return heard(socket, isReady);
}

/** Resolves with the socket once it has heard a frame, which is its `first`. */
function heard(socket, isReady) {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', function listen(data) {
      const frame = data.toString();
      if (!isReady(frame)) return;
      socket.off('message', listen);
      resolve(Object.assign(socket, { first: frame }));
    });
  });
}

async function measure({ server, connect, send, idIn }) {
  const sockets = [];
  for (let at = 0; at < 2 * PAIRS; at += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, n) => connect((at + n) >> 1, (at + n) & 1));
    sockets.push(...(await Promise.all(some)));
  }
  const sent = new Map();
  const arrivals = [];
  for (const [number, socket] of sockets.entries()) {
    socket.on('message', (data) => {
      const message = sent.get(idIn(JSON.parse(data.toString())));
      if (message?.to === number) arrivals.push({ ...message, ms: performance.now() - message.start });
    });
  }
  const write = async (n) => {
    const [pair, side, id] = [n % PAIRS, Math.floor(n / PAIRS) % 2, randomUUID()];
    sent.set(id, { n, to: 2 * pair + 1 - side, start: performance.now() });
    const { status } = await send(pair, side, id);
    if (status >= 300) throw new Error(`A message is answered ${status}`);
  };
  await writeAll(write, 0, WARM_UP * A_SECOND);
  const before = await server.usage();
  await writeAll(write, WARM_UP * A_SECOND, (WARM_UP + SECONDS) * A_SECOND);
  const after = await server.usage();
  for (const socket of sockets) socket.terminate();
  await server.stop();
  if (new Set(arrivals.map(({ n }) => n)).size !== sent.size || arrivals.length !== sent.size)
    throw new Error(`Of ${sent.size} messages ${arrivals.length} arrived`);
  const some = arrivals.filter(({ n }) => n >= WARM_UP * A_SECOND).map(({ ms }) => ms);
  some.sort((a, b) => a - b);
  return {
    p50: some[Math.floor(some.length / 2)],
    p99: some[Math.floor(some.length * 0.99)],
    cpu: (after.cpuMs - before.cpuMs) / (SECONDS * A_SECOND),
  };
}

/** Begins each message at its time, however long the earlier ones take, and waits until all are answered and heard. */
async function writeAll(write, from, to) {
  const start = performance.now();
  const writing = [];
  for (let n = from; n < to; n++) {
    const due = start + ((n - from) * 1000) / A_SECOND;
    if (due > performance.now()) await wait(due - performance.now());
    writing.push(write(n));
  }
  await Promise.all(writing);
  await wait(500);
}

function report(control, ours) {
  const line = (name, { p50, p99, cpu }) => [name, fixed(p50, 1), fixed(p99, 1), fixed(cpu, 2)];
  printTable(
    `${whole(2 * PAIRS)} members in ${PAIRS} conversations, ${A_SECOND} messages a second for ${SECONDS} s: until the other one has it`,
    ['', 'p50 ms', 'p99 ms', 'CPU ms a message'],
    [
      line('ws alone', control),
      line('Almende', ours),
      ['Almende : ws', ...['p50', 'p99', 'cpu'].map((name) => times(ours[name] / control[name]))],
    ],
  );
}
