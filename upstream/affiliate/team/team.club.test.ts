import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import { actorNumbered } from '../../identity/staff/staff.testing';
import { users } from '../../members/members.tables';
import { pastTriggers } from '../../wallet/wallet.testing';
import { affiliateMove, affiliateRates, affiliateVerify } from './team.club';
import { affiliateLevels, affiliateMoves, affiliateNodes } from './team.tables';
import { join, start } from './team.testing';

describeOnEachDatabase('staff', (open) => {
  it('move a member with the whole line, with a reason in the audit log', async () => {
    const club = await open();
    const [top, other] = [await join(club, null), await join(club, null)];
    const member = await join(club, top);
    const below = await join(club, member);
    const greta = actorNumbered(top, ['affiliate.manage']);
    const move = (given: object) => Promise.resolve().then(() => affiliateMove.run(club, given, start, greta));
    const asked = { member: String(member), to: String(other), reason: 'Wrong link' };
    await move(asked);
    expect(
      await club.db
        .select()
        .from(affiliateLevels)
        .where(eq(affiliateLevels.userId, other))
        .orderBy(affiliateLevels.level),
    ).toMatchObject([
      { level: 1, members: 1 },
      { level: 2, members: 1 },
    ]);
    expect(await club.db.select().from(auditLog)).toMatchObject([
      { action: 'affiliate.moved', userId: member, detail: { from: top, to: other, reason: 'Wrong link' } },
    ]);
    await expect(move(asked)).rejects.toThrow('is the sponsor already');
    await expect(move({ ...asked, to: String(below) })).rejects.toThrow('in the line of the member');
    await expect(move({ ...asked, to: String(member) })).rejects.toThrow('nobody is their own sponsor');
    await expect(move({ ...asked, reason: ' ' })).rejects.toThrow('reason');
    await expect(move({ ...asked, to: '999999' })).rejects.toThrow('There is no member 999999.');
    expect(await club.db.$count(affiliateMoves)).toBe(1);
    expect(await club.db.$count(auditLog)).toBe(1);
    await expect(
      Promise.resolve().then(() => affiliateMove.run(club, asked, start, actorNumbered(top, ['news.manage']))),
    ).rejects.toThrow('has no permission affiliate.manage');
  });

  it('alone move members: nothing else changes a sponsor, and no move is undone', async () => {
    const club = await open();
    const [top, other] = [await join(club, null), await join(club, null)];
    const member = await join(club, top);
    await expect(club.db.update(users).set({ referrerId: other }).where(eq(users.id, member))).rejects.toThrow();
    const row = { userId: member, fromId: other, toId: other, reason: 'x', staffId: top, at: start };
    await expect(club.db.insert(affiliateMoves).values(row)).rejects.toThrow();
    await club.db.insert(affiliateMoves).values({ ...row, fromId: top });
    await expect(club.db.update(users).set({ referrerId: top }).where(eq(users.id, member))).rejects.toThrow();
    await expect(club.db.delete(affiliateMoves)).rejects.toThrow();
  });

  it('verify the counts, and see the rates', async () => {
    const club = await open();
    const top = await join(club, null);
    const below = await join(club, top);
    expect((await affiliateVerify.run(club, {}, start)).data).toEqual({ faults: [] });
    await club.db.update(affiliateNodes).set({ team: 7 }).where(eq(affiliateNodes.userId, top));
    await expect(affiliateVerify.run(club, {}, start)).rejects.toThrow(`The size of the team of member ${top}`);
    await pastTriggers(club, async (tx) => {
      await tx.update(affiliateNodes).set({ team: 1 }).where(eq(affiliateNodes.userId, top));
      await tx.update(users).set({ referrerId: below }).where(eq(users.id, top));
    });
    const ring = [top, below].map((id) => `Member ${id} stands in a ring of sponsors, or below one.`);
    await expect(affiliateVerify.run(club, {}, start)).rejects.toThrow(ring.join('\n'));
    expect((await affiliateRates.run(club, {}, start)).lines).toEqual([
      'Level 1: 5.00 %',
      'Level 2: 2.00 %',
      'Level 3: 1.00 %',
      'Commissions are paid after 14 days.',
    ]);
  });
});
