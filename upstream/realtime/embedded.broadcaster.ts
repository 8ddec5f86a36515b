import type { Logger } from 'pino';
import { type BroadcastEvent, type Broadcaster, channelOfUser } from '../broadcasting/broadcaster';
import { dismiss, sendAway } from './departure';
import { codes } from './frames';
import type { Hub } from './hub';
import { faultOf, publish } from './publish';
import { channelAuth } from './signatures';

/** Sends through the endpoint in this process. */
export function embeddedBroadcaster(hub: Hub, log: Logger): Broadcaster {
  return {
    trigger: async (sent) => {
      const event = { ...sent, data: textOf(sent), except: sent.socketId };
      const fault = faultOf(event);
      if (fault) throw new Error(`The event ${sent.event} is ${fault}`);
      publish(hub, event);
    },
    authorize: (socketId, channel, member, asked) => {
      const connection = hub.connections.get(socketId);
      // A socket that is only in presence channels has to authorize again with the others of its member.
      const own = member ? channelOfUser(Number(member.user_id)) : channel;
      connection?.signedFor.add(channel).add(own);
      const sentAway = hub.sentAway.get(own);
      if (connection && asked && sentAway !== undefined && sentAway >= asked.getTime())
        dismiss(hub, connection, codes.reconnect, 'Authorize again');
      if (!member) return { auth: channelAuth(hub.app, socketId, channel) };
      const channel_data = JSON.stringify(member);
      return { auth: channelAuth(hub.app, socketId, channel, channel_data), channel_data };
    },
    reauthorize: async (userId) => sendAway(hub, channelOfUser(userId)),
    failed: ({ event }, error) => log.error({ err: error, event }, 'broadcast failed'),
    close: async () => {},
  };
}

/** Text is sent as it is, as in Pusher's own library. */
const textOf = ({ data }: BroadcastEvent): string => (typeof data === 'string' ? data : JSON.stringify(data ?? null));
