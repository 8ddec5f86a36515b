import Pusher from 'pusher-js';
import { expect } from 'vitest';
import { embeddedApp } from '../../upstream/contract/realtime';
import type { Club } from './club';
import type { Member, MemberState } from './members';
import { Visitor } from './visitor';

export interface SignedIn {
  visitor: Visitor;
  member: Member;
}

/** A new member of the club, with the cookies of a browser. */
export async function signedIn(club: Club, state?: MemberState): Promise<SignedIn> {
  const visitor = new Visitor(club.url);
  const member = await club.member(state);
  expect((await visitor.signIn(member)).location).toBe('/dashboard');
  return { visitor, member };
}

/** What a browser sends along with a request of the page's own script. */
export const sameOrigin = (url: string) => ({ Origin: url, 'Sec-Fetch-Site': 'same-origin' });

/** Asks for the page at `url` whether a socket may enter a channel. */
export const askToEnter = (visitor: Visitor, url: string, channel: string, socketId = '1.2') =>
  visitor.post('/broadcasting/auth', { socket_id: socketId, channel_name: channel }, sameOrigin(url));

export interface Service {
  key: string;
  port: number;
}

/** The endpoint on the pages' own port. */
const ownService = (url: string): Service => ({ key: embeddedApp.key, port: Number(new URL(url).port) });

/** A browser with a page of `url`: pusher-js, which asks the web app to be let in. */
export function listen(visitor: Visitor, url: string, { key, port } = ownService(url)): Pusher {
  return new Pusher(key, {
    cluster: 'eu',
    wsHost: 'localhost',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws', 'wss'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: async ({ socketId, channelName }, answer) => {
        const { status, body } = await askToEnter(visitor, url, channelName, socketId);
        if (status === 200) answer(null, JSON.parse(body));
        else answer(new Error(`${status}`), null);
      },
    },
  });
}
