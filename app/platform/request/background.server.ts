import type { Problem } from './problem';

/**
 * Answers a background request of script with JSON. It is not a navigation, so it never redirects and remembers no
 * path: the answer is a plain 401 after the end of the session, and the `kind` of any other problem.
 * @param respond makes the answer, for one that has a status or headers of its own
 */
export async function answerInBackground<T>(
  load: () => Promise<T>,
  respond: (loaded: T) => Response = (loaded) => Response.json(loaded),
): Promise<Response> {
  try {
    return respond(await load());
  } catch (error) {
    if (error instanceof Response) return Response.json({ kind: 'locked' }, { status: 401 });
    const { data, init } = error as { data?: Problem; init?: { status?: number } | null };
    if (!data?.kind) throw error;
    return Response.json({ kind: data.kind }, { status: init?.status ?? 500 });
  }
}
