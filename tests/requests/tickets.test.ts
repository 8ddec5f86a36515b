import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { HTML_AND_CSS_BYTES, weighWithSheets } from '../support/judges';
import { signedIn } from '../support/realtime';
import { textsIn } from '../support/texts';
import { numberOf, replyAsStaff, writeTicket } from '../support/tickets';
import { formOf, type Page, readableText } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const t = textsIn('en');
const DAY_S = 24 * 3600;
const fieldOf = (page: Page, form: string, name: string) =>
  formOf(page, form).fields.find(([field]) => field === name)?.[1];
/** How often the text of a page has a word. */
const countOf = (page: Page, word: string) => readableText(page).split(new RegExp(`\\b${word}\\b`)).length - 1;
/** Words of random letters, of which no compression leaves much less. */
const unpackable = (length: number) =>
  Array.from({ length: length / 10 }, () => randomBytes(7).toString('base64url').slice(0, 9)).join(' ');
const isUnread = async (visitor: { get(path: string): Promise<Page> }) =>
  (await visitor.get('/support/tickets')).body.includes('class="pip"');

describe('the page of a ticket', () => {
  it.each(['0', '-1', '1.5', 'x', '99999999999', '2147483647'])('with the id %s does not exist', async (id) => {
    const { visitor } = await signedIn(club);
    expect((await visitor.get(`/support/ticket/${id}`)).status).toBe(404);
  });

  it('of somebody else does not exist, also for its forms', async () => {
    const path = await writeTicket((await signedIn(club)).visitor);
    const { visitor } = await signedIn(club);
    const own = await visitor.get(await writeTicket(visitor));
    expect((await visitor.get(path)).status).toBe(404);
    const closing = await visitor.post(path, [...formOf(own, 'close').fields, ['intent', 'close']]);
    expect(closing.status).toBe(404);
  });

  it('shows text as text, with its lines and safe links', async () => {
    const { visitor } = await signedIn(club);
    const message = 'One\nTwo\n\n<script>alert(1)</script> https://almende.example/a?b=1&c=2. javascript:alert(1)';
    const page = await visitor.get(await writeTicket(visitor, { message }));
    expect(page.body).toContain('<p>One<br/>Two</p>');
    expect(page.body).toContain('&lt;script&gt;alert(1)');
    expect(page.body).toMatch(
      /<a href="https:\/\/almende\.example\/a\?b=1&amp;c=2" rel="nofollow noopener noreferrer ugc"/,
    );
    expect(page.body).not.toMatch(/href="javascript:/);
  });

  it('shows the beginnings of long messages where they do not fit, and each of them alone by its link', async () => {
    const { visitor } = await signedIn(club);
    const long = (word: string) =>
      Array.from({ length: 250 }, () => `${word} ${randomBytes(5).toString('hex')}`).join(' ');
    const path = await writeTicket(visitor, { message: long('first') });
    for (const word of ['second', 'third'])
      await visitor.submit(await visitor.get(path), 'reply', { message: long(word), intent: 'reply' });
    const shown = (page: Page) => ['first', 'second', 'third'].map((word) => countOf(page, word));
    const page = await visitor.get(path);
    const [first = 0, second = 0, third = 0] = shown(page);
    expect([first > 0, second > 0, first < 5, second < 5, third > 40]).toEqual([true, true, true, true, true]);
    const links = [...page.body.matchAll(/href="(\/support\/ticket\/\d+\?whole=[^"]+)"/g)].map(([, link = '']) => link);
    expect(links).toHaveLength(3);
    const begun = await visitor.get(links[0] ?? '');
    expect(begun.body).not.toContain('id="reply"');
    const parts = [begun, await visitor.get(`${links[0]}&part=2`)].map(shown);
    expect(parts.reduce((sum, [count = 0]) => sum + count, 0)).toBe(250);
    expect(shown(await visitor.get(`${links[0]}&part=9`))).toEqual(parts[1]);
    expect(shown(await visitor.get(`${path}?whole=x`))).toEqual(shown(page));
  });

  it.each(['conversation', 'message'])('weighs no more, whatever is written into its %s', async (what) => {
    const { visitor } = await signedIn(club);
    const path = await writeTicket(visitor, { message: unpackable(5000) });
    for (let number = 1; number < 5; number++)
      await visitor.submit(await visitor.get(path), 'reply', { message: unpackable(5000), intent: 'reply' });
    const [, single = ''] = /href="(\/support\/ticket\/\d+\?whole=[^"]+)"/.exec((await visitor.get(path)).body) ?? [];
    const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
    const { bytes, text } = await weighWithSheets(club.url + (what === 'message' ? single : path), { cookie });
    expect(text).toContain('class="said"');
    expect(bytes).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
  });

  it('marks nothing as read where it shows a single message', async () => {
    const { visitor } = await signedIn(club);
    const path = await writeTicket(visitor, { message: unpackable(1500) });
    const [, single = ''] = /href="(\/support\/ticket\/\d+\?whole=[^"]+)"/.exec((await visitor.get(path)).body) ?? [];
    await replyAsStaff(club, path, 'Here it is.');
    await visitor.get(single);
    expect(await isUnread(visitor)).toBe(true);
  });

  it('marks a reply as read, a prefetch of it does not', async () => {
    const { visitor } = await signedIn(club);
    const path = await writeTicket(visitor);
    await replyAsStaff(club, path, 'Here it is.');
    await visitor.get(path, { 'Sec-Purpose': 'prefetch' });
    await visitor.request(path, { method: 'HEAD' });
    expect(await isUnread(visitor)).toBe(true);
    expect(readableText(await visitor.get(path))).toContain('Here it is.');
    expect(await isUnread(visitor)).toBe(false);
  });

  it('is on the dashboard while it waits for the member', async () => {
    const { visitor } = await signedIn(club);
    const path = await writeTicket(visitor);
    const waits = t('dashboard.waiting.tickets_one', { count: 1 });
    expect(readableText(await visitor.get('/dashboard'))).not.toContain(waits);
    await replyAsStaff(club, path, 'Which one do you mean?');
    await visitor.get(path);
    expect(readableText(await visitor.get('/dashboard'))).toContain(waits);
    await visitor.submit(await visitor.get(path), 'reply', { message: 'The first.', intent: 'reply' });
    expect(readableText(await visitor.get('/dashboard'))).not.toContain(waits);
  });

  it('refuses an empty reply, and keeps the answer to a double one single', async () => {
    const { visitor } = await signedIn(club);
    const page = await visitor.get(await writeTicket(visitor));
    const refused = await visitor.submit(page, 'reply', { message: '   ', intent: 'reply' });
    expect(refused.status).toBe(422);
    expect(readableText(refused)).toContain(t('form.missing.message'));
    const twice = [1, 2].map(() => visitor.submit(refused, 'reply', { message: 'Only once.', intent: 'reply' }));
    expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([303, 303]);
    expect((await visitor.get(page.path)).body.match(/<p>Only once\.<\/p>/g)).toHaveLength(1);
  });

  it('keeps the text of a reply to a ticket that was closed meanwhile, and sends it the second time', async () => {
    const { visitor } = await signedIn(club);
    const page = await visitor.get(await writeTicket(visitor));
    expect((await club.staff('ticket', 'close', numberOf(page.path))).code).toBe(0);
    const refused = await visitor.submit(page, 'reply', { message: 'Wait.', intent: 'reply' });
    expect([refused.status, fieldOf(refused, 'reply', 'message')?.trim()]).toEqual([409, 'Wait.']);
    expect(fieldOf(refused, 'reply', 'seen_status')).toBe('closed');
    const sent = await visitor.submit(refused, 'reply', { message: 'Wait.', intent: 'reply' });
    expect([sent.status, sent.location]).toEqual([303, page.path]);
    expect(readableText(await visitor.get(page.path))).toContain(t('support:state.worked_on'));
  });

  it('is closed, rated, opened and closed again', async () => {
    const { visitor } = await signedIn(club);
    const path = await writeTicket(visitor);
    await replyAsStaff(club, path, 'Here it is.');
    const act = async (form: string, fields: Record<string, string>) =>
      visitor.submit(await visitor.get(path), form, fields);
    const closed = await act('reply', { message: 'Solved, thank you.', intent: 'reply_close' });
    expect(closed.status).toBe(303);
    expect((await act('rate', { intent: 'rate' })).status).toBe(422);
    expect((await act('rate', { intent: 'rate', good: 'yes', comment: 'Fast.' })).status).toBe(303);
    const rated = await visitor.get(path);
    expect(fieldOf(rated, 'rate', 'good')).toBe('yes');
    expect(fieldOf(rated, 'rate', 'comment')).toBe('Fast.');
    expect((await act('reopen', { intent: 'reopen' })).status).toBe(303);
    expect((await act('close', { intent: 'close' })).status).toBe(303);
  });

  it('asks for no rating of an answer that never came, and names no work that nobody did', async () => {
    const { visitor } = await signedIn(club);
    const path = await writeTicket(visitor);
    await visitor.submit(await visitor.get(path), 'close', { intent: 'close' });
    const page = await visitor.get(path);
    expect(readableText(page)).toContain(t('support:ticket.closed_by.member'));
    expect(readableText(page)).not.toContain(t('support:rating.title'));
    expect(readableText(page)).not.toContain(t('support:state.worked_on'));
  });

  it('that was closed long ago goes on in a new one that points to it', async () => {
    const { visitor, member } = await signedIn(club);
    const path = await writeTicket(visitor);
    await visitor.submit(await visitor.get(path), 'close', { intent: 'close' });
    await club.clock.advance(15 * DAY_S);
    await visitor.signIn(member);
    const page = await visitor.get(path);
    expect(page.body).not.toContain('id="reopen"');
    expect(readableText(page)).toContain(t('support:ticket.reply_follows'));
    const sent = await visitor.submit(page, 'reply', { message: 'Once more.', intent: 'reply' });
    expect(sent.location).not.toBe(path);
    const followUp = await visitor.follow(sent);
    expect(followUp.body).toContain(`href="${path}"`);
    expect((await visitor.get(path)).body).toContain(`href="${sent.location}"`);
  });
});

