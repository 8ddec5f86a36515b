import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import type { Club } from '../identity/identity.testing';
import { type ChatMember, fillConversation, openChat, openThree } from './chat.testing';

describeOnEachDatabase('the search in messages', (open) => {
  let club: Club;
  let anna: ChatMember;
  let ben: ChatMember;
  let id: string;
  beforeEach(async () => {
    club = await openChat(open);
    ({ anna, ben } = await openThree(club));
    id = (await ben.open(anna.id)).body.id;
  });

  it('finds what is common and what is rare, each hit once and the newest first, by pages', {
    timeout: 120_000,
  }, async () => {
    const office = (await anna.open('office')).body.id;
    const all = 11_500;
    await fillConversation(club, id, ben.id, all, 40_000);
    await anna.send(office, 'Tomatoes m1 again');
    const numbers = Array.from({ length: all }, (_, at) => `Tomatoes m${all - at}`);
    for (const word of ['m1', 'm99', 'm11500', 'tomatoes m23', 't m24']) {
      const found: (string | null)[] = [];
      let before: string | null = '';
      while (before !== null) {
        const page = await anna.list(`?limit=50&q=${encodeURIComponent(word)}${before && `&before=${before}`}`);
        found.push(...(page.hits ?? []).map(({ message }) => message));
        before = page.next_before;
      }
      const number = word.split(' ').at(-1) ?? '';
      const others = numbers.filter((text) => text.includes(` ${number}`));
      expect(found).toEqual(word === 'm1' ? ['Tomatoes m1 again', ...others] : others);
    }
    expect((await anna.list('?q=z+m24')).hits).toEqual([]);
    expect((await anna.list('?q=z+y')).hits).toEqual([]);
    expect((await anna.list('?q=tomatoes')).hits?.at(0)?.message).toBe('Tomatoes m1 again');
    expect((await ben.list('?q=tomatoes&limit=1')).hits?.[0]?.message).toBe(`Tomatoes m${all}`);
  });

  it('takes the eight longest words', async () => {
    await ben.send(id, 'alpha beta gamma delta epsilon zeta theta kappa');
    const hits = async (q: string) => (await anna.list(`?q=${encodeURIComponent(q)}`)).hits?.length;
    expect(await hits('alpha beta gamma delta epsilon zeta theta kappa xi')).toBe(1);
    expect(await hits('alpha xi')).toBe(0);
    // One with which another one begins says nothing more.
    expect(await hits('alpha alph alp al a beta gamma delta epsilon zeta theta xi')).toBe(0);
    expect(await hits('a b c d e f g h i j k l m n o p q r s t u v w x y z ä ö ü')).toBe(0);
  });
});
