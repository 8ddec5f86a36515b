import type { CurrentMember } from '../http/env';
import { channelOfUser, type PresenceMember } from './broadcaster';

/** Who may enter which channels. */
export interface ChannelRule {
  /** Is the rule about this channel? */
  covers(channel: string): boolean;
  /** Whether the member may enter; of a presence channel, as whom. */
  admits(member: CurrentMember, channel: string): Promise<boolean | PresenceMember>;
}

/** A member hears what is sent to them, and nobody else. */
export const ownChannel: ChannelRule = {
  covers: (channel) => !channel.startsWith('presence-'),
  admits: async ({ id }, channel) => channel === channelOfUser(id),
};

/** What the first rule about the channel says; a channel without a rule is nobody's. */
export async function admission(
  rules: ChannelRule[],
  member: CurrentMember,
  channel: string,
): Promise<boolean | PresenceMember> {
  const rule = rules.find(({ covers }) => covers(channel));
  const answer = (await rule?.admits(member, channel)) ?? false;
  // Without a name to show, a presence channel cannot be entered.
  return channel.startsWith('presence-') && answer === true ? false : answer;
}
