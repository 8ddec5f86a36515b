import { hkdfSync } from 'node:crypto';
import Pusher from 'pusher';
import { embeddedApp } from '../../upstream/contract/realtime';
import type { Club } from './club';

/** Returns Pusher's library as another machine would set it up. Its secret is derived from the server's secret. */
export function libraryOf({ url, secret }: Pick<Club, 'url' | 'secret'>): Pusher {
  const { id: appId, key } = embeddedApp;
  const { hostname: host, port } = new URL(url);
  const ownSecret = Buffer.from(hkdfSync('sha256', secret, 'almende', 'realtime', 32)).toString('hex');
  return new Pusher({ appId, key, secret: ownSecret, host, port });
}
