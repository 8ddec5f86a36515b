/** What the other modules know of realtime: how an event leaves the house, and the names of its channels. */
import { realtimeNames } from '../contract/realtime';
import type { Tx } from '../database/database';
import { afterCommit } from '../database/transaction';

export interface BroadcastEvent {
  channels: string[];
  event: string;
  /** Anything JSON can carry; at most 10,240 bytes of it (interop: keep it under 8 KB). A string is sent as it is. */
  data: unknown;
  /** Of the sender, who does not hear it. */
  socketId?: string;
}

/** Who joins a presence channel, as its other members see them. */
export interface PresenceMember {
  user_id: string;
  user_info?: Record<string, unknown>;
}

/** What a socket shows to be let into a channel. */
export interface ChannelAuth {
  auth: string;
  /** Of presence channels only. */
  channel_data?: string;
}

export interface Broadcaster {
  /** Sends an event at once. Rejects when it is too large or the service does not take it. */
  trigger(event: BroadcastEvent): Promise<void>;
  /** Signs that the socket may enter the channel; whether it may is for the caller to judge. */
  authorize(socketId: string, channel: string, member?: PresenceMember): ChannelAuth;
  /** Has the sockets in the member's own channel ask anew whether they may be there, where the service can do that. */
  reauthorize(userId: number): Promise<void>;
  /** Notes in the log that an event was not sent. */
  failed(event: BroadcastEvent, error: unknown): void;
  /** Lets go of connections to the service. */
  close(): Promise<void>;
}

/** Sends the event once `tx` is committed, never after a rollback. It may get lost: a failure is logged, never thrown. */
export function broadcast(tx: Tx, broadcaster: Broadcaster, event: BroadcastEvent): void {
  afterCommit(tx, () => {
    broadcaster.trigger(event).catch((error: unknown) => broadcaster.failed(event, error));
  });
}

/** After a session of the member has ended: its sockets must hear nothing more, and the others come back at once. */
export function reauthorizeAfter(tx: Tx, broadcaster: Broadcaster, userId: number): void {
  afterCommit(tx, () => void broadcaster.reauthorize(userId));
}

/** The public channel that every browser listens to. */
export const clientChannel = realtimeNames.clientChannel;

let userChannel: string = realtimeNames.userChannel;

/** Sets the template of users' channels as Laravel Echo names them, `App.Models.User.{id}`, say. For the start of a process. */
export function nameUserChannels(template: string): void {
  userChannel = template;
}

/** The private channel of one member: `private-user.7`. */
export const channelOfUser = (id: number): string => `private-${userChannel.replace('{id}', String(id))}`;
