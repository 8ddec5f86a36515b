/** The interface of realtime for the other modules: how to send an event, and the names of channels. */
import { realtimeNames } from '../contract/realtime';
import type { Tx } from '../database/database';
import { afterCommit } from '../database/transaction';

export interface BroadcastEvent {
  channels: string[];
  event: string;
  /** Any JSON value of at most 10,240 bytes (interop: keep it under 8 KB). A string is sent as it is. */
  data: unknown;
  /** The sender's socket, which does not receive the event. */
  socketId?: string;
}

/** A user who joins a presence channel, as its other members see them. */
export interface PresenceMember {
  user_id: string;
  user_info?: Record<string, unknown>;
}

/** What a socket presents to enter a channel. */
export interface ChannelAuth {
  auth: string;
  /** For presence channels only. */
  channel_data?: string;
}

/** What a socket presents to sign in as a member's. */
export interface UserAuth {
  auth: string;
  user_data: string;
}

export interface Broadcaster {
  /** Sends an event at once. Rejects if it is too large or the service does not accept it. */
  trigger(event: BroadcastEvent): Promise<void>;
  /**
   * Signs that the socket may enter the channel. The caller decides whether it may, and says when that was asked: if the
   * member has had to authorize again since, the socket has to as well.
   */
  authorize(socketId: string, channel: string, member?: PresenceMember, asked?: Date): ChannelAuth;
  /** Signs that the socket is the member's. */
  authenticate(socketId: string, userId: number): UserAuth;
  /** Makes the member's sockets authorize again. An external service knows those that have signed in. */
  reauthorize(userId: number): Promise<void>;
  /** Logs that an event was not sent. */
  failed(event: BroadcastEvent, error: unknown): void;
  /** Closes the connections to the service. */
  close(): Promise<void>;
}

/** Sends the event after `tx` has committed, never after a rollback. It may get lost: failures are only logged. */
export function broadcast(tx: Tx, broadcaster: Broadcaster, event: BroadcastEvent): void {
  afterCommit(tx, () => broadcastNow(broadcaster, event));
}

/** Sends the event at once. It may get lost: failures are only logged. */
export function broadcastNow(broadcaster: Broadcaster, event: BroadcastEvent): void {
  broadcaster.trigger(event).catch((error: unknown) => broadcaster.failed(event, error));
}

/**
 * Makes the member's sockets authorize again after a session has ended. The sockets of that session then receive
 * nothing more, and the others reconnect at once.
 */
export function reauthorizeAfter(tx: Tx, broadcaster: Broadcaster, userId: number): void {
  afterCommit(tx, () => void broadcaster.reauthorize(userId));
}

/** The public channel that every browser listens to. */
export const clientChannel = realtimeNames.clientChannel;

let userChannel: string = realtimeNames.userChannel;

/** Sets the template of users' channels, as Laravel Echo names them: `App.Models.User.{id}`. For the process start. */
export function nameUserChannels(template: string): void {
  userChannel = template;
}

/** The private channel of one member: `private-user.7`. */
export const channelOfUser = (id: number): string => `private-${userChannel.replace('{id}', String(id))}`;
