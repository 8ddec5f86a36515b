import { createServer } from 'node:http';

export interface Tracker {
  /** The value for `TRACKER_URL`. */
  url: string;
  /** The bodies of the calls so far. */
  visits: unknown[];
  /** Sets how calls are answered from now on. */
  answer(how: Manner): void;
  close(): Promise<void>;
}

type Manner = 'well' | 'never' | { redirectTo: string };

/** Starts a stand-in for the tracker. */
export async function startTracker(): Promise<Tracker> {
  const visits: unknown[] = [];
  let how: Manner = 'well';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    visits.push({ method: request.method, path: request.url, body: JSON.parse(Buffer.concat(chunks).toString()) });
    if (how === 'well') response.writeHead(200).end('{}');
    else if (how !== 'never') response.writeHead(307, { location: how.redirectTo }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/visits`,
    visits,
    answer(next) {
      how = next;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
