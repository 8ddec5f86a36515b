import Pusher from 'pusher';
import type { ServerConfig } from '../config';
import { type Finding, findingsOf, reasonOf } from './finding';

const { fine, wrong } = findingsOf('realtime');

const TIMEOUT_MS = 5000;

/** Asks an external realtime service for its channels, signed as events are. */
export async function checkRealtime({ upstream }: ServerConfig): Promise<Finding[]> {
  const service = upstream?.pusher;
  if (!service) return [];
  const { appId, key, secret, cluster, host, port, scheme } = service;
  const options = { appId, key, secret, useTLS: scheme === 'https', timeout: TIMEOUT_MS };
  const pusher = new Pusher(host ? { ...options, host, port: String(port) } : { ...options, cluster });
  const name = host ? `${host}:${port}` : `Pusher Channels (${cluster})`;
  try {
    await pusher.get({ path: '/channels' });
    return [fine(`${name} answers to the key.`)];
  } catch (error) {
    // The library's whole error contains the signed URL.
    const status = error instanceof Pusher.RequestError ? error.status : undefined;
    const refused = status === 401 || status === 403;
    const reason =
      status === undefined ? reasonOf((error as { error?: unknown }).error ?? error) : `it answers ${status}`;
    const fix = refused
      ? 'Check PUSHER_APP_ID, PUSHER_APP_KEY and PUSHER_APP_SECRET.'
      : 'Check PUSHER_HOST, PUSHER_PORT, PUSHER_SCHEME and PUSHER_CLUSTER.';
    return [wrong(`${name} takes no events: ${reason}.`, fix)];
  }
}
