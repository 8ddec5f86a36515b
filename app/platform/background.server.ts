import type { Problem } from './problem';

/**
 * JSON for what script asks for beside the page. Nobody goes there, so it neither leads anywhere nor remembers a path:
 * a session that is over is a plain 401, and whatever a page of trouble would say is its `kind`.
 */
export async function answerInBackground(load: () => Promise<unknown>): Promise<Response> {
  try {
    return Response.json(await load());
  } catch (error) {
    if (error instanceof Response) return Response.json({ kind: 'locked' }, { status: 401 });
    const { data, init } = error as { data?: Problem; init?: { status?: number } | null };
    if (!data?.kind) throw error;
    return Response.json({ kind: data.kind }, { status: init?.status ?? 500 });
  }
}
