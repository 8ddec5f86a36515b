import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Upstream } from '../upstream/server';
import { socketAddress } from './client-address';

interface UpgradeParts {
  realtime: Upstream['realtime'];
  trustedProxies: number;
  isDevelopment: boolean;
}

/**
 * Takes websockets for realtime on the pages' own port; Vite listens there, too, for its own. Any other wish to upgrade
 * is passed over, as RFC 9110 (7.8) allows, and the request answered as it stands: curl and Java ask for HTTP/2 so.
 */
export function takeUpgrades(server: Server, { realtime, trustedProxies, isDevelopment }: UpgradeParts): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (realtime?.upgrade(request, socket, head, socketAddress(request, trustedProxies))) return;
    if (isDevelopment && request.headers['sec-websocket-protocol']?.startsWith('vite-')) return;
    answerPlainly(server, request, socket);
  });
}

function answerPlainly(server: Server, request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as IncomingMessage['socket']);
  response.on('finish', () => socket.end());
  // The parser has let go of the connection, and of a body that would follow.
  if (request.method === 'GET' || request.method === 'HEAD') server.emit('request', request, response);
  else response.writeHead(400, { 'Content-Length': 0 }).end();
}
