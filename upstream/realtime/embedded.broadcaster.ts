import type { Logger } from 'pino';
import { type Broadcaster, channelOfUser } from '../broadcasting/broadcaster';
import { sendAway } from './departure';
import type { Hub } from './hub';
import { eventOf, publish } from './publish';
import { channelAuth, userAuth } from './signatures';
import { sign } from './signed-sockets';

/** Sends through the endpoint in this process. */
export function embeddedBroadcaster(hub: Hub, log: Logger): Broadcaster {
  return {
    trigger: async (sent) => publish(hub, eventOf(sent)),
    authorize: (socketId, channel, member, asked) => {
      // A socket that is only in presence channels has to authorize again with the others of its member.
      const own = member ? channelOfUser(Number(member.user_id)) : channel;
      sign(hub, { socketId, channels: [channel, own], agoMs: asked ? hub.now() - asked.getTime() : null });
      if (!member) return { auth: channelAuth(hub.app, socketId, channel) };
      const channel_data = JSON.stringify(member);
      return { auth: channelAuth(hub.app, socketId, channel, channel_data), channel_data };
    },
    authenticate: (socketId, userId) => {
      const user_data = JSON.stringify({ id: String(userId) });
      return { auth: userAuth(hub.app, socketId, user_data), user_data };
    },
    reauthorize: async (userId) => sendAway(hub, channelOfUser(userId)),
    failed: ({ event }, error) => log.error({ err: error, event }, 'broadcast failed'),
    close: async () => {},
  };
}
