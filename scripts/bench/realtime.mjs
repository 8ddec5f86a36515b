import { hkdfSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import Pusher from 'pusher';
import { WebSocket } from 'ws';
import { memoryEnvironment, memoryOptions } from '../process.mjs';
import { fixed, printGoals, printTable, times, whole } from './report.mjs';
import { startServer } from './servers.mjs';
import { request } from './visitor.mjs';

const SOCKETS = Number(process.env.BENCH_SOCKETS) || 5000;
const ROUNDS = 30;
const WARM_UP = 5;
/** Concurrent handshakes. */
const AT_ONCE = 100;
const BYTES_LIMIT = 12_000;
const data = { version: '2026.47.0', text: 'x'.repeat(200) };
/** The same values as in contract/realtime.ts. */
const app = { appId: '1', key: 'almende' };
// Garbage is collected before memory is read, because what a socket holds counts, and not what its handshake left
// behind.
const node = ['--expose-gc', ...memoryOptions];

/**
 * Compares our endpoint with ws alone: the memory of an idle socket, and how long an event takes to reach all sockets.
 */
export async function realtime(club) {
  console.log(`\nOpening ${whole(SOCKETS)} websockets to each of two servers …`);
  report(await measure(bare), await measure(() => almende(club)));
}

async function bare() {
  const server = await startServer([...node, fileURLToPath(import.meta.resolve('./bare-socket.mjs'))]);
  const frame = JSON.stringify({ event: 'client.updated', channel: 'client', data: JSON.stringify(data) });
  const send = () => request(server.url, { method: 'POST', body: frame });
  return { server, path: '/', isReady: (text) => text === 'hello', greet: () => {}, send };
}

/** Sends events as another machine does: through the signed HTTP API. */
async function almende({ env }) {
  // Each socket claims another address, because there is a limit for one address.
  const server = await startServer([...node, 'build/server.js'], {
    path: '/healthz',
    env: { ...memoryEnvironment, TRUST_PROXY: '1', LOG_LEVEL: 'warn', ...env },
  });
  const secret = Buffer.from(hkdfSync('sha256', env.SESSION_SECRET, 'almende', 'realtime', 32)).toString('hex');
  const { hostname: host, port } = new URL(server.url);
  const pusher = new Pusher({ ...app, secret, host, port });
  return {
    server,
    path: `/app/${app.key}?protocol=7`,
    isReady: (text) => text.includes('subscription_succeeded'),
    greet: (socket) => socket.send('{"event":"pusher:subscribe","data":{"channel":"client"}}'),
    send: () => pusher.trigger('client', 'client.updated', data),
  };
}

async function measure(start) {
  const endpoint = await start();
  const { server } = endpoint;
  // The first sockets load code that all others share.
  const early = await openSockets(endpoint, 50);
  const before = await server.usage();
  const sockets = await openSockets(endpoint, SOCKETS);
  const after = await server.usage();
  const latencies = [];
  let cpu = 0;
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const { cpuMs } = await server.usage();
    const reached = await broadcast(sockets, endpoint.send);
    if (round < 0) continue;
    latencies.push(...reached);
    cpu += (await server.usage()).cpuMs - cpuMs;
  }
  for (const socket of [...early, ...sockets]) socket.terminate();
  await server.stop();
  latencies.sort((a, b) => a - b);
  return {
    bytes: (after.rss - before.rss) / SOCKETS,
    heap: (after.held - before.held) / SOCKETS,
    p50: latencies[Math.floor(latencies.length / 2)],
    p99: latencies[Math.floor(latencies.length * 0.99)],
    cpu: cpu / ROUNDS,
  };
}

async function openSockets(endpoint, count) {
  const sockets = [];
  for (let at = 0; at < count; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, i) => openSocket(endpoint, at + i));
    sockets.push(...(await Promise.all(some)));
  }
  return sockets;
}

function openSocket({ server, path, isReady, greet }, number) {
  const headers = { 'x-forwarded-for': `10.0.${number >> 8}.${number & 255}` };
  const socket = new WebSocket(server.url.replace('http', 'ws') + path, { headers, perMessageDeflate: false });
  socket.once('open', () => greet(socket));
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', function listen(text) {
      if (!isReady(text.toString())) return;
      socket.off('message', listen);
      resolve(socket);
    });
  });
}

/** Returns the milliseconds until each socket had the event. */
async function broadcast(sockets, send) {
  const start = performance.now();
  const arrivals = sockets.map(
    (socket) => new Promise((resolve) => socket.once('message', () => resolve(performance.now() - start))),
  );
  await send();
  return Promise.all(arrivals);
}

function report(control, ours) {
  const rows = [
    ['ws alone', control],
    ['Almende', ours],
  ];
  printTable(
    `${whole(SOCKETS)} websockets; an event of ${JSON.stringify(data).length} bytes to all of them, ${ROUNDS} times`,
    ['', 'bytes a socket', 'of them in the heap', 'p50 ms', 'p99 ms', 'CPU ms an event'],
    [
      ...rows.map(([name, { bytes, heap, p50, p99, cpu }]) => [
        name,
        whole(bytes),
        whole(heap),
        fixed(p50, 1),
        fixed(p99, 1),
        fixed(cpu, 1),
      ]),
      ['Almende : ws', ...['bytes', 'heap', 'p50', 'p99', 'cpu'].map((name) => times(ours[name] / control[name]))],
    ],
  );
  printGoals([
    {
      budget: '–',
      name: 'resident bytes an idle socket, subscribed to a channel',
      measured: whole(ours.bytes),
      goal: `≤ ${whole(BYTES_LIMIT)}`,
      met: ours.bytes <= BYTES_LIMIT,
    },
  ]);
}
