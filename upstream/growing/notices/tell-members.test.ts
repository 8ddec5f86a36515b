import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { notifications } from '../../notifications/notifications.tables';
import { aMember } from '../../wallet/wallet.testing';
import { after, type Growers, openGrowers, start } from '../growing.club.testing';
import { aRoom, aSale, growTo, somePlants } from '../growing.testing';
import { plantsLose, plantsStage } from '../plants/plants.club';
import { growingNotices } from './notices.tables';
import { batchSize, createGrowingNotices } from './tell-members';

const url = '/growing/room/B2';

/** Opens a room in its first stage, with plants of so many members. */
async function aFullRoom(club: Growers, owners: number): Promise<number[]> {
  await aRoom(club, 'B2', start, 1000);
  const sale = await aSale(club, start, { total: 500 });
  const members: number[] = [];
  for (let i = 0; i < owners; i++) {
    const userId = await aMember(club);
    members.push(userId);
    await somePlants(club, { userId, sale, quantity: 2 }, start);
  }
  await growTo(club, 'B2', 1, 'seedling', after(30));
  return members;
}

/** A database that is gone after one transaction, which asks for its pool once. */
function failingAfterOne({ db }: Growers): Growers['db'] {
  let asked = 0;
  return new Proxy(db, {
    get: (target, key) => {
      if (key === '$client' && ++asked > 1) throw new Error('gone');
      return Reflect.get(target, key);
    },
  });
}

const readNotice = async ({ db }: Growers) =>
  (await db.select().from(growingNotices).orderBy(growingNotices.id)).at(-1);

describeOnEachDatabase('the job that tells members of their plants', (open) => {
  let club: Growers;
  beforeEach(async () => {
    club = await openGrowers(open);
  });

  it('tells each owner once of a new stage, in both languages, and nobody else', async () => {
    const [mia = 0] = await aFullRoom(club, 1);
    const other = await aMember(club);
    club.jobs.work('growing-notice', createGrowingNotices(club));
    await club.run(plantsStage, { room: 'B2', stage: 'vegetative' }, after(31));
    await club.jobs.idle();
    const title = { en: 'House B2: growth', de: 'Haus B2: Wachstum' };
    const description = {
      en: '2 of your plants are in a new stage of cycle 1: growth.',
      de: '2 deiner Pflanzen sind in einer neuen Stufe von Zyklus 1: Wachstum.',
    };
    expect(await club.toldTo(mia)).toEqual([{ title, description, url }]);
    expect(await club.toldTo(other)).toEqual([]);
  });

  it('tells of several lost plants at once, with their numbers, the reason and what the club does', async () => {
    const [mia = 0, noa = 0] = await aFullRoom(club, 2);
    club.jobs.work('growing-notice', createGrowingNotices(club));
    const given = { number: ['B2-00002', 'B2-00001'], reason: 'Spinnmilben.|Spider mites.' };
    await club.run(plantsLose, given, after(31));
    await club.jobs.idle();
    expect(await club.toldTo(mia)).toEqual([
      {
        title: { en: 'House B2: 2 of your plants are lost', de: 'Haus B2: 2 deiner Pflanzen sind verloren' },
        description: {
          en: 'B2-00001, B2-00002. Reason: Spider mites. Lost plants have no share in this harvest. They are replanted with the next cycle at the club’s cost, and none of their cycles is used up.',
          de: 'B2-00001, B2-00002. Grund: Spinnmilben. Verlorene Pflanzen haben keinen Anteil an dieser Ernte. Sie werden mit dem nächsten Zyklus auf Kosten des Vereins nachgepflanzt, und keiner ihrer Zyklen wird verbraucht.',
        },
        url,
      },
    ]);
    expect(await club.toldTo(noa)).toEqual([]);
    await club.run(plantsStage, { room: 'B2', stage: 'vegetative' }, after(32));
    await club.jobs.idle();
    // All of Mia's plants are lost in this cycle, so no stage of it is hers.
    expect([(await club.toldTo(mia)).length, (await club.toldTo(noa)).length]).toEqual([1, 1]);
  });

  it('tells nobody twice when it runs twice, or goes on after a failure', { timeout: 60_000 }, async () => {
    const members = await aFullRoom(club, batchSize + 5);
    await club.run(plantsStage, { room: 'B2', stage: 'vegetative' }, after(31));
    const noticeId = (await readNotice(club))?.id ?? 0;
    await expect(createGrowingNotices({ ...club, db: failingAfterOne(club) })({ data: { noticeId } })).rejects.toThrow(
      'gone',
    );
    expect(await club.db.$count(notifications)).toBe(batchSize);
    const tell = createGrowingNotices(club);
    await tell({ data: { noticeId } });
    await tell({ data: { noticeId } });
    expect(await club.db.$count(notifications)).toBe(members.length);
    expect(await readNotice(club)).toMatchObject({ toldUpTo: members.at(-1), finishedAt: expect.any(Date) });
  });
});

describeOnPostgres('two of these jobs at the same time', (open) => {
  it('tell each member once', { timeout: 60_000 }, async () => {
    const club = await openGrowers(open);
    const members = await aFullRoom(club, batchSize + 5);
    await club.run(plantsStage, { room: 'B2', stage: 'vegetative' }, after(31));
    const noticeId = (await readNotice(club))?.id ?? 0;
    const tell = createGrowingNotices(club);
    await Promise.all([1, 2, 3].map(() => tell({ data: { noticeId } })));
    const told = await club.db.select({ userId: notifications.userId }).from(notifications);
    expect(told.map(({ userId }) => userId).sort((a, b) => a - b)).toEqual(members);
  });
});
