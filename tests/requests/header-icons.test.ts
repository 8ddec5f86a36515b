import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginChat } from '../support/chats';
import { type Club, sharedClub } from '../support/club';
import { answerWith, type ForeignUpstream, startForeignUpstream } from '../support/foreign-upstream';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { textsIn } from '../support/texts';
import { type Page, Visitor } from '../support/visitor';

const t = textsIn('en');

let club: Club;
let upstream: ForeignUpstream;
let web: ServerProcess;
beforeAll(async () => {
  club = await sharedClub();
  upstream = await startForeignUpstream(club.url);
  web = await startServerProcess({ UPSTREAM_URL: upstream.url, SESSION_SECRET: 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa' });
}, 120_000);
afterAll(async () => {
  await web.stop();
  await upstream.close();
});

/** Changes the answer to that of an upstream with chat and tickets. */
const say = (notifications: object) => upstream.change('GET /user/header', (header) => ({ ...header, notifications }));

async function signedIn() {
  const visitor = new Visitor(web.url);
  expect((await visitor.signIn(await club.member())).location).toBe('/dashboard');
  return visitor;
}

/** Returns the targets and texts of the icons, without the bell. */
function iconsOf({ body }: Page) {
  const bar = /<header class="top">[\s\S]*?<\/header>/.exec(body)?.[0] ?? '';
  const links = [...bar.matchAll(/href="(\/(?:chat|support)[^"]*)"[\s\S]*?<span class="vh">([^<]*)</g)];
  return links.map(([, href, words]) => `${href} ${words}`);
}

describe('the chat icon', () => {
  const messages = (count: number) => t(`shell.chat_${count === 0 ? 'zero' : 'other'}`, { count });

  it('leads to the conversation with something unread, which stays the last one', async () => {
    const visitor = await signedIn();
    say({ chat: { unread_count: 2, unread_message_conversation_id: 7 } });
    expect(iconsOf(await visitor.get('/dashboard'))).toEqual([`/chat/7 ${messages(2)}`]);
    say({ chat: { unread_count: 0 } });
    expect(iconsOf(await visitor.get('/dashboard'))).toEqual([`/chat/7 ${messages(0)}`]);
  });

  it('leads to the list, and once one was opened to the last conversation', async () => {
    const visitor = await signedIn();
    say({ chat: { unread_count: 3 } });
    expect(iconsOf(await visitor.get('/dashboard'))).toEqual([`/chat ${messages(3)}`]);
    const path = await beginChat(visitor);
    await visitor.get(path, { 'Sec-Purpose': 'prefetch' });
    await visitor.get('/chat/0199a000-0000-7000-8000-000000000001');
    expect(iconsOf(await visitor.get('/dashboard'))).toEqual([`/chat ${messages(3)}`]);
    await visitor.get(path);
    expect(iconsOf(await visitor.get('/dashboard'))).toEqual([`${path} ${messages(3)}`]);
  });

  it('counts nothing while conversations are open', async () => {
    const visitor = await signedIn();
    say({ chat: { unread_count: 3 } });
    expect(iconsOf(await visitor.get('/chat'))).toEqual([`/chat ${messages(0)}`]);
    const path = await beginChat(visitor);
    expect(iconsOf(await visitor.get(path))).toEqual([`${path} ${messages(0)}`]);
  });

  it('forgets the conversation at a logout, and leads nobody else there', async () => {
    const visitor = await signedIn();
    say({ chat: { unread_count: 0 } });
    await visitor.get(await beginChat(visitor));
    expect(visitor.cookies.has('chat')).toBe(true);
    const kept = visitor.cookies.get('chat') ?? '';
    await visitor.follow(await visitor.submit(await visitor.get('/dashboard'), '/logout'));
    expect(visitor.cookies.has('chat')).toBe(false);
    const other = await signedIn();
    other.cookies.set('chat', kept);
    expect(iconsOf(await other.get('/dashboard'))).toEqual([`/chat ${messages(0)}`]);
  });
});

describe('the ticket icon', () => {
  const replies = (count: number) => t('shell.tickets_other', { count });

  it('is there while a ticket is unread, and leads to it', async () => {
    const visitor = await signedIn();
    say({ tickets: { unread_count: 2, unread_ticket_id: 21 } });
    expect(iconsOf(await visitor.get('/dashboard'))).toEqual([`/support/ticket/21#new ${replies(2)}`]);
    expect(iconsOf(await visitor.get('/support/ticket/2'))).toEqual([`/support/ticket/21#new ${replies(2)}`]);
    expect(iconsOf(await visitor.get('/support/ticket/21'))).toEqual([]);
    say({ tickets: { unread_count: 0 } });
    expect(iconsOf(await visitor.get('/dashboard'))).toEqual([]);
  });
});

describe('the realtime connection of the tab that acts', () => {
  it.each([
    ['123.456', '123.456'],
    ['123', undefined],
    ['1.2, 3.4', undefined],
  ])('%s goes on to upstream as %s', async (sent, received) => {
    const visitor = await signedIn();
    upstream.override('GET /user/header', null);
    const dashboard = await visitor.get('/dashboard');
    let heard: unknown = 'nothing came';
    upstream.override('POST /auth/logout', (request, response) => {
      heard = request.headers['x-socket-id'];
      answerWith(204, '')(request, response);
    });
    visitor.headers['X-Socket-ID'] = sent;
    await visitor.submit(dashboard, '/logout');
    expect(heard).toBe(received);
  });
});
