/** The endpoint on an HTTP server of its own, as in another process. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Registry } from 'prom-client';
import WebSocket from 'ws';
import { createEndpoint, type Endpoint, type EndpointOptions } from './endpoint';
import { silent, testApp } from './realtime.testing';

export interface RunningEndpoint {
  endpoint: Endpoint;
  port: number;
  registry: Registry;
  /** Drains, then accepts no more connections. */
  stop(): Promise<void>;
}

export async function startEndpoint(options: Partial<EndpointOptions> = {}, wanted = 0): Promise<RunningEndpoint> {
  const registry = new Registry();
  const endpoint = createEndpoint({ app: testApp, allowedOrigin: null, registry, log: silent, ...options });
  const server = createServer(getRequestListener((request) => endpoint.fetch(request)));
  server.on('upgrade', (request, socket, head) => {
    const address = request.headers['x-forwarded-for']?.toString() ?? '192.0.2.1';
    if (!endpoint.upgrade(request, socket, head, address)) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint,
    port,
    registry,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await endpoint.drain();
      server.closeAllConnections();
      await closed;
    },
  };
}

export interface RawClient {
  socket: WebSocket;
  /** Returns the next unread frame. */
  next(): Promise<string>;
  /** Code of the close frame. */
  closed: Promise<number>;
}

/** Opens a bare websocket to the endpoint; nothing is sent yet. */
export function dial(
  port: number,
  path = `/app/${testApp.key}?protocol=7`,
  options: WebSocket.ClientOptions = {},
): RawClient {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, options);
  const frames: string[] = [];
  const waiting: ((frame: string) => void)[] = [];
  socket.on('message', (data) => {
    const read = waiting.shift();
    if (read) read(data.toString());
    else frames.push(data.toString());
  });
  socket.on('error', () => {});
  return {
    socket,
    next: () => {
      const [frame] = frames.splice(0, 1);
      return frame === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(frame);
    },
    closed: new Promise((resolve) => socket.once('close', resolve)),
  };
}
