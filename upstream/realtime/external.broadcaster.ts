import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Logger } from 'pino';
import Pusher from 'pusher';
import type { Broadcaster } from '../broadcasting/broadcaster';
import type { PusherConfig } from '../config';
import { maxChannelsOfEvent } from './limits';

const TIMEOUT_MS = 5000;

/**
 * Sends through Pusher Channels, Reverb, soketi, Sockudo or another endpoint that speaks Pusher's HTTP API.
 */
export function externalBroadcaster(service: PusherConfig, log: Logger): Broadcaster {
  const { appId, key, secret, cluster, host, port, scheme } = service;
  const agent = scheme === 'https' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const options = { appId, key, secret, useTLS: scheme === 'https', timeout: TIMEOUT_MS, agent };
  const pusher = new Pusher(host ? { ...options, host, port: String(port) } : { ...options, cluster });
  return {
    trigger: async ({ channels, event, data, socketId }) => {
      for (let at = 0; at < channels.length; at += maxChannelsOfEvent) {
        const some = channels.slice(at, at + maxChannelsOfEvent);
        await pusher.trigger(some, event, data ?? null, socketId === undefined ? {} : { socket_id: socketId });
      }
    },
    authorize: (socketId, channel, member) => pusher.authorizeChannel(socketId, channel, member),
    authenticate: (socketId, userId) => pusher.authenticateUser(socketId, { id: String(userId) }),
    // The service ends the sockets that have signed in, which our browsers do. They come back and ask again.
    reauthorize: async (userId) => {
      await pusher.terminateUserConnections(String(userId)).catch((error: unknown) => {
        log.error({ reason: reasonOf(error) }, 'sockets did not have to authorize again');
      });
    },
    // The library's error contains the signed URL, which is valid for ten minutes, so only the reason is logged.
    failed: ({ event }, error) => log.error({ event, reason: reasonOf(error) }, 'broadcast failed'),
    close: async () => agent.destroy(),
  };
}

const reasonOf = (error: unknown) =>
  error instanceof Pusher.RequestError ? `${error.message} ${error.status ?? ''}`.trim() : String(error);
