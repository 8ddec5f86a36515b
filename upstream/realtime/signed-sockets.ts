/** Sockets that have a signature for a channel. They may enter it as long as they live, so a session's end ends them. */
import { dismiss } from './departure';
import { codes } from './frames';
import type { Hub } from './hub';

export interface Signed {
  socketId: string;
  /** The channel, and the member's own one. */
  channels: string[];
  /** How many milliseconds ago the session was looked for; null if it was not. */
  agoMs: number | null;
}

/** Clocks of two processes differ, and a message between them takes a while. */
const TOLERANCE_MS = 1000;

/** Remembers the signature, here or in the process that has the socket. */
export function sign(hub: Hub, signed: Signed): void {
  if (hub.connections.has(signed.socketId)) admitSigned(hub, signed, 0);
  else hub.tellPeers({ kind: 'signed', ...signed });
}

/** Remembers the signature of a socket that is here. Closes the socket if its member was sent away after the session was read. */
export function admitSigned(hub: Hub, { socketId, channels, agoMs }: Signed, toleranceMs = TOLERANCE_MS): void {
  const connection = hub.connections.get(socketId);
  if (!connection) return;
  for (const channel of channels) connection.signedFor.add(channel);
  const asked = agoMs === null ? null : hub.now() - agoMs - toleranceMs;
  const isSentAway = (channel: string) =>
    asked !== null && (hub.sentAway.get(channel) ?? Number.NEGATIVE_INFINITY) >= asked;
  if (channels.some(isSentAway)) dismiss(hub, connection, codes.reconnect, 'Authorize again');
}
