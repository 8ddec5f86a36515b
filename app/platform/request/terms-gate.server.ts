import { sealForm } from './carry.server';
import { csrfToken } from './csrf.server';
import type { WaitingTerms } from './problem';
import type { Header, RequestContext } from './request-context.server';
import { problem } from './responses.server';

/** Returns the terms that need this member's agreement, or null. Staff in ghost mode cannot agree, so they see none. */
export function waitingTerms({ term_updates: updates, term_updates_etag: etag, ghost }: Header): WaitingTerms | null {
  return updates.length > 0 && !ghost ? { updates, etag: etag ?? null } : null;
}

/**
 * Returns what to throw for a POST while terms wait: the terms in place of its answer, with the posted form carried.
 * Rule: docs/product/shell.md#terms-update.
 */
export async function whenTermsWait(current: RequestContext, waiting: WaitingTerms): Promise<unknown> {
  const { session, url } = current;
  const form = await current.form;
  const userId = session.get('user')?.id ?? null;
  return problem({
    kind: 'terms',
    waiting,
    carry: form ? sealForm(form.sent, url.pathname + url.search, userId, Date.now()) : null,
    csrf: csrfToken(session),
  });
}
