import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { recordStatements } from '../../database/statements.testing';
import { getToken, openClub } from '../../identity/identity.testing';
import { aMember } from '../wallet.testing';
import { listRows, sumRows } from './find';
import { bookMoves, type Move } from './histories.testing';
import { readSearch } from './search';
import { findAvailableAccount } from './transactions';
import { mountTransactions } from './transactions.api';

const bookedAt = new Date('2026-11-20T10:00:00Z');
const bonus = (note: string | undefined): Move => ({
  ...{ type: 'bonus', status: 'completed', amount: 100n, note, reference: undefined, bookedAt },
});

describeOnEachDatabase('a search of many words', (open) => {
  let club: TestDatabase;
  let accountId: number;
  const search = (terms: ReturnType<typeof readSearch>) => ({
    ...{ accountId, types: undefined, statuses: undefined, direction: undefined, amounts: undefined, terms },
    ...{ positions: { from: 1, to: 1000 }, isOfDays: false, order: 'newest' as const, cursor: undefined, limit: 16 },
  });
  const find = async (typed: string) => {
    const wanted = search(readSearch(typed, 'en'));
    const rows = await listRows(club.db, wanted);
    expect((await sumRows(club.db, wanted, 1000))?.count).toBe(rows.length);
    return rows.map(({ note }) => note);
  };

  beforeEach(async () => {
    club = await open();
    const userId = await aMember(club);
    await bookMoves(club, userId, ['Thanks to all who dug', 'Thanks to some', undefined].map(bonus));
    accountId = (await findAvailableAccount(club.db, userId, 'EUR'))?.id ?? 0;
  });

  it('sends statements that grow with the words, and not with their square', async () => {
    const terms = [...'123456789'].flatMap((digit) => readSearch(`7KQ${digit}`, 'en'));
    const sent = async (count: number) => {
      const texts = await recordStatements(() => listRows(club.db, search(terms.slice(0, count))));
      const text = texts.join();
      return { length: text.length, values: text.match(/\$\d+/g)?.length ?? 0 };
    };
    const [one, three, nine] = [await sent(1), await sent(3), await sent(9)];
    for (const key of ['length', 'values'] as const)
      expect((nine[key] - three[key]) / 6, key).toBeLessThan((1.1 * (three[key] - one[key])) / 2);
  });

  it('finds what has all of them', async () => {
    expect(await find('t th tha than thank thanks to a al all who d du dug')).toEqual(['Thanks to all who dug']);
    expect(await find('thanks bonus us')).toEqual(['Thanks to some', 'Thanks to all who dug']);
    expect(await find('b bo bon bonu bonus n us o')).toHaveLength(3);
    expect(await find('thanks bonus refund')).toEqual([]);
  });

  it('has an answer where no row has them all', async () => {
    const letters = Array.from({ length: 50 }, (_, at) => (at % 36).toString(36)).join(' ');
    expect(await find(letters)).toEqual([]);
  });

  it('is answered with 200 up to 25 words and more, and says what is too long', async () => {
    const members = await openClub(open, {}, (api, deps) => {
      mountTransactions(api, deps);
      return {};
    });
    const { email } = await members.addMember({});
    const token = await getToken(members, email);
    const ask = async (q: string) =>
      (await members.call('GET', `/wallet/transactions?q=${encodeURIComponent(q)}&with=sums`, { token })).status;
    const words = Array.from({ length: 25 }, (_, at) => (100 + at).toString());
    expect(await ask(words.join(' '))).toBe(200);
    expect(await ask('e i o u n r s t a b c d f g h k l m p v w z 1 2 3 4')).toBe(200);
    expect(await ask(`${words.join(' ')} 1`)).toBe(422);
  });
});
