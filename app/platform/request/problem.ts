import type { Header } from './request-context.server';

/** Terms that the member has to agree to before anything else. */
export interface WaitingTerms {
  updates: Header['term_updates'];
  /** ETag of this list, for `If-Match`; null if upstream sends none. */
  etag: string | null;
}

/** A problem for an error boundary, thrown as `data(problem, { status })`. The catalogue: docs/product/shell.md. */
export type Problem =
  | {
      kind:
        | 'not_found'
        | 'forbidden'
        | 'ghost'
        | 'forged'
        | 'too_large'
        | 'bad_request'
        | 'unsupported'
        | 'unavailable';
    }
  | { kind: 'too_many'; retryAfter: number | null }
  | { kind: 'server'; reference: string; statusText: string }
  | { kind: 'maintenance'; reference: string; retryAfter: number | null }
  | { kind: 'terms'; waiting: WaitingTerms; carry: string | null; csrf: string }
  | { kind: 'locked'; carry: string | null; csrf: string; name: string; email: string; hasPassword: boolean };

export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string';
