import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { Visitor } from '../support/visitor';

describe('the page of a room', () => {
  let club: Club;
  let visitor: Visitor;
  beforeAll(async () => {
    club = await startClub();
    visitor = new Visitor(club.url);
    await visitor.signIn({ email: 'anna@example.org', password: 'almende-demo' });
  }, 180_000);
  afterAll(() => club?.stop());

  const textOf = async (path: string) => (await visitor.get(path)).body;
  const numbersIn = (html: string) =>
    [...(/<ul class="numbers">.*?<\/ul>/s.exec(html)?.[0] ?? '').matchAll(/H2-\d{5}/g)].map(([number]) => number);

  it('lists each number once in their order, and leads from behind the last page to the last', async () => {
    const numbers = numbersIn(await textOf('/growing/room/H2?show=all'));
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers).toEqual([...new Set(numbers)].sort());
    const { status, location } = await visitor.get('/growing/room/H2?page=99999&show=all');
    expect(status).toBeGreaterThanOrEqual(302);
    expect(location).toMatch(/^\/growing\/room\/H2/);
  });

  it('finds a number by what is typed, and takes any text', async () => {
    const [number = ''] = numbersIn(await textOf('/growing/room/h2?show=all'));
    expect(numbersIn(await textOf(`/growing/room/H2?q=${number}`))).toEqual([number]);
    for (const typed of ['%27%3B--', 'x'.repeat(500), '%F0%9F%8C%B1', '999999999999']) {
      const answer = await visitor.get(`/growing/room/H2?q=${typed}&page=-1&show=none`);
      expect([typed, answer.status, numbersIn(answer.body)]).toEqual([typed, 200, []]);
    }
  });

  it('searches all numbers, whichever it shows', async () => {
    const html = await textOf('/growing/room/H2?show=mine');
    expect(/<form[^>]*role="search".*?<\/form>/s.exec(html)?.[0]).not.toContain('name="show"');
  });

  it('gives the reason for each plant lost in the running cycle', async () => {
    const html = await textOf('/growing/room/H2?show=lost');
    const losses = /<section id="losses".*?<\/section>/s.exec(html)?.[0] ?? '';
    const lost = numbersIn(html);
    expect(lost.length).toBeGreaterThan(1);
    for (const number of lost) expect(losses).toContain(number);
  });

  it('is unknown for a code that no room has', async () => {
    for (const code of ['H9', 'x-y', 'H2H2H2H2', '%27']) {
      expect((await visitor.get(`/growing/room/${code}`)).status).toBe(404);
    }
  });

  it('names nobody who owns a plant', async () => {
    const html = await textOf('/growing/room/H2');
    expect(html).not.toMatch(/user_id|order_label|owner/);
    expect(html).not.toMatch(/OR-[A-Z0-9]{9}/);
  });
});
