import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { users } from '../../members/members.tables';
import {
  available,
  aWeighedRoom,
  balanceOf,
  harvested,
  listFaults,
  members,
  now,
  owedBy,
  sharesOf,
  staff,
  told,
} from './harvests.testing';

describeOnEachDatabase('a correction of a harvest', (open) => {
  const why = { en: 'A bill was missing', de: 'Eine Rechnung fehlte' };

  it('pays what was missing, and deducts what was too much from later payouts, never from the balance', async () => {
    const club = await open();
    const [ida] = (await members(club, 1)) as [number];
    const team = await staff(club);
    await aWeighedRoom(club, [ida], { cycles: 3 });
    await harvested(club, team);
    await harvested(club, team, { revenue: 50_000n, reason: why });
    expect([await available(club, ida), await owedBy(club, ida)]).toEqual([42_000n, 35_000n]);
    expect(await balanceOf(club, 'club.overpaid')).toBe(-35_000n);
    await harvested(club, team, { revenue: 60_000n, reason: why });
    expect([await available(club, ida), await owedBy(club, ida)]).toEqual([42_000n, 28_000n]);
    await harvested(club, team, { cycle: 2, revenue: 70_000n });
    expect([await available(club, ida), await owedBy(club, ida)]).toEqual([42_000n, 7000n]);
    await harvested(club, team, { cycle: 3, revenue: 70_000n });
    expect([await available(club, ida), await owedBy(club, ida)]).toEqual([56_000n, 0n]);
    expect([await balanceOf(club, 'club.overpaid'), await balanceOf(club, 'club.payable')]).toEqual([0n, 0n]);
    // What they have is what the right statements give: 140.00 + 210.00 + 210.00.
    expect(await balanceOf(club, 'club.harvest')).toBe(-56_000n);
    expect(await told(club, ida)).toEqual([
      [
        'growing.harvest_correction',
        'Harvest of House H2, cycle 1: €70.00 more after a correction',
        'We deducted €70.00 that you had too much from an earlier harvest. Why we corrected it: A bill was missing',
      ],
      [
        'growing.harvest_correction',
        'Harvest of House H2, cycle 1: you had €350.00 too much',
        'Your balance stays as it is. We deduct the amount from your next harvest proceeds. Why we corrected it: A bill was missing',
      ],
      [
        'growing.harvest_payout',
        'Harvest of House H2, cycle 1: €420.00',
        '€420.00 is in your balance. Past harvests say nothing about future ones.',
      ],
      [
        'growing.harvest_payout',
        'Harvest of House H2, cycle 2: €210.00',
        'We deducted €210.00 that you had too much from an earlier harvest. Past harvests say nothing about future ones.',
      ],
      [
        'growing.harvest_payout',
        'Harvest of House H2, cycle 3: €210.00',
        '€140.00 is in your balance. We deducted €70.00 that you had too much from an earlier harvest. Past harvests say nothing about future ones.',
      ],
    ]);
    expect(await listFaults(club)).toEqual([]);
  });

  it('keeps what is due to a member who has left as owed by the club', async () => {
    const club = await open();
    const [ida, otto] = (await members(club, 2)) as [number, number];
    const team = await staff(club);
    await aWeighedRoom(club, [ida, otto]);
    await harvested(club, team);
    await club.db
      .update(users)
      .set({ deletedAt: now, email: `deleted-${otto}`, emailVerifiedAt: null })
      .where(eq(users.id, otto));
    await harvested(club, team, { revenue: 120_000n, reason: why });
    expect([await available(club, ida), await available(club, otto)]).toEqual([28_000n, 21_000n]);
    expect(await balanceOf(club, 'club.payable')).toBe(7000n);
    expect(await told(club, otto)).toHaveLength(1);
    expect(await listFaults(club)).toEqual([]);
    const [, share] = await sharesOf(club, { roomCode: 'H2', cycle: 1, version: 2 });
    expect(share).toMatchObject({ userId: otto, due: 7000n, withheld: 0n, transactionLabel: null });
  });
});
