export type CardResult<T> = { ok: true; data: T } | { ok: false };

const DEADLINE_MS = 3000;

/**
 * Loads what one card shows. A module that fails or takes too long costs its own card and not the page; only what
 * concerns the whole page passes: redirects, and the lock page for a session that ended.
 * @param options.deadlineMs milliseconds until the card gives up
 */
export async function loadCard<T>(
  load: () => Promise<T>,
  { deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {},
): Promise<CardResult<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<CardResult<T>>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false }), deadlineMs);
  });
  try {
    const loaded = load().then((data): CardResult<T> => ({ ok: true, data }));
    return await Promise.race([loaded, deadline]);
  } catch (error) {
    if (concernsPage(error)) throw error;
    return { ok: false };
  } finally {
    clearTimeout(timer);
  }
}

function concernsPage(error: unknown) {
  if (error instanceof Response) return true;
  const init = (error as { init?: { status?: number } | null } | null)?.init;
  return init?.status === 401;
}
