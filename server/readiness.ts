import { apiBase } from '../app/platform/request/api-transport.server';
import type { Upstream } from '../upstream/server';

/** A balancer asks every few seconds, so it must not wait as long as a member. */
const ANSWER_MS = 3000;

/** Tells whether the pages of this server can work: its database answers, or the foreign back end does. */
export const checkReady = (upstream: Upstream | null): Promise<boolean> =>
  (upstream ? upstream.ready() : askBackEnd()).then(
    () => true,
    () => false,
  );

/**
 * Asks for what every page needs. Without a token the back end refuses, and so shows that it works. No page follows a
 * redirect.
 */
async function askBackEnd(): Promise<void> {
  const answer = await fetch(`${apiBase()}/user/header`, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  await answer.body?.cancel();
  if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400))
    throw new Error(`The back end answers ${answer.status}`);
}
