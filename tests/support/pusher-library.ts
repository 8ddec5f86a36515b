import { hkdfSync } from 'node:crypto';
import Pusher from 'pusher';
import { embeddedApp } from '../../upstream/contract/realtime';
import type { Club } from './club';

/** As Pusher's library on another machine would be set up; the secret comes from the server's. */
export function libraryOf({ url, secret }: Pick<Club, 'url' | 'secret'>): Pusher {
  const { id: appId, key } = embeddedApp;
  const { hostname: host, port } = new URL(url);
  const ownSecret = Buffer.from(hkdfSync('sha256', secret, 'almende', 'realtime', 32)).toString('hex');
  return new Pusher({ appId, key, secret: ownSecret, host, port });
}
