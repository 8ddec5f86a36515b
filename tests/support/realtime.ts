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

/** Returns a new member of the club, with the cookies of a browser. */
export async function signedIn(club: Club, state?: MemberState): Promise<SignedIn> {
  const visitor = new Visitor(club.url);
  const member = await club.member(state);
  expect((await visitor.signIn(member)).location).toBe('/dashboard');
  return { visitor, member };
}

/** Returns the headers that a browser adds to a request of the page's own script. */
export const sameOrigin = (url: string) => ({ Origin: url, 'Sec-Fetch-Site': 'same-origin' });

/** Asks the web app at `url` whether a socket may enter a channel. */
export const askToEnter = (visitor: Visitor, url: string, channel: string, socketId = '1.2') =>
  visitor.post('/broadcasting/auth', { socket_id: socketId, channel_name: channel }, sameOrigin(url));

export interface Service {
  key: string;
  port: number;
}

/** Returns the endpoint on the port of the pages. */
const ownService = (url: string): Service => ({ key: embeddedApp.key, port: Number(new URL(url).port) });

/** Connects like a browser with a page of `url`: with pusher-js, which asks the web app for access. */
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
