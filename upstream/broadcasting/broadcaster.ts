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

/** Names as Laravel Echo takes them. `{id}` stands for that of a member or a conversation. */
export interface ChannelNames {
  userChannel: string;
  clientChannel: string;
  conversationChannel: string;
}

let names: ChannelNames = realtimeNames;

/** Sets how channels are called. For the process start. */
export function nameChannels({ userChannel, clientChannel, conversationChannel }: ChannelNames): void {
  names = {
    userChannel: userChannel.replace(/^private-/, ''),
    clientChannel,
    conversationChannel: conversationChannel.replace(/^presence-/, ''),
  };
}

/** The public channel that every browser listens to. */
export const channelOfClients = (): string => names.clientChannel;

/** The private channel of one member: `private-user.7`. */
export const channelOfUser = (id: number): string => `private-${names.userChannel.replace('{id}', String(id))}`;

/** Returns the id of the member whose private channel this is, or null for any other channel. */
export function userOf(channel: string): string | null {
  const id = idIn(channel, `private-${names.userChannel}`);
  return id !== null && /^\d+$/.test(id) ? id : null;
}

/** The presence channel of an open conversation. */
export const channelOfConversation = (id: string): string =>
  `presence-${names.conversationChannel.replace('{id}', id)}`;

/** Returns the id of the conversation with this channel, or null for any other channel. */
export const conversationOf = (channel: string): string | null =>
  idIn(channel, `presence-${names.conversationChannel}`);

function idIn(channel: string, template: string): string | null {
  const [before = '', after = ''] = template.split('{id}');
  const isOf = channel.length >= before.length + after.length && channel.startsWith(before) && channel.endsWith(after);
  return isOf ? channel.slice(before.length, channel.length - after.length) : null;
}
