import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface Balancer {
  url: string;
  close(): Promise<void>;
}

/**
 * Stands before several servers where there is no nginx: each request goes to the next one, and to another one if that
 * refuses the connection. What a server has begun to read is never sent again.
 */
export async function startBalancer(...ports: number[]): Promise<Balancer> {
  let turn = 0;
  const next = () => ports[turn++ % ports.length] as number;

  function pass(asked: IncomingMessage, answer: ServerResponse, left = ports.length) {
    const { method, url: path, headers } = asked;
    const onward = request({ host: '127.0.0.1', port: next(), method, path, headers, agent: false }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('socket', (socket) => socket.once('connect', () => asked.pipe(onward)));
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && left > 1) return pass(asked, answer, left - 1);
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    });
  }
  const server = createServer((asked, answer) => pass(asked, answer));
  server.on('upgrade', ({ method, url, rawHeaders }, client, head) => {
    const onward = connect(next(), '127.0.0.1', () => {
      const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
      onward.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.pipe(client).pipe(onward);
    });
    for (const [side, other] of [
      [client, onward],
      [onward, client],
    ] as const)
      side.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
