/** The properties of a channel that its name tells (Pusher Channels, "Channel types"). */
import { ChannelName } from '../contract/realtime';
import { maxUserIdLength } from './limits';

export interface ChannelKind {
  /** Who may enter: anybody, signed sockets, signed sockets that the others can see, or only the user's own sockets. */
  access: 'public' | 'private' | 'presence' | 'user';
  /** The last event is kept for later subscribers. */
  isCached: boolean;
  /** The endpoint cannot read the data and passes it on as it is. */
  isEncrypted: boolean;
}

const userPrefix = '#server-to-user-';

/** Returns the kind of a channel, or null for an invalid name. */
export function kindOf(name: string): ChannelKind | null {
  if (name.startsWith(userPrefix)) {
    const isUser = name.length > userPrefix.length && name.length <= userPrefix.length + maxUserIdLength;
    return isUser ? { access: 'user', isCached: false, isEncrypted: false } : null;
  }
  if (!ChannelName.safeParse(name).success) return null;
  return {
    access: accessOf(name),
    isCached: /^(private-(encrypted-)?|presence-)?cache-/.test(name),
    isEncrypted: name.startsWith('private-encrypted-'),
  };
}

function accessOf(name: string): ChannelKind['access'] {
  if (name.startsWith('private-')) return 'private';
  return name.startsWith('presence-') ? 'presence' : 'public';
}

/** Returns the channel that only the signed-in sockets of this user are in. */
export const serverToUser = (userId: string): string => userPrefix + userId;
