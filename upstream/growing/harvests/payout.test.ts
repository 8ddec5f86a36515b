import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres, type TestDatabase } from '../../database/database.testing';
import { holding, untilWaiting } from '../../database/locks.testing';
import { transaction } from '../../database/transaction';
import { bookEntry } from '../../ledger/ledger';
import { lockUser } from '../../members/users';
import { notifications } from '../../notifications/notifications.tables';
import { walletTransactions } from '../../wallet/transactions/transactions.tables';
import { lockBank, recordTransaction } from '../../wallet/wallet';
import { depositOf } from '../../wallet/wallet.testing';
import type { HarvestVersion } from './harvest-id';
import { findHarvest } from './harvests';
import {
  approve,
  available,
  aWeighedRoom,
  balanceOf,
  harvested,
  listFaults,
  members,
  now,
  payOut,
  record,
  sharesOf,
  staff,
  told,
} from './harvests.testing';
import { createPayouts, resumePayouts, settleBatch } from './payout';

const statusOf = async (club: TestDatabase, harvest: HarvestVersion) => (await findHarvest(club.db, harvest))?.status;

describeOnEachDatabase('the payout of a harvest', (open) => {
  it('gives each member the share, a transaction and a notification, and the harvest is paid', async () => {
    const club = await open();
    const [ida, otto] = (await members(club, 2)) as [number, number];
    await aWeighedRoom(club, [ida, otto, ida]);
    const harvest = await harvested(club, await staff(club));
    expect(harvest).toMatchObject({ surplus: 60_000n, pool: 42_000n, plants: 3, members: 2, leftover: 0 });
    expect([await available(club, ida), await available(club, otto)]).toEqual([28_000n, 14_000n]);
    expect([await balanceOf(club, 'club.payable'), await balanceOf(club, 'club.harvest')]).toEqual([0n, -42_000n]);
    expect(await statusOf(club, harvest)).toBe('paid');
    expect(await club.db.select().from(walletTransactions).orderBy(walletTransactions.userId)).toMatchObject([
      { userId: ida, type: 'harvest_payout', referenceKind: 'harvest', referenceLabel: 'H2-1', amount: 28_000n },
      { userId: otto, amount: 14_000n },
    ]);
    expect(await told(club, ida)).toEqual([
      [
        'growing.harvest_payout',
        'Harvest of House H2, cycle 1: €280.00',
        '€280.00 is in your balance. Past harvests say nothing about future ones.',
      ],
    ]);
    expect(await listFaults(club)).toEqual([]);
  });

  it('brings nothing where costs eat the revenue, and says so', async () => {
    const club = await open();
    const [ida] = (await members(club, 1)) as [number];
    await aWeighedRoom(club, [ida]);
    const harvest = await harvested(club, await staff(club), { revenue: 39_999n });
    expect(harvest).toMatchObject({ surplus: -1n, pool: 0n, leftover: 0 });
    expect(await statusOf(club, harvest)).toBe('paid');
    expect(await available(club, ida)).toBe(0n);
    expect((await told(club, ida))[0]?.[1]).toBe('Harvest of House H2, cycle 1: no proceeds');
    expect(await listFaults(club)).toEqual([]);
  });

  it('ends at once without any plant', async () => {
    const club = await open();
    await aWeighedRoom(club, []);
    const harvest = await harvested(club, await staff(club));
    expect(harvest).toMatchObject({ pool: 0n, plants: 0, members: 0 });
    expect(await statusOf(club, harvest)).toBe('paid');
    expect(await listFaults(club)).toEqual([]);
  });

  it('is done by the queue, which takes up what a server left', async () => {
    const club = await open();
    const owners = await members(club, 60);
    await aWeighedRoom(club, owners);
    const [greta, holger] = await staff(club);
    const harvest = await record(club, greta);
    await approve(club, harvest, holger);
    await resumePayouts(club);
    club.jobs.work('harvest-payout', createPayouts(club));
    await club.jobs.idle();
    expect(await statusOf(club, harvest)).toBe('paid');
    expect((await sharesOf(club, harvest)).every(({ settledAt }) => settledAt !== null)).toBe(true);
    expect(await club.db.$count(walletTransactions)).toBe(60);
    expect(await listFaults(club)).toEqual([]);
  });

  it('pays each member once, however often it is interrupted', async () => {
    const club = await open();
    const owners = await members(club, 120);
    await aWeighedRoom(club, owners);
    const [greta, holger] = await staff(club);
    const harvest = await record(club, greta, { revenue: 123_457n });
    await approve(club, harvest, holger);
    for (const fatal of [1, 30, 77]) {
      let events = 0;
      const dying = {
        ...club,
        // Each settled share reads it once.
        get broadcaster() {
          if (++events === fatal) throw new Error('killed');
          return club.broadcaster;
        },
      };
      await expect(payOut(dying, harvest)).rejects.toThrow('killed');
    }
    const settled = (await sharesOf(club, harvest)).filter(({ settledAt }) => settledAt).length;
    expect(settled).toBe(50);
    await payOut(club, harvest);
    expect(await settleBatch(club, harvest, now)).toBe(true);
    expect(await club.db.$count(walletTransactions)).toBe(120);
    expect(await club.db.$count(notifications)).toBe(120);
    expect(await listFaults(club)).toEqual([]);
  });

  it('repays the debt of a member first', async () => {
    const club = await open();
    const [ida] = (await members(club, 1)) as [number];
    await transaction(club.db, async (tx) => {
      const postings = [
        { account: { kind: 'member.debt' as const, userId: ida, currency: 'EUR' }, amount: -1000n },
        { account: { kind: 'club.adjustment' as const, currency: 'EUR' }, amount: 1000n },
      ];
      await bookEntry(tx, { kind: 'test', key: 'test:debt', postings }, now);
    });
    await aWeighedRoom(club, [ida]);
    await harvested(club, await staff(club));
    expect(await available(club, ida)).toBe(41_000n);
    expect(await listFaults(club)).toEqual([]);
  });
});

