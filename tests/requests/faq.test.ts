import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberPermissions } from '../../upstream/members/permissions';
import { type Club, startClub } from '../support/club';
import { readForms } from '../support/forms';
import { root } from '../support/server-process';
import { type Page, readableText, Visitor } from '../support/visitor';

let club: Club;
let visitor: Visitor;
beforeAll(async () => {
  club = await startClub();
  const { code, stdout } = await club.staff('faq', 'import', join(root, 'tests/support/faq'));
  expect([code, stdout]).toEqual([0, expect.stringContaining('\nadded de/lawn-mower\n')]);
  visitor = await aVisitor();
}, 180_000);
afterAll(() => club?.stop());

async function aVisitor(state: Parameters<Club['member']>[0] = {}): Promise<Visitor> {
  const one = new Visitor(club.url);
  await one.signIn(await club.member({ language: 'en', ...state }));
  return one;
}

/** Returns the fields of the form that votes. */
const voteOf = ({ body }: Page) =>
  Object.fromEntries(readForms(body).find(({ buttons }) => buttons.some(([name]) => name === 'vote'))?.fields ?? []);

/** Returns the ids of the answers in the HTML, in their order. */
const idsIn = (html: string) => [...html.matchAll(/<details[^>]* id="faq-(\d+)"/g)].map(([, id]) => Number(id));
const openIn = (html: string) =>
  [...html.matchAll(/<details[^>]* id="faq-(\d+)" open=""/g)].map(([, id]) => Number(id));

describe('questions and answers', () => {
  it('come by topic, with the number of answers of each', async () => {
    const page = await visitor.get('/support/faq');
    expect([page.status, idsIn(page.body)]).toEqual([200, []]);
    expect(readableText(page)).toContain('Topics 5 answers');
    expect(readableText(page)).toContain('Withdrawals 2 answers');
    expect(page.body).toContain('href="/support/faq/withdrawals"');
    const topic = await visitor.get('/support/faq/withdrawals');
    expect([idsIn(topic.body).length, openIn(topic.body)]).toEqual([2, []]);
    expect(topic.body).toContain('<title>Withdrawals: questions and answers');
    const other = readableText(await visitor.get('/support/faq/other'));
    expect(other).toContain('Darf ich den Rasenmäher leihen?');
    expect(other).toContain('in German This answer is not available in English yet.');
  });

  it('of an unknown topic are not found, and a topic without answers says so', async () => {
    expect((await visitor.get('/support/faq/money')).status).toBe(404);
    expect((await visitor.get('/support/faq/Withdrawals')).status).toBe(404);
    const page = await visitor.get('/support/faq/privacy');
    expect([page.status, idsIn(page.body)]).toEqual([200, []]);
    expect(readableText(page)).toContain('There are no answers here yet');
  });

  it('have one address for search engines and bookmarks', async () => {
    const alias = await visitor.get('/faq/deposits?q=order');
    expect([alias.status, alias.headers.get('link')]).toEqual([
      200,
      '</support/faq/deposits?q=order>; rel="canonical"',
    ]);
    expect((await visitor.get('/support/faq')).headers.get('link')).toBeNull();
  });

  it('open by a link, also on a page of another topic, and not when there is no such answer', async () => {
    const [id = 0] = idsIn((await visitor.get('/support/faq/deposits')).body);
    expect(openIn((await visitor.get(`/support/faq?open=${id}`)).body)).toEqual([id]);
    const elsewhere = (await visitor.get(`/support/faq/withdrawals?open=${id}`)).body;
    expect([idsIn(elsewhere), openIn(elsewhere)]).toEqual([[id], [id]]);
    const gone = await visitor.get('/support/faq/withdrawals?open=999999');
    expect([gone.status, openIn(gone.body), idsIn(gone.body).length]).toEqual([200, [], 2]);
    expect((await visitor.get('/support/faq?open=x')).status).toBe(200);
  });

  it('of a search are marked, with the best one open', async () => {
    const { body } = await visitor.get('/support/faq?q=withdrawals');
    expect(openIn(body)).toEqual([idsIn(body)[0]]);
    expect(body).toContain('How long does a <mark>withdrawal</mark> take?');
    expect(body).toContain('href="/financial/withdrawals"');
    expect(body).toContain('href="/support/contact/categories?q=withdrawals"');
  });

  it('show words of a search as text', async () => {
    const { status, body } = await visitor.get(`/support/faq?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(status).toBe(200);
    expect(body).not.toContain('<script>alert');
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });

  it.each([
    ['a', 422],
    ['ab', 200],
    ['ä'.repeat(100), 200],
    ['a'.repeat(101), 422],
    ['   ', 200],
  ])('of %j answer %i', async (q, expected) => {
    const { status, body } = await visitor.get(`/support/faq?${new URLSearchParams({ q })}`);
    expect(status).toBe(expected);
    expect(body.includes('aria-invalid="true"')).toBe(expected === 422);
    expect(/<title>Error: /.test(body)).toBe(expected === 422);
  });

  it('of a page behind the last lead to the last', async () => {
    const { status, headers } = await visitor.get('/support/faq/withdrawals?page=9');
    expect([status, headers.get('location')]).toEqual([302, '/support/faq/withdrawals']);
  });

  it('take a vote by form, and lead back to the answer', async () => {
    const here = '/support/faq?q=withdrawals';
    const page = await visitor.get(here);
    const [id = 0] = idsIn(page.body);
    const fields = voteOf(page);
    const answer = await visitor.post(here, { ...fields, vote: `yes.${id}` });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${here}&open=${id}#faq-${id}`]);
    const voted = await visitor.follow(answer);
    expect(readableText(voted)).toContain('Thank you. You found this helpful.');
    expect(openIn(voted.body)).toEqual([id]);
    await visitor.post('/support/faq/withdrawals', { ...fields, vote: `none.${id}` });
    expect((await visitor.get(here)).body).not.toContain('Thank you.');
  });

  it('refuse a vote that is none, one for no answer, and one of another site', async () => {
    const page = await visitor.get('/support/faq/withdrawals');
    const [id] = idsIn(page.body);
    const vote = async (more: Record<string, string>) =>
      (await visitor.post('/support/faq/withdrawals', { ...voteOf(page), ...more })).status;
    expect(await vote({ vote: `maybe.${id}` })).toBe(422);
    expect(await vote({ vote: 'yes.999999999' })).toBe(404);
    expect(await vote({ vote: 'yes.1e3' })).toBe(422);
    expect(await vote({ vote: `yes.${id}`, csrf: 'forged' })).toBe(403);
    expect(await vote({})).toBe(422);
  });

  it('are for members who may see support', async () => {
    const permissions = memberPermissions.filter((permission) => !permission.startsWith('support.'));
    const other = await aVisitor({ permissions });
    expect((await other.get('/support/faq')).status).toBe(403);
    expect((await new Visitor(club.url).get('/support/faq')).status).toBe(302);
  });
});

describe('faq import', () => {
  it('names file and line of a fault, and changes nothing', async () => {
    const { code, stderr } = await club.staff('faq', 'import', join(root, 'tests/support'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('is no folder that can be read')]);
    expect(readableText(await visitor.get('/support/faq'))).toContain('Topics 5 answers');
  });

  it('does nothing the second time', async () => {
    const { code, stdout } = await club.staff('faq', 'import', join(root, 'tests/support/faq'));
    expect([code, stdout]).toEqual([0, expect.stringContaining('0 added, 0 changed, 0 withdrawn, 8 unchanged')]);
  });
});
