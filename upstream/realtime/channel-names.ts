/** What the name of a channel says about it (Pusher Channels, "Channel types"). */
import { ChannelName } from '../contract/realtime';
import { maxUserIdLength } from './limits';

export interface ChannelKind {
  /** Who may enter: anybody, the bearer of a signature, or that and is shown to the others. */
  access: 'public' | 'private' | 'presence' | 'user';
  /** The last event is kept for whoever comes later. */
  isCached: boolean;
  /** The endpoint cannot read the data and passes it on as it is. */
  isEncrypted: boolean;
}

const userPrefix = '#server-to-user-';

/** The kind of a channel, or null for a name that none may have. */
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

/** The channel that only the sockets signed in as this user may enter. */
export const serverToUser = (userId: string): string => userPrefix + userId;
