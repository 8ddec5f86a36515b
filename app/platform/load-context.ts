import type { Logger } from 'pino';

/** What `server.ts` hands to every loader and action. `remix-serve` hands over nothing: every member is optional. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Answers upstream calls in this process; absent with a foreign upstream. */
    upstream?: (request: Request, env: { ip: string | null; requestId: string; page: string }) => Promise<Response>;
    /** The caller's address after `TRUST_PROXY` was applied. */
    ip?: string | null;
    /** Stands in the log, in the error page and in Sentry. */
    requestId?: string;
    log?: Logger;
    /** Sends an unexpected error to the error-reporting service. */
    report?: (error: unknown, requestId: string) => void;
    /** Set by `contextOf`; one object for all loaders and actions of one request. */
    current?: Promise<import('./request-context.server').RequestContext>;
  }
}
