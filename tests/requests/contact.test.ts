import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { openOrders } from '../support/orders';
import { signedIn } from '../support/realtime';
import { textsIn } from '../support/texts';
import { submitFiles, writeTicket } from '../support/tickets';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const t = textsIn('en');
const typed = { subject: 'My transfer of Monday', message: 'It does not show up.\nWhat can I do?' };
const fieldsOf = (page: Page, name: string) =>
  formOf(page, 'contact').fields.flatMap(([field, value]) => (field === name ? [value] : []));
/** Browsers send line breaks as two characters. */
const fieldOf = (page: Page, name: string) => fieldsOf(page, name)[0]?.replaceAll('\r\n', '\n');
const text = (content: string) => new TextEncoder().encode(content);

describe('the topics', () => {
  it('carry the words of a search, a reference and an error to the form, and nothing else', async () => {
    const { visitor } = await signedIn(club);
    const page = await visitor.get('/support/contact/categories?q=two+words&order=OR-1&page=2&other=x');
    expect(page.body).toContain('href="/support/contact/deposits?q=two+words&amp;order=OR-1"');
    const form = await visitor.get('/support/contact/deposits?q=two+words');
    expect(fieldOf(form, 'subject')).toBe('two words');
  });

  it.each(['nonsense', 'Deposits', '..%2Fdeposits', 'constructor'])('do not contain %j', async (category) => {
    const { visitor } = await signedIn(club);
    expect((await visitor.get(`/support/contact/${category}`)).status).toBe(404);
  });
});

describe('another topic', () => {
  it('takes along what was typed, the reference and the files, and nothing of it in the address', async () => {
    const { visitor, member } = await signedIn(club);
    const [label] = await openOrders(club, member);
    const page = await visitor.get(`/support/contact/deposits?order=${label}&q=words`);
    expect(page.body).toContain(`formaction="/support/contact/withdrawals?order=${label}&amp;q=words"`);
    const there = { ...page, path: '/support/contact/withdrawals' };
    const note = { name: 'one.txt', bytes: text('one') };
    const moved = await submitFiles(visitor, there, 'contact', { ...typed, topic: 'withdrawals' }, [note]);
    expect([moved.status, moved.path]).toEqual([200, '/support/contact/withdrawals']);
    expect(readableText(moved)).toContain(t('support:contact.title.withdrawals'));
    expect([fieldOf(moved, 'subject'), fieldOf(moved, 'message')?.trim()]).toEqual([typed.subject, typed.message]);
    expect([fieldOf(moved, 'reference'), fieldsOf(moved, 'attachments[]').length]).toEqual([`order ${label}`, 1]);
    expect(moved.body).not.toContain('class="errors"');
  });

  it('also comes from a browser that posts to the topic before, however little was typed', async () => {
    const { visitor } = await signedIn(club);
    const page = await visitor.get('/support/contact/deposits');
    const moved = await visitor.submit(page, 'contact', { subject: 'My', message: '', topic: 'withdrawals' });
    expect(readableText(moved)).toContain(t('support:contact.title.withdrawals'));
    expect([moved.status, fieldOf(moved, 'subject')]).toEqual([200, 'My']);
    expect(formOf(moved, 'contact').action).toBe('/support/contact/withdrawals');
  });
});

