import { timeout } from 'remix-utils/promise';
import { env } from '../platform/request/env.server';
import type { Header } from '../platform/request/request-context.server';

type User = Header['user'];

/** The longest time to wait for a tracker (specification, section 9). */
const DEADLINE_MS = 3000;

/** Tells whether a tracker is configured and the member consents to it. */
export const mayTrack = ({ tracking_consent_at }: User): boolean =>
  env().trackerUrl !== null && Boolean(tracking_consent_at);

/**
 * Tells the configured tracker that this member is here, from server to server: id, name, e-mail and IP address,
 * nothing else. The caller has checked `mayTrack`.
 * @throws what `fetch` throws, TimeoutError after 3000 ms, Error when the tracker refuses
 */
export async function tellTracker({ id, name, email, ip_address }: User): Promise<void> {
  const { trackerUrl } = env();
  if (!trackerUrl) return;
  const controller = new AbortController();
  const request = fetch(trackerUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id, username: name, email, ip_address }),
    redirect: 'error',
    signal: controller.signal,
  });
  const answer = await timeout(request, { ms: DEADLINE_MS, controller });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The tracker answers ${answer.status}`);
}
