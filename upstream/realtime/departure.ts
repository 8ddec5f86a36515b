/** The end of a connection. It leaves every channel at once, however long the socket takes to close. */
import type { Connection } from './connection';
import { codes, errorFrame } from './frames';
import type { Hub } from './hub';
import { unsubscribe } from './subscriptions';

/** Removes a connection from the hub. A second call does nothing. */
export function depart(hub: Hub, connection: Connection, code: number): void {
  if (!hub.connections.delete(connection.id)) return;
  for (const channel of [...connection.channels]) unsubscribe(hub, connection, channel);
  if (connection.user) hub.users.remove(connection.user.id, connection);
  hub.metrics.closed.inc({ code: labelOf(code) });
}

const OWN_CODES: number[] = Object.values(codes);

/** Clients choose any code from 3000 to 4999, but a label must have a limited number of values. */
const labelOf = (code: number) => (code < 3000 || OWN_CODES.includes(code) ? code : 'other');

/** Closes a connection with a code and removes it from the hub. */
export function dismiss(hub: Hub, connection: Connection, code: number, reason: string): void {
  connection.close(code, reason);
  depart(hub, connection, code);
}

/** Sends the error before it closes. Clients show the message and act on the code. */
export function departWithError(hub: Hub, connection: Connection, code: number, message: string): void {
  connection.send(errorFrame(code, message));
  dismiss(hub, connection, code, message);
}

/** Closes the sockets that are in a channel or may enter it, so that they reconnect and authorize again. */
export function sendAway(hub: Hub, channel: string): void {
  sendAwayHere(hub, channel);
  hub.tellPeers({ kind: 'send_away', channel });
}

/** The same for the sockets of this process. */
export function sendAwayHere(hub: Hub, channel: string): void {
  hub.sentAway.set(channel, hub.now());
  for (const connection of [...hub.connections.values()]) {
    if (connection.channels.has(channel) || connection.signedFor.has(channel))
      dismiss(hub, connection, codes.reconnect, 'Authorize again');
  }
}