describe('the list of tickets', () => {
  it('filters by state and words, and refuses words that nobody can search for', async () => {
    const { visitor } = await signedIn(club);
    const path = await writeTicket(visitor, { subject: 'Marmalade in the greenhouse' });
    const found = await visitor.get('/support/tickets?q=marmalade&state=received');
    expect(found.body).toContain(`href="${path}"`);
    expect(readableText(found)).toContain(t('support:tickets.found', { q: 'marmalade' }));
    expect(found.body).toContain('href="/support/tickets?state=received"');
    expect(readableText(await visitor.get('/support/tickets?state=done'))).toContain(t('support:tickets.none_found'));
    for (const words of ['x', 'x'.repeat(101)]) {
      const refused = await visitor.get(`/support/tickets?q=${words}`);
      expect(refused.status).toBe(422);
      expect(refused.body).toMatch(/aria-invalid="true"/);
      expect(fieldOf(refused, 'tickets', 'q')).toBe(words);
    }
  });

  it('has pages', async () => {
    const { visitor } = await signedIn(club);
    for (let number = 1; number <= 11; number++) await writeTicket(visitor, { subject: `Question ${number}` });
    expect((await visitor.get('/support/tickets?page=2')).body).toContain('Question 1<');
    expect((await visitor.get('/support/tickets?page=9')).location).toBe('/support/tickets?page=2');
  });

  it('says that a search finds more tickets than it shows', async () => {
    const { visitor } = await signedIn(club);
    const path = await writeTicket(visitor, { subject: 'Marmalade in the greenhouse' });
    await copyTicket(numberOf(path), 99);
    const all = readableText(await visitor.get('/support/tickets?q=marmalade&page=10'));
    expect(all).toContain(t('ui.pages.range', { from: 91, to: 100, total: 100 }));
    await copyTicket(numberOf(path), 1);
    const most = await visitor.get('/support/tickets?q=marmalade&page=10');
    expect(readableText(most)).toContain(t('ui.pages.range_of_more', { from: 91, to: 100, total: 100 }));
    expect(readableText(most)).toContain(t('support:tickets.too_many', { most: 100 }));
    expect((await visitor.get('/support/tickets?q=marmalade&page=11')).location).toMatch(/page=10$/);
  });

  /** Tickets without messages: more than a member may write in a day. */
  const copyTicket = (number: string, count: number) =>
    club.db.execute(
      sql.raw(`do $$ begin
        set local session_replication_role = replica;
        insert into support_tickets (user_id, category, subject, status, status_since, created_at, last_reply_at, messages, search)
          select user_id, category, subject, status, status_since, created_at, last_reply_at, 1, search
          from support_tickets cross join generate_series(1, ${count}) where id = ${number};
      end $$`),
    );
});
