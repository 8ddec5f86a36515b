/** The ends of a connection: whoever leaves is gone from every channel at once, however long the socket takes to close. */
import type { Connection } from './connection';
import { codes, errorFrame } from './frames';
import type { Hub } from './hub';
import { unsubscribe } from './subscriptions';

/** Forgets a connection; a second time it does nothing. */
export function depart(hub: Hub, connection: Connection, code: number): void {
  if (!hub.connections.delete(connection.id)) return;
  for (const channel of [...connection.channels]) unsubscribe(hub, connection, channel);
  if (connection.user) hub.users.remove(connection.user.id, connection);
  hub.metrics.closed.inc({ code: labelOf(code) });
}

const OWN_CODES: number[] = Object.values(codes);

/** Clients choose any of 3000 to 4999; a label must not have any number of values. */
const labelOf = (code: number) => (code < 3000 || OWN_CODES.includes(code) ? code : 'other');

/** Closes a connection with a code. */
export function dismiss(hub: Hub, connection: Connection, code: number, reason: string): void {
  connection.close(code, reason);
  depart(hub, connection, code);
}

/** Says why before it closes; clients show the error, and act on the code. */
export function departWithError(hub: Hub, connection: Connection, code: number, message: string): void {
  connection.send(errorFrame(code, message));
  dismiss(hub, connection, code, message);
}

/** Has everybody who is in a channel, or may enter it, come again and authorize anew. */
export function sendAway(hub: Hub, channel: string): void {
  for (const connection of [...hub.connections.values()]) {
    if (connection.channels.has(channel) || connection.signedFor.has(channel))
      dismiss(hub, connection, codes.reconnect, 'Authorize again');
  }
}
