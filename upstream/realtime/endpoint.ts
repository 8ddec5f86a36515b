import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type WebSocket, WebSocketServer } from 'ws';
import { Connection } from './connection';
import { depart, dismiss } from './departure';
import { codes, connectedFrame, errorFrame } from './frames';
import { isRealtimePath, judgeHandshake, type Refusal } from './handshake';
import { createHttpApi } from './http-api';
import { createHub, type Hub } from './hub';
import { activityTimeoutMs, maxFrameBytes, maxSockets, maxSocketsOfAddress } from './limits';
import { receive } from './messages';
import type { AppCredentials } from './signatures';
import { sweep, sweepIntervalMs } from './sweep';

export interface Endpoint {
  hub: Hub;
  /** Takes over a websocket handshake; false if the path is not this endpoint's. `address` is the caller's. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string | null): boolean;
  /** Serves `/apps/{id}/…`, Pusher's HTTP API. */
  fetch(request: Request): Promise<Response>;
  /** Closes every socket with 1012, spread over some seconds, so that not all clients reconnect at once. */
  drain(): Promise<void>;
}

export interface EndpointOptions {
  app: AppCredentials;
  /** Origin of the pages that may connect; null allows the host of the request. */
  allowedOrigin: string | null;
  /** Origins of the pages of other servers that use this endpoint. */
  otherOrigins?: readonly string[];
  registry: Registry;
  log: Logger;
}

/** How long a peer may take to answer a close frame. */
const CLOSE_TIMEOUT_MS = 5000;
const MAX_DRAIN_MS = 3000;
const MAX_GOODBYE_MS = 1000;
const LOOK_MS = 20;

/** Creates a Pusher endpoint (protocol 7). It uses the HTTP server of the caller. */
export function createEndpoint({ app, allowedOrigin, otherOrigins = [], registry, log }: EndpointOptions): Endpoint {
  const hub = createHub(app, registry);
  const addresses = new Map<string, number>();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
    // A spread, because the types of ws lack this option.
    ...{ closeTimeout: CLOSE_TIMEOUT_MS },
  });
  const sweeper = setInterval(() => sweep(hub), sweepIntervalMs).unref();
  let isDraining = false;

  const judge = ({ url = '', headers }: IncomingMessage, address: string): Refusal | null => {
    if (isDraining) return { code: codes.serviceRestart, message: 'The service restarts' };
    const refusal = judgeHandshake(
      { url, origin: headers.origin, host: headers.host },
      app,
      allowedOrigin,
      otherOrigins,
    );
    if (refusal) return refusal;
    const isFull = hub.connections.size >= maxSockets || (addresses.get(address) ?? 0) >= maxSocketsOfAddress;
    return isFull ? { code: codes.overCapacity, message: 'Over capacity' } : null;
  };

  const accept = (socket: WebSocket, stream: Duplex, address: string) => {
    const connection = new Connection(newSocketId(hub), socket, stream, hub.now());
    hub.connections.set(connection.id, connection);
    addresses.set(address, (addresses.get(address) ?? 0) + 1);
    hub.metrics.opened.inc();
    socket.on('message', (data, isBinary) => {
      if (!connection.isOpen) return;
      if (isBinary) return dismiss(hub, connection, codes.unsupportedData, 'Text frames only');
      try {
        receive(hub, connection, data.toString());
      } catch (error) {
        log.error({ err: error }, 'a realtime message failed');
      }
    });
    socket.on('ping', () => connection.heard(hub.now()));
    socket.on('pong', () => connection.heard(hub.now()));
    socket.on('close', (code) => {
      depart(hub, connection, code);
      countDown(addresses, address);
    });
    connection.send(connectedFrame(connection.id, activityTimeoutMs / 1000));
  };

  const api = createHttpApi(hub, log);

  return {
    hub,
    upgrade: (request, socket, head, address) => {
      if (!isRealtimePath(request.url ?? '')) return false;
      const from = address ?? 'unknown';
      server.handleUpgrade(request, socket, head, (websocket) => {
        // Broken frames close a socket with the code of RFC 6455. Without a listener, the error would end the process.
        websocket.on('error', () => {});
        const refusal = judge(request, from);
        if (refusal) refuse(hub, websocket, refusal);
        else accept(websocket, socket, from);
      });
      return true;
    },
    fetch: async (request) => api.fetch(request),
    drain: async () => {
      isDraining = true;
      clearInterval(sweeper);
      const connections = [...hub.connections.values()];
      const spread = Math.min(MAX_DRAIN_MS, connections.length);
      await Promise.all(
        connections.map(async (connection) => {
          await wait(spread > 0 ? randomInt(spread) : 0);
          dismiss(hub, connection, codes.serviceRestart, 'The service restarts');
        }),
      );
      // A live client answers at once; a dead one is not worth a longer wait.
      for (let waited = 0; waited < MAX_GOODBYE_MS && connections.some(({ isClosed }) => !isClosed); waited += LOOK_MS)
        await wait(LOOK_MS);
      for (const connection of connections) connection.terminate();
    },
  };
}

/** Returns a socket id: digits, a dot, digits. About 62 random bits make a collision unlikely. */
function newSocketId(hub: Hub): string {
  for (;;) {
    const id = `${randomInt(1, 2 ** 31)}.${randomInt(1, 2 ** 31)}`;
    if (!hub.connections.has(id)) return id;
  }
}

/** Refuses after a complete handshake, because a browser tells a page nothing about a failed one. */
function refuse(hub: Hub, socket: WebSocket, { code, message }: Refusal): void {
  hub.metrics.refused.inc({ code });
  if (code >= 4000) socket.send(errorFrame(code, message));
  socket.close(code, message);
}

function countDown(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 1) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}
