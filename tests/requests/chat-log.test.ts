import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogPage, SendAnswer } from '../../app/chat/live/log-calls';
import { beginChat, writeAsClub } from '../support/chats';
import { type Club, startClub } from '../support/club';
import { ghostPath } from '../support/ghost';
import { sameOrigin, signedIn } from '../support/realtime';
import { textsIn } from '../support/texts';
import { type Page, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const t = textsIn('en');
const logIn = (page: Page) => JSON.parse(page.body) as LogPage;
const answerIn = (page: Page) => JSON.parse(page.body) as SendAnswer;
const send = (visitor: Visitor, path: string, message: string, client_id: string = randomUUID()) =>
  visitor.post(`${path}/log`, { message, client_id }, sameOrigin(club.url));

describe('the messages for script', () => {
  it('are answered from any place, and marked as read only once they were seen', async () => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    await send(visitor, path, 'One');
    await writeAsClub(club, path, 'Two');
    const { messages, ...page } = logIn(await visitor.get(`${path}/log`));
    expect(messages.map(({ message }) => message)).toEqual(['One', 'Two']);
    const [one, two] = messages.map(({ id }) => id);
    expect(page).toMatchObject({ hasOlder: false, hasNewer: false, newest: two, unread: 1 });
    const after = logIn(await visitor.get(`${path}/log?after=${one}`));
    expect([after.messages.length, after.hasOlder, after.unread]).toEqual([1, true, 1]);
    const read = await visitor.post(`${path}/read`, { last_message_id: two ?? '' }, sameOrigin(club.url));
    expect(read.status).toBe(200);
    expect(logIn(await visitor.get(`${path}/log`))).toMatchObject({ unread: 0, readTo: two });
  });

  it('are for the sides of the conversation alone, and not for ghosts', async () => {
    const { visitor, member } = await signedIn(club);
    const path = await beginChat(visitor);
    await send(visitor, path, 'A secret');
    expect((await (await signedIn(club)).visitor.get(`${path}/log`)).status).toBe(404);
    expect((await new Visitor(club.url).get(`${path}/log`)).status).toBe(401);
    const ghost = new Visitor(club.url);
    const entry = await ghost.get(await ghostPath(club, member));
    await ghost.submit(entry, entry.path);
    const refused = await ghost.get(`${path}/log`);
    expect([refused.status, refused.body]).toEqual([403, '{"kind":"ghost"}']);
    expect((await send(ghost, path, 'As somebody else')).status).toBe(403);
  });
});

describe('a message of script', () => {
  it('is written once however often it is sent, and keeps the member signed in', async () => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    const id = randomUUID();
    const [first, second] = [await send(visitor, path, 'Once', id), await send(visitor, path, 'Once', id)];
    expect(first.status).toBe(200);
    expect(answerIn(second).message).toEqual(answerIn(first).message);
    expect(logIn(await visitor.get(`${path}/log`)).messages).toHaveLength(1);
    await club.clock.advance(50 * 60);
    const later = answerIn(await send(visitor, path, 'Later'));
    expect(later.expiresIn).toBeGreaterThan(50 * 60_000);
    await club.clock.advance(50 * 60);
    expect((await send(visitor, path, 'Still here')).status).toBe(200);
  });

  it('is refused in words: empty, too fast, from elsewhere, or after the session', async () => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    const empty = await send(visitor, path, ' ');
    expect([empty.status, answerIn(empty).words]).toEqual([422, t('form.missing.message')]);
    const foreign = await visitor.post(`${path}/log`, { message: 'Hi' }, { Origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await visitor.post(`${path}/log`, { message: 'Hi' })).status, 'without any proof').toBe(403);
    for (let number = 1; number <= 20; number++) await send(visitor, path, `Message ${number}`);
    const fast = await send(visitor, path, 'One too many');
    expect([fast.status, answerIn(fast).words]).toEqual([429, expect.stringContaining(t('problem.too_many.title'))]);
    expect(Number(fast.headers.get('retry-after'))).toBeGreaterThan(0);
    await club.clock.advance(61 * 60);
    const late = await send(visitor, path, 'Late');
    expect([late.status, late.body]).toEqual([401, '{"kind":"locked"}']);
  });
});
