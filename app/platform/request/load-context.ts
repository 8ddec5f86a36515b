import type { Logger } from 'pino';
import type { Answer } from './api-transport.server';

/** What upstream knows of the caller, beside the headers that anybody can send. */
interface Caller {
  ip: string | null;
  requestId: string;
  page: string;
}

/** The context that `server.ts` passes to every loader and action. `remix-serve` passes none, so all is optional. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Answers upstream calls in this process; absent with a foreign upstream. */
    upstream?: {
      fetch(request: Request, caller: Caller): Promise<Response>;
      /** Answers a GET with JSON. */
      read(url: string, headers: Headers, caller: Caller): Promise<Answer>;
    };
    /** The caller's IP address, after `TRUST_PROXY` is applied. */
    ip?: string | null;
    /** Shown in the log, on the error page and in Sentry. */
    requestId?: string;
    /** The requested path, without parts that must not be logged. */
    page?: string;
    /** True if script asks for the data of a page, `PATH.data`. */
    isData?: boolean;
    log?: Logger;
    /** Sends an unexpected error to the error-reporting service. */
    report?: (error: unknown, requestId: string) => void;
    /** Set by `entry.server`: the whole page, so that nobody has to read it from a stream. */
    writtenPage?: Buffer<ArrayBuffer>;
    /** Set by `contextOf`. All loaders and actions of one request share it. */
    current?: Promise<import('./request-context.server').RequestContext>;
  }
}
