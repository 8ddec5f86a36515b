import { expect, it } from 'vitest';
import { describeOnPostgres } from '../../database/database.testing';
import { holding, untilWaiting } from '../../database/locks.testing';
import { transaction } from '../../database/transaction';
import { aMember, now } from '../wallet.testing';
import { cancelWithdrawal } from '../withdrawals/cancel';
import { takeStep } from '../withdrawals/steps';
import { approve } from '../withdrawals/withdrawals.testing';
import { findStatus } from './bank.testing';
import { exportPayouts } from './payouts';
import { expectKept, paid } from './reversals.testing';

describeOnPostgres('a claim while', (open) => {
  async function scene() {
    const club = await open();
    const given = await paid(club, 10_000n);
    const label = await given.hold(10_000n);
    return { club, label, greta: await aMember(club), ...given };
  }

  it('staff approve the withdrawal waits for them, and ends it', async () => {
    const { club, label, greta, reverse, standing } = await scene();
    const step = {
      from: ['pending' as const],
      to: 'approved' as const,
      set: { approvedBy: greta },
      staffId: greta,
      now,
    };
    const approving = await holding(club.db, (tx) => takeStep(tx, label, step));
    const claiming = reverse();
    await untilWaiting(club.db, 1);
    await approving();
    await claiming;
    expect(await findStatus(club, label)).toBe('rejected');
    expect(await standing()).toEqual([0n, 0n, 0n]);
    await expectKept(club);
  });

  it('the withdrawal is exported waits for the file, and becomes a debt', async () => {
    const { club, label, greta, reverse, standing } = await scene();
    await approve(club, label, greta);
    const otto = await aMember(club);
    const exporting = await holding(club.db, (tx) => exportPayouts(tx, otto, now));
    const claiming = reverse();
    await untilWaiting(club.db, 1);
    await exporting();
    await claiming;
    expect(await findStatus(club, label)).toBe('processing');
    expect(await standing()).toEqual([0n, 10_000n, 10_000n]);
    await expectKept(club);
  });

  it('its member cancels leaves one release and no debt', async () => {
    const { club, label, userId, reverse, standing } = await scene();
    const by = { ip: null, requestId: 'test', language: 'en' as const, now };
    const outcomes = await Promise.allSettled([cancelWithdrawal(club, userId, label, by), reverse()]);
    expect(outcomes[1]?.status).toBe('fulfilled');
    expect(await findStatus(club, label)).toMatch(/^(canceled|rejected)$/);
    expect(await standing()).toEqual([0n, 0n, 0n]);
    await expectKept(club);
  });

  it('everything else happens at once keeps every promise', async () => {
    const club = await open();
    const { userId, hold, reverse, pay } = await paid(club, 10_000n, 10_000n, 10_000n);
    const labels = [await hold(9000n), await hold(9000n), await hold(9000n)];
    const [greta, otto] = [await aMember(club), await aMember(club)];
    const by = { ip: null, requestId: 'test', language: 'en' as const, now };
    await Promise.allSettled([
      ...labels.map((label) => approve(club, label, greta)),
      transaction(club.db, (tx) => exportPayouts(tx, otto, now)),
      ...[0, 1, 2].map((at) => reverse(at)),
      cancelWithdrawal(club, userId, labels[0] as string, by),
      pay(5000n),
      transaction(club.db, (tx) => exportPayouts(tx, otto, now)),
    ]);
    await expectKept(club);
  });
});
