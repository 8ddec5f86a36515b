import { departWithError, dismiss } from './departure';
import { codes, pingFrame } from './frames';
import type { Hub } from './hub';
import {
  activityTimeoutMs,
  authorizationLifetimeMs,
  clientEventRate,
  isFull,
  longestCallMs,
  pongTimeoutMs,
} from './limits';

/** How often `sweep` should run. */
export const sweepIntervalMs = 10_000;

/**
 * Pings silent sockets and closes those that did not answer. Makes sockets with an old authorization authorize again.
 * Forgets expired events of cache channels, who has sent client events, and when sockets were sent away.
 */
export function sweep(hub: Hub): void {
  const now = hub.now();
  for (const connection of [...hub.connections.values()]) {
    if (connection.pingedAt > 0) {
      if (now - connection.pingedAt >= pongTimeoutMs)
        departWithError(hub, connection, codes.noPong, 'Pong reply not received in time');
    } else if (connection.authorizedAt > 0 && now - connection.authorizedAt >= authorizationLifetimeMs) {
      dismiss(hub, connection, codes.reconnect, 'Authorize again');
    } else if (now - connection.heardAt >= activityTimeoutMs) {
      connection.pingedAt = now;
      connection.send(pingFrame);
    }
  }
  hub.channels.forget(now);
  for (const [userId, allowance] of hub.clientEvents)
    if (isFull(allowance, clientEventRate, now)) hub.clientEvents.delete(userId);
  for (const [channel, at] of hub.sentAway) if (now - at >= longestCallMs) hub.sentAway.delete(channel);
}
