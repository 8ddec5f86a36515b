import { conversationOf, userOf } from '../broadcasting/broadcaster';
import { realtimeNames } from '../contract/realtime';
import { type Channel, sendToAll } from './channels';
import type { Connection } from './connection';
import { clientEventFrame, codes, errorFrame, type Message } from './frames';
import type { Hub } from './hub';
import { type Allowance, clientEventRate, fullAllowance, maxDataBytes, take } from './limits';

/** Relays a client's event to the other sockets of a channel that the client is in. */
export function relayClientEvent(hub: Hub, connection: Connection, { event, channel: name = '', data }: Message) {
  const channel = connection.channels.has(name) ? hub.channels.find(name) : undefined;
  const isPossible = channel && /^(private|presence)$/.test(channel.kind.access) && !channel.kind.isEncrypted;
  if (!isPossible)
    return connection.send(
      errorFrame(codes.unauthorized, 'Client events go to private and presence channels that the sender is in'),
    );
  // In a conversation browsers tell each other only that somebody types.
  const isConversation = conversationOf(name) !== null;
  if (isConversation && event !== realtimeNames.typing)
    return connection.send(errorFrame(codes.unauthorized, `Only ${realtimeNames.typing} goes to this channel`));
  if (!take(allowanceOf(hub, connection, channel, name), clientEventRate, hub.now()))
    return connection.send(errorFrame(codes.clientEventRate, 'More than 10 client events a second'));
  if (Buffer.byteLength(JSON.stringify(data ?? null)) > maxDataBytes)
    return connection.send(errorFrame(codes.reconnect, `The data of an event is at most ${maxDataBytes} bytes`));
  const frame = clientEventFrame(event, name, isConversation ? {} : data, channel.presence?.userOf(connection));
  hub.metrics.published.inc({ source: 'client' });
  hub.metrics.sent.inc(sendToAll(channel, frame, connection.id));
  // The other processes hear of typing alone, which has no data: what they hear passes through the database.
  if (isConversation) hub.tellPeers({ kind: 'frame', channel: name, frame, except: connection.id });
}

/** Returns the allowance that all sockets of a member share. A socket that is no member's has one of its own. */
function allowanceOf(hub: Hub, connection: Connection, { presence }: Channel, name: string): Allowance {
  const userId = presence?.userOf(connection) ?? connection.user?.id ?? userOf(name);
  if (userId === null) return connection.clientEvents;
  const known = hub.clientEvents.get(userId);
  if (known) return known;
  const allowance = fullAllowance(clientEventRate, hub.now());
  hub.clientEvents.set(userId, allowance);
  return allowance;
}
