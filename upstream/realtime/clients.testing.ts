/** Real clients of the protocol, as in browsers and on other servers. */
import PusherLibrary from 'pusher';
import Pusher, { type Channel } from 'pusher-js';
import { testApp } from './realtime.testing';

/** Pusher's own server library, set up for an endpoint on this machine. */
export function libraryFor(port: number, encryptionMasterKeyBase64?: string): PusherLibrary {
  const { id: appId, key, secret } = testApp;
  return new PusherLibrary({ appId, key, secret, host: '127.0.0.1', port: String(port), encryptionMasterKeyBase64 });
}

/** The options of a member's browser. `userId` is the user that the server takes it for. */
export const optionsFor = (library: PusherLibrary, port: number, userId: string) => ({
  cluster: 'eu',
  wsHost: '127.0.0.1',
  wsPort: port,
  forceTLS: false,
  enabledTransports: ['ws', 'wss'] as ('ws' | 'wss')[],
  channelAuthorization: {
    transport: 'ajax' as const,
    endpoint: '',
    customHandler: (
      { socketId, channelName }: { socketId: string; channelName: string },
      answer: (error: Error | null, auth: { auth: string; channel_data?: string } | null) => void,
    ) => {
      if (channelName.endsWith('.forbidden')) return answer(new Error('403'), null);
      const isPresence = channelName.startsWith('presence-');
      const member = isPresence ? { user_id: userId, user_info: { name: `User ${userId}` } } : undefined;
      answer(null, library.authorizeChannel(socketId, channelName, member));
    },
  },
  userAuthentication: {
    transport: 'ajax' as const,
    endpoint: '',
    customHandler: (
      { socketId }: { socketId: string },
      answer: (error: Error | null, auth: { auth: string; user_data: string } | null) => void,
    ) => answer(null, library.authenticateUser(socketId, { id: userId })),
  },
});

/** Returns a client that is the browser of this user. */
export const pusherFor = (library: PusherLibrary, port: number, userId = '1'): Pusher =>
  new Pusher(testApp.key, optionsFor(library, port, userId));

/** Returns the data of the next event of this name. */
export const heard = (target: { bind(event: string, callback: (data: never) => void): unknown }, event: string) =>
  new Promise<unknown>((resolve) => void target.bind(event, (data: unknown) => resolve(data)));

/** Returns the channel after the subscription has succeeded. */
export async function subscribed(client: Pusher, name: string): Promise<Channel> {
  const channel = client.subscribe(name);
  if (!channel.subscribed) await heard(channel, 'pusher:subscription_succeeded');
  return channel;
}