describe('the reference', () => {
  it('of the member stays until it is removed, and what was typed stays too', async () => {
    const { visitor, member } = await signedIn(club);
    const [label] = await openOrders(club, member);
    const page = await visitor.get(`/support/contact/deposits?order=${label?.toLowerCase()}`);
    expect(fieldOf(page, 'reference')).toBe(`order ${label}`);
    const removed = await visitor.submit(page, 'contact', { ...typed, intent: 'remove_reference' });
    expect(removed.status).toBe(200);
    expect(fieldOf(removed, 'reference')).toBeUndefined();
    expect([fieldOf(removed, 'subject'), fieldOf(removed, 'message')?.trim()]).toEqual([typed.subject, typed.message]);
    expect(readableText(removed)).not.toContain(t('support:contact.dropped'));
  });

  it.each([
    'order=OR-3H7N6ZPA3',
    'withdraw=WD-9F3RT6KA1',
    'transaction=%3Cscript%3E',
    'plant=H1-99999',
    'order=../../etc',
  ])('of nobody or somebody else is dropped, and the page says so: %s', async (query) => {
    const { visitor } = await signedIn(club);
    const page = await visitor.get(`/support/contact/deposits?${query}`);
    expect(page.status).toBe(200);
    expect(fieldOf(page, 'reference')).toBeUndefined();
    expect(readableText(page)).toContain(t('support:contact.dropped'));
  });

  it('of somebody else is refused also when it is posted', async () => {
    const { visitor } = await signedIn(club);
    const [label] = await openOrders(club, (await signedIn(club)).member);
    const page = await visitor.get('/support/contact/deposits');
    const refused = await visitor.submit(page, 'contact', { ...typed, intent: 'send', reference: `order ${label}` });
    expect(refused.status).toBe(422);
    expect(fieldOf(refused, 'subject')).toBe(typed.subject);
  });
});

describe('the number of an error', () => {
  it('begins the message', async () => {
    const { visitor } = await signedIn(club);
    const page = await visitor.get('/support/contact/app-technical?error=0123456789abcdef');
    expect(fieldOf(page, 'message')).toContain(t('support:contact.error_line', { reference: '0123456789abcdef' }));
  });

  it.each(['nonsense', '%3Cb%3E', '0123456789abcdefff'])('is not %j', async (number) => {
    const { visitor } = await signedIn(club);
    const page = await visitor.get(`/support/contact/app-technical?error=${number}`);
    expect(fieldOf(page, 'message')?.trim()).toBe('');
  });
});