describeOnPostgres('two payouts at once', (open) => {
  it('of one harvest settle each share once', async () => {
    const club = await open();
    await aWeighedRoom(club, await members(club, 160));
    const [greta, holger] = await staff(club);
    const harvest = await record(club, greta);
    await approve(club, harvest, holger);
    await Promise.all([1, 2, 3].map(() => payOut(club, harvest)));
    expect(await club.db.$count(walletTransactions)).toBe(160);
    expect(await listFaults(club)).toEqual([]);
  });

  it('of two harvests, and other bookings of their members, do not wait for each other in a circle', async () => {
    const club = await open();
    const owners = await members(club, 60);
    const team = await staff(club);
    await aWeighedRoom(club, owners, { cycles: 2 });
    await aWeighedRoom(club, [...owners].reverse(), { code: 'H3', cycles: 1 });
    await harvested(club, team);
    const reason = { en: 'Less', de: 'Weniger' };
    const versions = [
      await record(club, team[0], { revenue: 90_000n, reason }),
      await record(club, team[0], { roomCode: 'H3' }),
      await record(club, team[0], { cycle: 2 }),
    ];
    for (const version of versions) await approve(club, version, team[1]);
    const deposits = owners.map((userId) =>
      transaction(club.db, async (tx) => {
        await lockUser(tx, userId);
        await recordTransaction(tx, depositOf(userId, 100n, `test:race:${userId}`), now);
      }),
    );
    await Promise.all([...versions.map((version) => payOut(club, version)), ...deposits]);
    const faults = await listFaults(club);
    expect(faults.filter((fault) => !fault.startsWith('The bank transfers'))).toEqual([]);
  });

  it('wait for an import of the bank, which locks members in another order', async () => {
    const club = await open();
    const owners = await members(club, 3);
    await aWeighedRoom(club, owners);
    const [greta, holger] = await staff(club);
    const harvest = await record(club, greta);
    await approve(club, harvest, holger);
    const book = await holding(
      club.db,
      async (tx) => {
        await lockBank(tx);
        await lockUser(tx, owners[2] as number);
      },
      // A payout that has locked this member waits for the other one, too.
      (tx) => tx.execute(sql`select from users where id = ${owners[0] as number} for no key update nowait`),
    );
    const payout = payOut(club, harvest);
    await untilWaiting(club.db, 1);
    await book();
    await payout;
    expect(await listFaults(club)).toEqual([]);
  });

  it('leave nothing of a batch that ends in the middle', async () => {
    const club = await open();
    await aWeighedRoom(club, await members(club, 60));
    const [greta, holger] = await staff(club);
    const harvest = await record(club, greta);
    await approve(club, harvest, holger);
    const last = (await sharesOf(club, harvest))[40]?.userId as number;
    const release = await holding(club.db, (tx) => lockUser(tx, last));
    const dying = settleBatch(club, harvest, now).catch((error: unknown) => error);
    await untilWaiting(club.db, 1);
    await club.db.$client.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    expect(await dying).toBeInstanceOf(Error);
    await release();
    expect(await club.db.$count(walletTransactions)).toBe(0);
    await payOut(club, harvest);
    expect(await club.db.$count(walletTransactions)).toBe(60);
    expect(await listFaults(club)).toEqual([]);
  });
});
