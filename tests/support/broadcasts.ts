import type { Page } from '@playwright/test';
import { realtimeNames } from '../../upstream/contract/realtime';
import { idOf } from './chats';
import type { Club } from './club';
import { libraryOf } from './pusher-library';

export interface Broadcasts {
  /** Sends a notification to one member's pages, as Laravel does. @returns its id */
  notify(userId: number, notification?: Record<string, unknown>): Promise<string>;
  /** Sends a chat message to one member. @returns its id */
  message(userId: number, message?: Record<string, unknown>): Promise<string>;
  /** Tells every page that a version is available. */
  clientUpdated(version: string): Promise<void>;
  /** Tells whether a page of the member listens. */
  isHeard(userId: number): Promise<boolean>;
  /** Tells whether somebody has the conversation with this path open. */
  isPresent(path: string): Promise<boolean>;
}

let events = 0;

/**
 * Keeps what a page counts by itself. After each connect a page asks the server for its counters, and the server knows
 * nothing of the broadcasts of a test.
 */
export const keepCounts = (page: Page) => page.route('**/header/counters', (route) => route.fulfill({ status: 204 }));

/** Uses a club's realtime endpoint as any back end can: over HTTP, with Pusher's own server library. */
export function broadcastsOf({ server, secret, clock }: Pick<Club, 'server' | 'secret' | 'clock'>): Broadcasts {
  const pusher = libraryOf({ url: server.local, secret });
  const atClubsTime = <T>(call: () => Promise<T>) => atTime(clock.now(), call);
  const channelOf = (userId: number) => `private-${realtimeNames.userChannel.replace('{id}', String(userId))}`;
  const isOccupied = async (channel: string) => {
    const answer = await atClubsTime(() => pusher.get({ path: `/channels/${channel}` }));
    return ((await answer.json()) as { occupied: boolean }).occupied;
  };
  return {
    async notify(userId, notification = {}) {
      const id = `notification-${process.pid}-${++events}`;
      const item = { title: 'Payment received', description: '100.00 EUR', class: 'wallet', status: 'success' };
      const data = { ...item, ...notification, id, type: 'wallet.payment_received' };
      await atClubsTime(() => pusher.trigger(channelOf(userId), realtimeNames.events.notification, data));
      return id;
    },
    async message(userId, message = {}) {
      const id = `message-${process.pid}-${++events}`;
      const data = { message: { id, ...message } };
      await atClubsTime(() => pusher.trigger(channelOf(userId), realtimeNames.events.chatMessage, data));
      return id;
    },
    async clientUpdated(version) {
      const { clientChannel, events } = realtimeNames;
      await atClubsTime(() => pusher.trigger(clientChannel, events.clientUpdated, { version }));
    },
    isHeard: (userId) => isOccupied(channelOf(userId)),
    isPresent: (path) => isOccupied(`presence-${realtimeNames.conversationChannel.replace('{id}', idOf(path))}`),
  };
}

/**
 * Calls the library at the club's time. A signature is valid for ten minutes, and a club's clock may be ahead. The
 * library reads the time before it sends.
 */
function atTime<T>(now: number, call: () => Promise<T>): Promise<T> {
  const realNow = Date.now;
  Date.now = () => now;
  try {
    return call();
  } finally {
    Date.now = realNow;
  }
}
