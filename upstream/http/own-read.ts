import type { Context } from 'hono';
import type { Api, Env } from './env';
import { plainCopy } from './plain-copy';

/** What the web app reads of an answer. */
export type Answer = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'json'>;

/**
 * A GET of the web app in the same process, with all that Hono reads of a request. A page makes several. `Request` and
 * `Response` of Node have signals and streams, which take longer than a short call itself.
 */
export class OwnRead {
  readonly method = 'GET';
  /** What the reader of the answer's JSON would get. Undefined if the answer has none. */
  value: unknown;

  constructor(
    readonly url: string,
    readonly headers: Headers,
  ) {}
}

/** Keeps the value of an answer in its request, instead of a text in a body that is read as a stream. */
export function keepValue(c: Context<Env>, read: OwnRead): void {
  const json = (value: unknown, ...init: []) => {
    read.value = plainCopy(value);
    return c.body('', ...init);
  };
  c.json = json as unknown as typeof c.json;
}

/** Returns a function that asks the API and returns the answer. Its headers are made for those who look at them. */
export const readFrom =
  (api: Pick<Api, 'fetch'>) =>
  async (url: string, headers: Headers, env: Env['Bindings']): Promise<Answer> => {
    const read = new OwnRead(url, headers);
    const response = await api.fetch(read as unknown as Request, env);
    return {
      ok: response.ok,
      status: response.status,
      get statusText() {
        return response.statusText;
      },
      get headers() {
        return response.headers;
      },
      json: async () => {
        if (read.value === undefined) throw new SyntaxError('The answer has no JSON');
        return read.value;
      },
    };
  };
