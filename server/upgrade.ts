import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Upstream } from '../upstream/server';
import { socketAddress } from './client-address';

interface UpgradeParts {
  realtime: Upstream['realtime'];
  trustedProxies: number;
  isDevelopment: boolean;
}

/**
 * Accepts websockets for realtime on the port of the pages. Vite listens there too. Any other upgrade header is
 * ignored, as RFC 9110 (7.8) allows: curl and Java request HTTP/2 that way, with requests of every kind.
 */
export function takeUpgrades(server: Server, { realtime, trustedProxies, isDevelopment }: UpgradeParts): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isAnswering(socket)) return abandon(socket);
    if (realtime?.upgrade(request, socket, head, socketAddress(request, trustedProxies))) return;
    if (isDevelopment && request.headers['sec-websocket-protocol']?.startsWith('vite-')) return;
    readAgain(server, request, socket, head);
  });
}

/** An earlier request of the connection is still being answered. A second reader or writer would corrupt both. */
const isAnswering = (socket: Duplex) => Boolean((socket as Duplex & { _httpMessage?: unknown })._httpMessage);

function abandon(socket: Duplex): void {
  socket.on('error', () => {});
  socket.destroy();
}

const PASSED_OVER = ['upgrade', 'connection', 'http2-settings'];

/**
 * Node has released the connection and the body. The server gets both back, with the same request without the upgrade.
 */
function readAgain(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    if (!PASSED_OVER.includes(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
