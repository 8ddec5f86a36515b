import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginChat, idOf, messagesIn, sponsorAndBrought, write, writeAsClub } from '../support/chats';
import { type Club, startClub } from '../support/club';
import { ghostPath } from '../support/ghost';
import { signedIn } from '../support/realtime';
import { textsIn } from '../support/texts';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const t = textsIn('en');
const fieldOf = (page: Page, form: string, name: string) =>
  formOf(page, form).fields.find(([field]) => field === name)?.[1];
const count = (page: Page) => /<header class="top">[\s\S]*?(\d+) new messages?/.exec(page.body)?.[1] ?? '0';

describe('a conversation', () => {
  it('is begun once, and a message is written once however often it is sent', async () => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    expect((await visitor.get('/chat/new')).body).toContain(`href="${path}"`);
    const page = await visitor.get(path);
    expect(page.body).toContain(`<iframe`);
    const sent = [1, 2].map(() => visitor.submit(page, 'write', { message: 'Only once.' }));
    expect((await Promise.all(sent)).map(({ status, location }) => [status, location])).toEqual([
      [303, path],
      [303, path],
    ]);
    const frame = await visitor.get(`${path}/messages`);
    expect(frame.body.match(/Only once\./g)).toHaveLength(1);
  });

  it('refuses an empty message, and keeps the text and its id where somebody has to wait', async () => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    const empty = await write(visitor, path, '   ');
    expect([empty.status, readableText(empty)]).toEqual([422, expect.stringContaining(t('form.missing.message'))]);
    for (let number = 1; number <= 20; number++)
      expect((await write(visitor, path, `Message ${number}`)).status).toBe(303);
    const page = await visitor.get(path);
    const refused = await visitor.submit(page, 'write', { message: 'One too many' });
    expect([refused.status, fieldOf(refused, 'write', 'message')?.trim()]).toEqual([429, 'One too many']);
    expect(fieldOf(refused, 'write', 'client_id')).toBe(fieldOf(page, 'write', 'client_id'));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(readableText(refused)).toMatch(/Try again in \d+ second|\d+ second/);
  });

  it('that the club has closed says what can be done, and keeps what was typed', async () => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    const page = await visitor.get(path);
    const closed = await club.staff('chat', 'close', idOf(path), '--as', 'office', '--reason', 'It goes on elsewhere.');
    expect(closed.code, closed.stderr).toBe(0);
    const refused = await visitor.submit(page, 'write', { message: 'Wait.' });
    expect([refused.status, fieldOf(refused, 'write', 'message')?.trim()]).toEqual([409, 'Wait.']);
    expect(readableText(refused)).toContain(t('chat:talk.closed'));
    expect((await visitor.get(path)).body).not.toContain('id="write"');
  });

  it('is muted, blocked and both are lifted; the other side gets no reason', async () => {
    const [sponsor, brought] = await sponsorAndBrought(club);
    const path = await beginChat(sponsor.visitor, brought.member.id);
    const act = async (form: string, intent: string) =>
      (await sponsor.visitor.submit(await sponsor.visitor.get(path), form, { intent })).status;
    expect(await act('mute', 'mute')).toBe(303);
    expect(readableText(await sponsor.visitor.get('/chat'))).toContain(t('chat:list.muted'));
    expect(await act('mute', 'unmute')).toBe(303);
    expect(await act('block', 'block')).toBe(303);
    expect(readableText(await sponsor.visitor.get(path))).toContain(t('chat:talk.you_blocked'));
    const other = readableText(await brought.visitor.get(path));
    expect(other).toContain(t('chat:talk.cannot'));
    expect(other).not.toContain(t('chat:talk.you_blocked'));
    expect(await act('block', 'unblock')).toBe(303);
    expect((await brought.visitor.get(path)).body).toContain('id="write"');
  });

  it('of somebody else does not exist, nor one with a stranger', async () => {
    const path = await beginChat((await signedIn(club)).visitor);
    const { visitor, member } = await signedIn(club);
    for (const below of ['', '/messages']) expect((await visitor.get(path + below)).status).toBe(404);
    expect((await visitor.get('/chat/1')).status).toBe(404);
    const stranger = await signedIn(club);
    const page = await stranger.visitor.get('/chat/new');
    const refused = await stranger.visitor.submit(page, 'begin', { participant: String(member.id) });
    expect([refused.status, readableText(refused)]).toEqual([404, expect.stringContaining(t('chat:new.gone'))]);
  });
});

