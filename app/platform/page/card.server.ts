import { timeout } from 'remix-utils/promise';

export type CardResult<T> = { ok: true; data: T } | { ok: false };

const DEADLINE_MS = 3000;

/**
 * Loads the data of one card. A module that fails or takes too long loses its card, not the page. Only redirects and
 * the lock page for a session that has ended are thrown, because they concern the whole page.
 * @param options.deadlineMs milliseconds until the card gives up
 */
export async function loadCard<T>(
  load: () => Promise<T>,
  { deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {},
): Promise<CardResult<T>> {
  try {
    return { ok: true, data: await timeout(load(), { ms: deadlineMs }) };
  } catch (error) {
    if (concernsPage(error)) throw error;
    return { ok: false };
  }
}

function concernsPage(error: unknown) {
  if (error instanceof Response) return true;
  const init = (error as { init?: { status?: number } | null } | null)?.init;
  return init?.status === 401;
}
