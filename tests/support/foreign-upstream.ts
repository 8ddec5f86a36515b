import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

type Change = (body: Record<string, unknown>) => unknown;

/** An answer in JSON, or without a body. */
export interface Spoken {
  status: number;
  body: unknown;
  /** Whether the call carried a member's token. */
  hadToken: boolean;
}

type Habits = (answer: Spoken) => Pick<Spoken, 'status' | 'body'>;

export interface ForeignUpstream {
  /** The value for `UPSTREAM_URL`. */
  url: string;
  /** Answers a call such as `POST /auth/login` itself from now on. Null forwards the call again. */
  override(call: string, answer: Answer | null): void;
  /** Forwards a call and changes the body of its answer from now on. */
  change(call: string, change: Change): void;
  /** Knows only these calls from now on, and answers every other one as Laravel answers an unknown route. */
  only(calls: string[]): void;
  /** Refuses connections until `open` is called. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/**
 * Starts another back end in the view of the web app, across a process boundary. It forwards every call to the API of a
 * club, except those that a test answers itself. With `habits` it puts every answer in words of its own.
 */
export async function startForeignUpstream(clubUrl: string, habits?: Habits): Promise<ForeignUpstream> {
  const overrides = new Map<string, Answer>();
  let known: string[] | null = null;
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/api/, '').replace(/\?.*/, '');
    const call = `${request.method} ${path}`;
    const answer = overrides.get(call) ?? (known && !known.includes(call) ? unknownRoute : handOn);
    answer(request, response);
  });
  async function handOn(request: IncomingMessage, response: ServerResponse, change?: Change) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { host: _h, connection: _c, 'content-length': _l, 'transfer-encoding': _t, ...headers } = request.headers;
    const answer = await fetch(`${clubUrl}${request.url}`, {
      method: request.method,
      headers: headers as Record<string, string>,
      body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
    });
    const kept = [...answer.headers].filter(
      ([name]) => !/^(content-encoding|content-length|transfer-encoding)$/.test(name),
    );
    const body = Buffer.from(await answer.arrayBuffer());
    const isJson = body.length === 0 || /json/.test(answer.headers.get('content-type') ?? '');
    if (habits && isJson) {
      const json = body.length > 0 ? JSON.parse(body.toString()) : undefined;
      const spoken = habits({ status: answer.status, body: json, hadToken: Boolean(headers.authorization) });
      response.writeHead(spoken.status, { ...Object.fromEntries(kept), 'content-type': 'application/json' });
      response.end(spoken.body === undefined ? undefined : JSON.stringify(spoken.body));
      return;
    }
    response.writeHead(answer.status, Object.fromEntries(kept));
    response.end(change && answer.ok ? JSON.stringify(change(JSON.parse(body.toString()))) : body);
  }
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    override(call, answer) {
      if (answer) overrides.set(call, answer);
      else overrides.delete(call);
    },
    change: (call, change) => void overrides.set(call, (request, response) => void handOn(request, response, change)),
    only(calls) {
      known = calls;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    open: () => listen(address.port),
  };
}

const unknownRoute: Answer = (request, response) =>
  answerWith(404, { message: `The route ${request.url?.slice(1)} could not be found.` })(request, response);

/** Returns an answer with a status and a body, as JSON unless it is text. */
export const answerWith =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  };

/** Sends blanks as long as the other side takes them. */
export const goOnForever: Answer = (_request, response) => {
  const blanks = Buffer.alloc(64 * 1024, ' ');
  const send = () => {
    while (!response.destroyed && response.write(blanks));
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.on('drain', send);
  send();
};

/** Accepts the request and never answers. */
export const hang: Answer = () => undefined;