describe('the frame with the messages', () => {
  it('runs no script, loads nothing from elsewhere, and is the only page in a frame', async () => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    await write(visitor, path, '<script>alert(1)</script> https://almende.example/a?b=1&c=2. javascript:alert(1)');
    const frame = await visitor.get(`${path}/messages`);
    expect(frame.body).not.toContain('<script');
    expect(frame.body).toContain('&lt;script&gt;alert(1)');
    expect(frame.body).toMatch(
      /<a href="https:\/\/almende\.example\/a\?b=1&amp;c=2" rel="nofollow noopener noreferrer ugc"/,
    );
    expect(frame.body).not.toMatch(/href="javascript:/);
    expect(frame.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(frame.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await visitor.get(path);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('marks what it shows as read, a prefetch of it does not', async () => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    await writeAsClub(club, path, 'Here it is.');
    const isUnread = async () => (await visitor.get('/chat')).body.includes('class="pip"');
    await visitor.get(`${path}/messages`, { 'Sec-Purpose': 'prefetch' });
    expect(await isUnread()).toBe(true);
    expect(readableText(await visitor.get(`${path}/messages`))).toContain(t('chat:frame.new_one', { count: 1 }));
    expect(await isUnread()).toBe(false);
  });

  it('leads to older messages and back', async () => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    for (let number = 1; number <= 20; number++) await write(visitor, path, `Message ${number}.`);
    await club.clock.advance(60);
    await write(visitor, path, 'The newest.');
    const frame = await visitor.get(`${path}/messages`);
    expect(readableText(frame)).not.toContain('Message 1.');
    const older = /href="([^"]+)" rel="prev"/.exec(frame.body)?.[1] ?? '';
    const page = await visitor.get(older);
    expect(readableText(page)).toContain('Message 1.');
    const newer = /href="([^"]+)" rel="next"/.exec(page.body)?.[1] ?? '';
    expect(readableText(await visitor.get(newer))).toContain('The newest.');
  });

  it('loads itself again only once that is turned on, until it is paused', async () => {
    const { visitor } = await signedIn(club);
    const path = `${await beginChat(visitor)}/messages`;
    expect((await visitor.get(path)).headers.get('refresh')).toBeNull();
    await visitor.get(`${path}?refresh=on`);
    expect((await visitor.get(path)).headers.get('refresh')).toBe(`30; url=${path}`);
    await visitor.get(`${path}?refresh=off`);
    expect((await visitor.get(path)).headers.get('refresh')).toBeNull();
  });

  it('shows no login page to whoever is signed out', async () => {
    const { visitor } = await signedIn(club);
    const path = `${await beginChat(visitor)}/messages`;
    const frame = await new Visitor(club.url).get(path);
    expect([frame.status, readableText(frame)]).toEqual([401, expect.stringContaining(t('chat:frame.failed'))]);
  });
});

describe('a message', () => {
  it('is changed and deleted by its author', async () => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    await write(visitor, path, 'Frist');
    const [message = ''] = messagesIn(await visitor.get(`${path}/messages`));
    const edited = await visitor.submit(await visitor.get(message), 'edit', { message: 'First', intent: 'edit' });
    expect([edited.status, edited.location]).toEqual([303, path]);
    const frame = readableText(await visitor.get(`${path}/messages`));
    expect(frame).toContain('First');
    expect(frame).toContain(t('chat:frame.edited'));
    const page = await visitor.get(message);
    await club.clock.advance(16 * 60);
    const late = await visitor.submit(page, 'edit', { message: 'Too late', intent: 'edit' });
    expect([late.status, fieldOf(late, 'edit', 'message')?.trim()]).toEqual([409, 'Too late']);
    expect((await visitor.submit(page, 'delete', { intent: 'delete' })).status).toBe(303);
    expect(readableText(await visitor.get(`${path}/messages`))).toContain(t('chat:deleted'));
    expect((await visitor.get(message)).status).toBe(404);
  });

  it('of somebody else is reported, and becomes a ticket', async () => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    await writeAsClub(club, path, 'Buy my watch.');
    const [message = ''] = messagesIn(await visitor.get(`${path}/messages`));
    const page = await visitor.get(message);
    expect(page.body).not.toContain('id="delete"');
    const sent = await visitor.submit(page, 'report', { message: 'Advertising', intent: 'report' });
    expect([sent.status, sent.location]).toEqual([303, path]);
    expect((await visitor.get('/support/tickets')).body).toMatch(/href="\/support\/ticket\/\d+"/);
  });
});

describe('the list of conversations', () => {
  it('resets the count of the header when it is opened, not when it is fetched ahead', async () => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    await writeAsClub(club, path, 'One question.');
    expect(count(await visitor.get('/dashboard'))).toBe('1');
    await visitor.get('/chat', { 'Sec-Purpose': 'prefetch' });
    expect(count(await visitor.get('/dashboard'))).toBe('1');
    expect((await visitor.get('/chat')).body).toContain('class="pip"');
    expect(count(await visitor.get('/dashboard'))).toBe('0');
  });

  it('finds messages by their words, and leads to their place', async () => {
    const { visitor } = await signedIn(club);
    const path = await beginChat(visitor);
    await write(visitor, path, 'The marmalade is in the greenhouse.');
    const found = await visitor.get('/chat?q=marmal');
    expect(readableText(found)).toContain('The marmalade is in the greenhouse.');
    expect(found.body).toContain('The <mark>marmalade</mark> is');
    const place = /href="(\/chat\/[^"]+\?around=[^"]+)"/.exec(found.body)?.[1] ?? '';
    expect((await visitor.get(place)).body).toContain(`src="${place.replace('?', '/messages?')}"`);
    expect(readableText(await visitor.get('/chat?q=nothing-at-all'))).toContain(t('chat:list.none_found'));
    expect((await visitor.get('/chat?q=x')).status).toBe(422);
  });

  it('says in ghost mode that nobody reads along', async () => {
    const { visitor: owner, member } = await signedIn(club);
    const path = await beginChat(owner);
    await write(owner, path, 'A secret');
    const visitor = new Visitor(club.url);
    const entry = await visitor.get(await ghostPath(club, member));
    await visitor.submit(entry, entry.path);
    expect(readableText(await visitor.get('/chat'))).toContain(t('chat:ghost'));
    for (const below of ['', '/messages']) expect((await visitor.get(path + below)).body).not.toContain('A secret');
  });
});
