import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { pastTriggers } from '../../wallet/wallet.testing';
import { aWeighedRoom, harvested, listFaults, members } from './harvests.testing';
import { listGrowingFaults } from './verify-harvests';

const cases: [string, string][] = [
  ['update growing_harvests set pool = pool + 1 where version = 1', 'Harvest H2-1.1 has a surplus, a pool'],
  ['update growing_harvests set revenue = revenue + 100 where version = 1', 'Harvest H2-1.1 has a surplus, a pool'],
  ['update growing_harvests set plants = 4 where version = 1', 'Harvest H2-1.1 has a surplus, a pool'],
  [
    'update growing_harvest_shares set payout = payout + 1 where version = 1 and plants = 2',
    'in harvest H2-1.1 is not',
  ],
  ['update growing_harvest_shares set due = due + 1 where version = 2 and plants = 2', 'in harvest H2-1.2 is not'],
  ['update growing_harvest_shares set settled_at = null where version = 1 and plants = 1', 'H2-1.1 is not settled'],
  ['update growing_harvest_shares set transaction_label = null where version = 1', 'H2-1.1 is booked with other'],
  ["update ledger_entries set key = 'harvest:H2-1:7' where key = 'harvest:H2-1:1'", 'its approval is not booked'],
  ["update ledger_entries set key = 'harvest:H2-1:7' where key = 'harvest:H2-1:1'", 'harvest:H2-1:7 belongs to no'],
  ["update wallet_transactions set label = label || '-X'", '-X pays harvest H2-1, and no share'],
  ['update growing_overpaid set amount = amount + 1', 'and club.overpaid holds'],
  ['update growing_overpaid set amount = amount + 1', 'cents too much, and'],
  ['update growing_holdings set plants = plants + 1', 'plants in H2 for the cycles 1 to 50'],
  ['update growing_harvests set lost = 1 where version = 1', 'Harvest H2-1.1 names other losses'],
  [
    "update growing_harvests set weighed_at = weighed_at - interval '1 day' where version = 1",
    'H2-1.1 names other losses or days',
  ],
  // With what it pays: Otto has Ida's plants.
  [
    'update growing_harvest_shares set plants = 3 - plants, first_plant = 3 - first_plant where version = 1',
    'in harvest H2-1.1 counts other plants',
  ],
  ['delete from growing_harvest_shares where version = 1 and plants = 1', 'in harvest H2-1.1 counts other plants'],
  ['update growing_plants set last_cycle = 51 where position = 1', 'Plant H2-00001 is not what'],
  ["update growing_plants set purchased_at = '2026-11-19' where position = 1", 'Plant H2-00001 is not what'],
  [
    'update growing_plants set user_id = (select user_id from growing_plants where position = 2) where position = 1',
    'Plant H2-00001 is not what order OR-TEST-H2-0 bought',
  ],
  [
    `insert into growing_losses (room_code, position, cycle, lost_at, reason, reason_de, staff_id)
       select 'H2', 1, 1, purchased_at, 'a', 'a', user_id from growing_plants where position = 1`,
    'Plant H2-00001 is not what',
  ],
  [
    "update growing_purchases set quantity = 2 where order_label = 'OR-TEST-H2-0'",
    'has 1 plants, and its purchase of 2',
  ],
  ["update growing_purchases set state = 'ended' where order_label = 'OR-TEST-H2-0'", 'purchase of 1 is ended'],
  ['update growing_sales set sold = sold - 1', 'as sold and 0 as reserved, and its purchases differ'],
  ['update growing_sales set reserved = 1', 'as sold and 1 as reserved, and its purchases differ'],
  ['update growing_stock set plants = plants + 1', 'Room H2 has 3 plants for the cycles 1 to 50, and 4 are noted.'],
];

describeOnEachDatabase('ledger verify', (open) => {
  it('names each fault of harvests, and none without one', async () => {
    const club = await open();
    const [ida, otto] = (await members(club, 2)) as [number, number];
    await aWeighedRoom(club, [ida, otto, ida]);
    const team: [number, number] = [(await aStaffMember(club)).id, (await aStaffMember(club)).id];
    await harvested(club, team);
    await harvested(club, team, { revenue: 90_000n, reason: { en: 'Typo', de: 'Tippfehler' } });
    expect(await listFaults(club)).toEqual([]);
    for (const [fault, words] of cases) {
      const broken = pastTriggers(club, async (tx) => {
        await tx.execute(sql.raw(fault));
        throw new Faults(await listGrowingFaults(tx, 100));
      });
      const { faults } = (await broken.catch((error: unknown) => error)) as Faults;
      expect(faults?.join('\n'), fault).toContain(words);
    }
    expect(await listFaults(club)).toEqual([]);
  });
});

/** Rolls a fault back. */
class Faults extends Error {
  constructor(readonly faults: string[]) {
    super('Rolled back');
  }
}
