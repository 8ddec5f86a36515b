import { channelOfUser, type PresenceMember } from '../broadcasting/broadcaster';
import type { CurrentMember } from '../http/env';

/** A rule for who may enter some channels. */
export interface ChannelRule {
  /** Whether the rule applies to this channel. */
  covers(channel: string): boolean;
  /** Whether the member may enter. For a presence channel: the identity that the others see. */
  admits(member: CurrentMember, channel: string): Promise<boolean | PresenceMember>;
}

/** A member may enter only their own channel. */
export const ownChannel: ChannelRule = {
  covers: (channel) => !channel.startsWith('presence-'),
  admits: async ({ id }, channel) => channel === channelOfUser(id),
};

/** Returns the answer of the first rule that covers the channel. Nobody may enter a channel without a rule. */
export async function decideAdmission(
  rules: ChannelRule[],
  member: CurrentMember,
  channel: string,
): Promise<boolean | PresenceMember> {
  const rule = rules.find(({ covers }) => covers(channel));
  const answer = (await rule?.admits(member, channel)) ?? false;
  // A presence channel needs an identity to show.
  return channel.startsWith('presence-') && answer === true ? false : answer;
}
