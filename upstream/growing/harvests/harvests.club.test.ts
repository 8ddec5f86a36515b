import { desc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { type Actor, WrongUse } from '../../club/command';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { actorNumbered, aStaffMember } from '../../identity/staff/staff.testing';
import { getBalances } from '../../ledger/ledger';
import { users } from '../../members/members.tables';
import { pastTriggers } from '../../wallet/wallet.testing';
import { growingLosses } from '../plants/plants.tables';
import { harvestApprove, harvestDiscard, harvestList, harvestShow } from './harvests.club';
import { aWeighedRoom, listFaults, members, payOut } from './harvests.testing';
import { harvestCorrect, harvestRecord } from './record.club';

const now = new Date('2026-11-20T10:00:00Z');
let club: TestDatabase;
let greta: Actor;
let holger: Actor;
let ida: number;
let sale: string;

const recorded = (given: object = {}, actor = greta) =>
  harvestRecord.run(
    club,
    {
      ...{ room: 'h2', cycle: '1', grams: '310', revenue: '1000.00', share: '70' },
      cost: ['Strom|Power=400.00', 'Dünger=50'],
      ...given,
    },
    now,
    actor,
  );
const approve = (id: string, actor = holger) => harvestApprove.run(club, { id }, now, actor);
const correct = (given: object = {}) =>
  harvestCorrect.run(
    club,
    { id: 'H2-1', grams: '310', revenue: '1200.00', cost: [], reason: 'Tippfehler|Typo', ...given },
    now,
    greta,
  );
const pay = (version = 1) => payOut(club, { roomCode: 'H2', cycle: 1, version });
const list = async () => (await harvestList.run(club, {}, now, greta)).lines;

describeOnEachDatabase('staff commands of harvests', (open) => {
  beforeEach(async () => {
    club = await open();
    const [first, otto] = (await members(club, 2)) as [number, number];
    ida = first;
    [greta, holger] = [await aStaffMember(club), await aStaffMember(club, 'Holger')];
    sale = await aWeighedRoom(club, [ida, otto, ida]);
  });

  it('record prints the whole statement and posts nothing', async () => {
    const { lines, data } = await recorded();
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "H2-1.1: House H2, cycle 1
        Harvested       2026-11-18, weighed 2026-11-18
        Grams           310, 103.3 for each plant
        Revenue         1000.00 EUR
        Cost            -400.00 EUR  Strom | Power
        Cost            -50.00 EUR  Dünger
        Surplus         550.00 EUR
        Members’ share  70 %
        Pool            385.00 EUR, rounded down to the cent
        Plants          3 of 2 members; 0 lost plants have no share
        Per plant       385.00 / 3 = 128.3333…, rounded 128.33 EUR
        Left over       1 cents after each share is rounded down; one each for the largest remainders
      Nothing is posted yet, and no member sees it.
      Approve it: npm run club -- harvest approve H2-1.1
      Or discard it: npm run club -- harvest discard H2-1.1 --reason …"
    `);
    expect(data).toMatchObject({ harvest: 'H2-1.1', pool: '385.00', needs_another: false });
    expect(await getBalances(club.db, ida, 'EUR')).toMatchObject({ available: 0n });
    const [audit] = await club.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(audit).toMatchObject({ action: 'harvest.recorded', actorId: greta.id, detail: { harvest: 'H2-1.1' } });
  });

  it('record refuses less than a sale promised, a cycle that grows, and a second statement', async () => {
    await expect(recorded({ share: '69.99' })).rejects.toThrow(`Sale ${sale} promised its plants 70 %.`);
    await expect(recorded({ cycle: '2' })).rejects.toThrow('Cycle 2 of H2 is not weighed');
    await recorded({ share: '72.5' });
    await expect(recorded()).rejects.toThrow('neither paid nor discarded');
    await approve('H2-1');
    await pay();
    await expect(recorded()).rejects.toThrow('needs harvest correct');
  });

  it.each([
    [{ cost: ['Strom'] }, 'is not a title and an amount'],
    [{ cost: ['=5.00'] }, 'is not a title and an amount'],
    [{ cost: ['a|b|c=5.00'] }, 'is not a title and an amount'],
    [{ cost: ['Strom=-5.00'] }, 'is not a title and an amount'],
    [{ revenue: '12,50' }, 'is an amount'],
    [{ share: '100.01' }, 'is at most 100'],
    [{ grams: '1.5' }, 'is a whole number'],
  ])('record refuses %j', async (given, words) => {
    await expect(recorded(given)).rejects.toThrow(WrongUse);
    await expect(recorded(given)).rejects.toThrow(words);
  });

  it('approve needs a colleague from four_eyes_from on, and pays once', async () => {
    await recorded({ revenue: '90000.00' });
    await expect(approve('H2-1', greta)).rejects.toThrow('a colleague has to approve it');
    expect((await approve('h2-1.1')).lines.at(-1)).toMatch(/pays 62685\.00 EUR/);
    expect((await approve('H2-1')).lines).toEqual(['H2-1.1 is approved already; its payout goes on.']);
    expect(await list()).toEqual([expect.stringMatching(/^H2-1\.1 {2}approved .* 0 of 2 settled$/)]);
    await pay();
    expect(await list()).toEqual([expect.stringMatching(/^H2-1\.1 {2}paid .* 2 of 2 settled$/)]);
    await expect(approve('H2-1')).rejects.toThrow('H2-1.1 is paid.');
    await expect(approve('H9-1')).rejects.toThrow('There is no harvest H9-1.');
    expect(await listFaults(club)).toEqual([]);
  });

  it('a small one may be approved by its recorder, and one that nobody approved discarded', async () => {
    await recorded();
    await harvestDiscard.run(club, { id: 'H2-1', reason: 'Wrong bill' }, now, greta);
    await expect(approve('H2-1.1', greta)).rejects.toThrow('H2-1.1 is discarded.');
    await recorded();
    await expect(approve('H2-1', greta)).rejects.toThrow(/Pool +385\.00 EUR.*Nothing was approved.*H2-1\.2$/s);
    expect((await approve('H2-1.2', greta)).data).toMatchObject({ harvest: 'H2-1.2', due: '385.00' });
    await pay(2);
    expect(await listFaults(club)).toEqual([]);
  });

  it('correct prints who gets more and who had too much, and needs two people for what it takes away', async () => {
    await expect(correct()).rejects.toThrow('There is no paid harvest H2-1.');
    await recorded({ revenue: '2000.00' });
    await approve('H2-1');
    await pay();
    const { lines } = await correct({ revenue: '0.50' });
    expect(lines.join('\n')).toMatch(/Too much +2 members had 1084\.65 EUR too much/);
    await expect(approve('H2-1.2', greta)).rejects.toThrow('a colleague has to approve it');
    await approve('H2-1.2');
    await pay(2);
    const { lines: again } = await correct({ revenue: '100.00', share: '80' });
    expect(again.join('\n')).toMatch(/Reason +Tippfehler \| Typo\n +More +2 members get 79\.65 EUR more/);
    expect(await listFaults(club)).toEqual([]);
  });

  it('list names what the club owes to members who have left', async () => {
    await recorded();
    await approve('H2-1');
    await pay();
    const left = { deletedAt: now, email: `deleted-${ida}`, emailVerifiedAt: null };
    await club.db.update(users).set(left).where(eq(users.id, ida));
    await correct();
    await approve('H2-1.2');
    await pay(2);
    expect((await list()).at(-1)).toBe(`H2-1.2: the club owes 303.33 EUR to member ${ida}, who has left.`);
  });

  it('show prints the statement, and who noted losses of the cycle', async () => {
    const loss = { lostAt: now, reason: 'Mites', reasonDe: 'Milben', staffId: greta.id };
    await pastTriggers(club, (tx) =>
      tx.insert(growingLosses).values({ ...loss, roomCode: 'H2', cycle: 1, position: 2 }),
    );
    await recorded();
    const { lines } = await harvestShow.run(club, { id: 'H2-1' }, now, holger);
    expect(lines.join('\n')).toMatch(/1 lost plants have no share\n +Losses +1 noted by \w+, member \d+\n/);
    expect(lines.join('\n')).toContain(`member ${greta.id}`);
    expect(lines.at(-1)).toBe('It is recorded.');
    await expect(harvestShow.run(club, { id: 'H9-1' }, now, holger)).rejects.toThrow('There is no harvest H9-1.');
  });

  it('needs the permission harvests.manage', async () => {
    const stranger = actorNumbered(greta.id, ['payouts.export']);
    await expect(recorded({}, stranger)).rejects.toThrow('has no permission harvests.manage');
    for (const command of [harvestApprove, harvestDiscard, harvestCorrect, harvestList, harvestShow])
      expect(command.permission).toBe('harvests.manage');
  });
});
