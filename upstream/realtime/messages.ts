import { relayClientEvent } from './client-events';
import type { Connection } from './connection';
import { dismiss } from './departure';
import { codes, errorFrame, fieldsOf, pongFrame, readFrame } from './frames';
import type { Hub } from './hub';
import { frameRate, take } from './limits';
import { subscribe, unsubscribe } from './subscriptions';
import { signIn } from './users';

/** Handles a client's frame. Text that is not a message of the protocol gets an error as the answer, nothing more. */
export function receive(hub: Hub, connection: Connection, text: string) {
  const now = hub.now();
  connection.heard(now);
  if (!take(connection.frames, frameRate, now))
    return dismiss(hub, connection, codes.policyViolation, 'Too many messages');
  const message = readFrame(text);
  hub.metrics.received.inc({ event: kindOfMessage(message?.event) });
  if (!message) return connection.send(errorFrame(codes.reconnect, 'Invalid message format'));
  switch (message.event) {
    case 'pusher:ping':
      return connection.send(pongFrame);
    case 'pusher:pong':
      return;
    case 'pusher:subscribe':
      return subscribe(hub, connection, fieldsOf(message.data));
    case 'pusher:unsubscribe':
      return leave(hub, connection, fieldsOf(message.data).channel);
    case 'pusher:signin':
      return signIn(hub, connection, fieldsOf(message.data));
    default:
      if (message.event.startsWith('client-')) return relayClientEvent(hub, connection, message);
      return connection.send(errorFrame(codes.reconnect, 'Unknown event'));
  }
}

function leave(hub: Hub, connection: Connection, channel: unknown) {
  if (typeof channel === 'string') unsubscribe(hub, connection, channel);
}

/** A label for the metrics. Clients choose the names of events, but a label must have a limited number of values. */
function kindOfMessage(event = 'malformed'): string {
  if (event.startsWith('client-')) return 'client';
  return /^pusher:(ping|pong|subscribe|unsubscribe|signin)$/.test(event) || event === 'malformed' ? event : 'unknown';
}
