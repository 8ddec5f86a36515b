import { env } from '../platform/env.server';
import type { Header } from '../platform/request-context.server';

type User = Header['user'];

/** The longest that a tracker is waited for (specification, section 9). */
const DEADLINE_MS = 3000;

/** A tracker is configured, and the member consents to it. */
export const mayTrack = ({ tracking_consent_at }: User): boolean =>
  env().trackerUrl !== null && Boolean(tracking_consent_at);

/**
 * Tells the configured tracker that this member is here: id, name, e-mail and IP address, and nothing else, from server
 * to server. The caller has asked `mayTrack`.
 * @throws whatever `fetch` throws, TimeoutError past 3000 ms, Error when the tracker refuses
 */
export async function tellTracker({ id, name, email, ip_address }: User): Promise<void> {
  const { trackerUrl } = env();
  if (!trackerUrl) return;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new DOMException('Timed out', 'TimeoutError')), DEADLINE_MS);
  try {
    const answer = await fetch(trackerUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id, username: name, email, ip_address }),
      redirect: 'error',
      signal: deadline.signal,
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The tracker answers ${answer.status}`);
  } finally {
    clearTimeout(timer);
  }
}
