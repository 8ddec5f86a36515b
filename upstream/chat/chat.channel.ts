/** Who may enter the channel of an open conversation. */
import { conversationOf } from '../broadcasting/broadcaster';
import type { Deps } from '../deps';
import type { ChannelRule } from '../realtime/channel-rules';
import { showPerson } from './people';
import { canWrite, findConversation } from './show-conversation';

/** A member may enter while they can write: not after a block or a closing, and staff in ghost mode never. */
export const conversationChannels = ({ db }: Pick<Deps, 'db'>): ChannelRule => ({
  covers: (channel) => conversationOf(channel) !== null,
  admits: async ({ id, permissions, ghost }, channel) => {
    const conversation = conversationOf(channel);
    if (conversation === null || ghost || !permissions.includes('chat.view')) return false;
    const found = await findConversation(db, id, conversation);
    if (!found || !canWrite(found)) return false;
    return { user_id: String(id), user_info: { name: showPerson(found.own).name } };
  },
});
