/** `pusher:subscribe` and `pusher:unsubscribe`: which sockets may enter a channel, and who is told. */
import { type ChannelKind, kindOf, serverToUser } from './channel-names';
import { sendToAll } from './channels';
import type { Connection } from './connection';
import * as frames from './frames';
import type { Hub } from './hub';
import { maxChannelsOfSocket, maxNameLength, maxPresenceMembers, maxUserIdLength, maxUserInfoBytes } from './limits';
import type { PresentUser } from './presence';
import { channelAuth, isSigned } from './signatures';

/** Lets the socket into a channel, or sends the reason why not. */
export function subscribe(hub: Hub, connection: Connection, fields: Record<string, unknown>) {
  const name = typeof fields.channel === 'string' ? fields.channel : '';
  if (connection.channels.has(name))
    return connection.send(frames.errorFrame(frames.codes.reconnect, `Existing subscription to channel ${name}`));
  const admission = admit(hub, connection, name, fields);
  if ('error' in admission)
    return connection.send(frames.subscriptionErrorFrame(name.slice(0, maxNameLength), admission));
  enter(hub, connection, name, admission);
}

/** Removes the socket from a channel; there is no answer. */
export function unsubscribe(hub: Hub, connection: Connection, name: string): void {
  if (!connection.channels.delete(name)) return;
  const channel = hub.channels.find(name);
  const left = channel?.presence?.leave(connection) ?? null;
  hub.channels.remove(name, connection);
  if (!channel || !left) return;
  if (left.isGone) sendToAll(channel, frames.memberRemovedFrame(name, left.id));
  hub.tellPeers({ kind: 'left', channel: name, id: left.id });
}

interface Admission {
  kind: ChannelKind;
  /** Set in presence channels. */
  member: PresentUser | null;
}

function admit(
  hub: Hub,
  connection: Connection,
  name: string,
  { auth, channel_data }: Record<string, unknown>,
): Admission | frames.SubscriptionError {
  const kind = kindOf(name);
  if (!kind) return invalid('The name of the channel is not valid');
  if (connection.channels.size >= maxChannelsOfSocket) return full('The connection is in too many channels');
  if (kind.access === 'public') return { kind, member: null };
  if (kind.access === 'user')
    return connection.user && name === serverToUser(connection.user.id) ? { kind, member: null } : unauthorized;
  const channelData = typeof channel_data === 'string' ? channel_data : undefined;
  if (!isSigned(hub.app, (app) => channelAuth(app, connection.id, name, channelData), auth)) return unauthorized;
  if (kind.access === 'private') return { kind, member: null };
  const member = channelData === undefined ? connection.user : memberFrom(channelData);
  if (!member) return invalid('A presence channel needs channel_data with a user_id, or a connection that signed in');
  if (Buffer.byteLength(JSON.stringify(member.info)) > maxUserInfoBytes) return invalid('The user_info is too large');
  const present = hub.channels.find(name)?.presence;
  if (present && !present.has(member.id) && present.count >= maxPresenceMembers)
    return full('The channel has no room for another member');
  return { kind, member };
}

/** Returns the user of the signed `channel_data`. Libraries send the id as text or as a number. */
function memberFrom(channelData: string): PresentUser | null {
  const { user_id, user_info = {} } = frames.fieldsOf(channelData);
  const id = typeof user_id === 'number' ? String(user_id) : user_id;
  if (typeof id !== 'string' || id === '' || id.length > maxUserIdLength) return null;
  return { id, info: user_info };
}

function enter(hub: Hub, connection: Connection, name: string, { kind, member }: Admission): void {
  if (kind.access !== 'public') connection.authorizedAt ||= hub.now();
  const channel = hub.channels.add(name, kind, connection);
  connection.channels.add(name);
  if (member && channel.presence) {
    const { isNew, isFirstHere } = channel.presence.join(connection, member);
    if (isNew) sendToAll(channel, frames.memberAddedFrame(name, member.id, member.info), connection.id);
    if (isFirstHere) hub.tellPeers({ kind: 'joined', channel: name, ...member });
  }
  connection.send(frames.subscribedFrame(name, channel.presence ? { presence: channel.presence.roll() } : {}));
  if (kind.isCached) connection.send(channel.kept?.frame ?? frames.cacheMissFrame(name));
}

const unauthorized: frames.SubscriptionError = {
  type: 'AuthError',
  error: 'The connection is not authorized for this channel',
  status: 401,
};

const invalid = (error: string): frames.SubscriptionError => ({ type: 'InvalidRequest', error, status: 400 });

const full = (error: string): frames.SubscriptionError => ({ type: 'LimitReached', error, status: 413 });
