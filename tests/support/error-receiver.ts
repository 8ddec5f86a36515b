import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface ErrorReceiver {
  /** The value for `SENTRY_DSN`. */
  dsn: string;
  /** Returns everything that was received, unparsed. */
  raw(): string;
  /** Returns the bodies of all items of a type, `event` or `transaction`. */
  items(type: string): ReportedItem[];
  close(): Promise<void>;
}

interface ReportedItem {
  release?: string;
  transaction?: string;
  tags: Record<string, string>;
  exception: { values: { value: string; stacktrace: { frames: unknown[] } }[] };
  spans: { op: string; description?: string }[];
  timestamp: number;
  start_timestamp: number;
}

/** Starts a stand-in for Sentry. Envelopes are lines of JSON, each item a header and a body. */
export async function startErrorReceiver(): Promise<ErrorReceiver> {
  const envelopes: string[] = [];
  const server = createServer(async (request, response) => {
    // Browsers ask first.
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Allow-Headers', '*');
    if (request.method === 'OPTIONS') return response.end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    envelopes.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString());
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return {
    dsn: `http://public@127.0.0.1:${address.port}/7`,
    raw: () => envelopes.join('\n'),
    items: (type) =>
      envelopes.flatMap((envelope) => {
        const lines = envelope.split('\n').filter(Boolean);
        return lines
          .filter((_, at) => at > 0 && JSON.parse(lines[at - 1] ?? '{}').type === type)
          .map((line) => JSON.parse(line));
      }),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
