import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { countingStatements, takeStatements } from '../support/counted-pages';
import { growRoom, stateHarvest } from '../support/harvests';
import type { Member } from '../support/members';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';

describe('the page of a harvest', () => {
  const t = textsIn('en');
  let club: Club;
  let mia: Member;
  let visitor: Visitor;
  let other: Visitor;
  beforeAll(async () => {
    club = await startClub(countingStatements);
    mia = await club.member({ language: 'en' });
    [visitor, other] = [new Visitor(club.url), new Visitor(club.url)];
    await visitor.signIn(mia);
    await other.signIn(await club.member({ language: 'en' }));
  }, 180_000);
  afterAll(() => club?.stop());

  const read = async (id: string, by = visitor) => {
    const page = await by.get(`/growing/harvest/${id}`);
    return { ...page, text: readableText(page).replace(/\s+/g, ' ') };
  };

  it('does not exist before the approval, tells of running payouts, and then of the booked one', async () => {
    const id = await growRoom(club, mia, 3);
    expect((await read(id)).status).toBe(404);
    expect((await read('nonsense')).status).toBe(404);
    await stateHarvest(club, { id, staff: mia, status: 'approved' });
    const running = await read(id);
    expect(running.text).toContain(t('harvest:steps.paying'));
    expect(running.text).toContain(t('harvest:state.running'));
    const settled = await growRoom(club, mia, 3);
    await stateHarvest(club, { id: settled, staff: mia });
    const paid = await read(settled);
    for (const words of ['€700.03', '× 70 %', '−€0.0010', '÷ 3', '€163.3400', '× 3', '€490.02', t('harvest:promise')])
      expect(paid.text.replaceAll('\u00a0', ' ')).toContain(words);
    expect(paid.text).toContain(t('harvest:state.credited'));
    expect(paid.body).toMatch(/href="\/financial\/transaction\/TX-/);
    expect((await read(`${id}?version=2`)).status).toBe(404);
    expect((await read(`${id}?version=x`)).status).toBe(200);
  });

  it('shows a member without plants the figures of the club alone', async () => {
    const id = await growRoom(club, mia, 3);
    await stateHarvest(club, { id, staff: mia });
    const { text } = await read(id, other);
    expect(text).toContain(t('harvest:state.none'));
    expect(text).toContain(t('harvest:to_plant'));
    expect(text).not.toContain(t('harvest:own'));
  });

  it('has words for a loss, for a harvest without plants, and for a correction', async () => {
    const loss = await growRoom(club, mia, 3);
    await stateHarvest(club, { id: loss, staff: mia, revenue: 100 });
    const lost = await read(loss);
    for (const key of ['loss', 'about.nothing', 'state.nothing']) expect(lost.text).toContain(t(`harvest:${key}`));
    const none = await growRoom(club, mia, 0);
    await stateHarvest(club, { id: none, staff: mia });
    expect((await read(none)).text).toContain(t('harvest:no_plants'));
    const id = await growRoom(club, mia, 3);
    await stateHarvest(club, { id, staff: mia });
    await stateHarvest(club, { id, staff: mia, version: 2, revenue: 50_000 });
    const corrected = await read(id);
    for (const words of ['Power was counted twice', t('harvest:state.overpaid')])
      expect(corrected.text).toContain(words);
    expect(corrected.body).toContain(`href="/growing/harvest/${id}?version=1"`);
    expect((await read(`${id}?version=1`)).text).toContain(t('harvest:older', { version: 1 }));
  });

  it('sends few statements, and the file has its name in the language of the member', async () => {
    const id = await growRoom(club, mia, 3);
    await stateHarvest(club, { id, staff: mia });
    await read(id);
    await takeStatements(club);
    await read(id);
    const sent = await takeStatements(club);
    expect(sent.length, sent.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(3);
    const file = await visitor.get(`/growing/harvest/${id}/statement`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(file.headers.get('content-disposition')).toContain(`Statement_of_harvest_${id}.pdf`);
    expect(await visitor.get('/growing/harvest/Z9-1/statement')).toMatchObject({
      status: 302,
      location: '/growing/harvest/Z9-1',
    });
  });
});