describe('the form', () => {
  it.each([
    ['no subject', { subject: '' }, 'subject', t('form.missing.subject')],
    ['a subject of 2 characters', { subject: 'ab' }, 'subject', '3'],
    ['a subject of 121', { subject: 'x'.repeat(121) }, 'subject', '120'],
    ['an empty message', { message: ' \r\n ' }, 'message', t('form.missing.message')],
    ['a message of 5001', { message: 'x'.repeat(5001) }, 'message', '5000'],
  ] as const)('refuses %s at the field and keeps the rest', async (_, changed, name, words) => {
    const { visitor } = await signedIn(club);
    const refused = await visitor.submit(await visitor.get('/support/contact/other'), 'contact', {
      ...typed,
      ...changed,
      intent: 'check',
    });
    expect(refused.status).toBe(422);
    expect(refused.body.split(`href="#contact-${name}"`)).toHaveLength(2);
    expect(refused.body).toMatch(/<title>Error: /);
    expect(readableText(refused)).toContain(words);
    const other = name === 'subject' ? 'message' : 'subject';
    expect(fieldOf(refused, other)?.trim()).toBe(typed[other]);
  });

  it('says so when it is sent in a way that no field can correct', async () => {
    const { visitor } = await signedIn(club);
    const page = await visitor.get('/support/contact/other');
    const refused = await visitor.submit(page, 'contact', { ...typed, intent: 'nonsense' });
    expect(refused.status).toBe(422);
    expect(readableText(refused)).toContain(t('form.unknown_field'));
    expect(fieldOf(refused, 'message')?.trim()).toBe(typed.message);
  });

  it('has each button once, because Lynx sends all that are like the pressed one', async () => {
    const { visitor } = await signedIn(club);
    const { body } = await visitor.get('/support/contact/other');
    expect(body.match(/name="intent" value="check"/g)).toHaveLength(1);
  });

  it('takes 5000 characters with line breaks as a browser counts them', async () => {
    const { visitor } = await signedIn(club);
    const message = `${'line\r\n'.repeat(999)}${'x'.repeat(5)}`;
    const path = await writeTicket(visitor, { message });
    expect((await visitor.get(path)).status).toBe(200);
  });

  it('sends nothing in the first step, and one ticket in the second, however often it is sent', async () => {
    const { visitor } = await signedIn(club);
    const checked = await visitor.submit(await visitor.get('/support/contact/other'), 'contact', typed);
    expect(checked.status).toBe(200);
    expect(readableText(await visitor.get('/support/tickets'))).toContain(t('support:tickets.none'));
    const send = () => visitor.submit(checked, 'contact', { ...typed, intent: 'send' });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(second.location).toBe(first.location);
    const list = await visitor.get('/support/tickets');
    expect(list.body.match(/href="\/support\/ticket\/\d+"/g)).toHaveLength(1);
  });

  it('keeps files that arrived by their ids, leaves one out, and names those to choose again', async () => {
    const { visitor } = await signedIn(club);
    const page = await visitor.get('/support/contact/other');
    const refused = await submitFiles(visitor, page, 'contact', { ...typed, intent: 'send' }, [
      { name: 'one.txt', bytes: text('one') },
      { name: 'two.txt', bytes: text('two') },
      { name: 'photo.heic', bytes: new Uint8Array([0, 0, 0, 24, 102, 116, 121, 112, 104, 101, 105, 99, 0, 0]) },
    ]);
    expect(refused.status).toBe(422);
    expect(fieldsOf(refused, 'attachments[]')).toHaveLength(2);
    expect(fieldOf(refused, 'message')?.trim()).toBe(typed.message);
    expect(readableText(refused)).toMatch(/photo\.heic: /);
    const [, second = ''] = fieldsOf(refused, 'attachments[]');
    const removed = await submitFiles(visitor, refused, 'contact', { ...typed, remove_attachment: second }, []);
    expect(fieldsOf(removed, 'attachments[]')).toHaveLength(1);
    const sent = await visitor.submit(removed, 'contact', { ...typed, intent: 'send' });
    const ticket = await visitor.follow(sent);
    expect(readableText(ticket)).toContain('one.txt, 1 kB');
    expect(ticket.body).not.toContain('two.txt');
  });

  it('of an expired session keeps the text, and names the files to choose again', async () => {
    const { visitor, member } = await signedIn(club);
    const page = await visitor.get('/support/contact/other');
    await club.clock.advance(3601);
    const locked = await submitFiles(visitor, page, 'contact', { ...typed, intent: 'send' }, [
      { name: 'one.txt', bytes: text('one') },
    ]);
    expect(locked.status).toBe(401);
    const resumed = await visitor.submit(locked, '/lock', { intent: 'unlock', password: member.password });
    expect(readableText(resumed)).toContain(typed.subject);
    const again = await visitor.submit(resumed, 'contact', { carry_intent: 'send' });
    expect(again.status).toBe(422);
    expect(readableText(again)).toContain('one.txt');
    expect(fieldOf(again, 'message')?.trim()).toBe(typed.message);
    expect((await visitor.submit(again, 'contact', { ...typed, intent: 'send' })).status).toBe(303);
  });

  it('shows open tickets of the same topic, and no others', async () => {
    const { visitor } = await signedIn(club);
    const [privacy, other] = [
      await writeTicket(visitor, { category: 'privacy' }),
      await writeTicket(visitor, { category: 'other' }),
    ];
    const page = await visitor.get('/support/contact/privacy');
    expect(page.body).toContain(`href="${privacy}"`);
    expect(page.body).not.toContain(`href="${other}"`);
  });
});

describe('suggestions', () => {
  it('are for members, and a search without words finds nothing', async () => {
    const { visitor } = await signedIn(club);
    const empty = await visitor.get('/support/contact/suggestions?q=');
    expect([empty.status, empty.body]).toEqual([200, '[]']);
    const guest = await new Visitor(club.url).get('/support/contact/suggestions?q=money');
    expect(guest.status).toBe(401);
  });
});
