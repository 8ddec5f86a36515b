import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Actor } from '../../club/command';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import { users } from '../../members/members.tables';
import { allPermissions, memberPermissions } from '../../members/permissions';
import { openClub } from '../identity.testing';
import { memberPermission, memberVerify } from './member-rights.club';
import { createProposalsConfirm } from './staff.club';
import { actorOf, aStaffMember } from './staff.testing';

const reason = 'She answers tickets from Monday on.';
const now = new Date();
const confirm = createProposalsConfirm(() => [memberPermission]);

describeOnEachDatabase('member verify', (open) => {
  it('confirms an address once, and never one’s own', async () => {
    const club = await openClub(open);
    const greta = await aStaffMember(club);
    const mia = await club.addMember({ emailVerifiedAt: null });
    await memberVerify.run(club, { user: String(mia.id) }, now, greta);
    const [member] = await club.db.select().from(users).where(eq(users.id, mia.id));
    expect(member?.emailVerifiedAt).toEqual(now);
    const rows = await club.db.select().from(auditLog).where(eq(auditLog.action, 'email.verified'));
    expect(rows).toMatchObject([{ actorId: greta.id, userId: mia.id, detail: { by: 'command line' } }]);
    await expect(memberVerify.run(club, { user: String(mia.id) }, now, greta)).rejects.toThrow('confirmed already');
    await expect(memberVerify.run(club, { user: String(greta.id) }, now, greta)).rejects.toThrow('their own');
    await expect(memberVerify.run(club, { user: String(mia.id) }, now, null)).rejects.toThrow('Nobody is signed in');
  });
});

describeOnEachDatabase('member permission', (open) => {
  async function openStaff() {
    const club = await openClub(open);
    const [greta, holger] = [await aStaffMember(club), await aStaffMember(club)];
    const mia = await club.addMember();
    const change = (given: Record<string, unknown>, actor: Actor | null) =>
      memberPermission.run(club, { user: String(mia.id), ...given }, now, actor);
    const held = async () =>
      (await club.db.select().from(users).where(eq(users.id, mia.id)))[0]?.permissions.toSorted() ?? [];
    return { club, greta, holger, mia, change, held };
  }

  it('withdraws and grants what every member may have, and sends the member’s sockets away', async () => {
    const { club, greta, mia, change, held } = await openStaff();
    await change({ withdraw: ['chat.write', 'chat.view'] }, greta);
    expect(await held()).toEqual(memberPermissions.filter((name) => !name.startsWith('chat.')).toSorted());
    expect(club.broadcaster.reauthorized).toContain(mia.id);
    await change({ grant: ['chat.view'] }, greta);
    expect(await held()).toContain('chat.view');
    await expect(change({ grant: ['chat.view'] }, greta)).rejects.toThrow('so already');
    const rows = await club.db.select().from(auditLog).where(eq(auditLog.action, 'permissions.changed'));
    expect(rows).toHaveLength(2);
  });

  it('takes two people to make somebody one of the staff', async () => {
    const { club, greta, holger, change, held } = await openStaff();
    await expect(change({ grant: ['tickets.manage'] }, greta)).rejects.toThrow('--reason is needed');
    const { data } = await change({ grant: ['tickets.manage'], reason }, greta);
    expect(data).toMatchObject({ done: false, summary: expect.stringContaining('grant tickets.manage') });
    await expect(change({ grant: ['tickets.manage'], reason }, greta)).rejects.toThrow('a colleague has to confirm it');
    expect(await held()).not.toContain('tickets.manage');
    await confirm.run(club, { id: String(data.proposal) }, now, holger);
    expect(await held()).toContain('tickets.manage');
    await change({ withdraw: ['tickets.manage'] }, greta);
    expect(await held()).not.toContain('tickets.manage');
  });

  it('gives and takes nothing that the acting person does not have, and nothing of their own', async () => {
    const { club, greta, change } = await openStaff();
    const few = { ...greta, permissions: [...memberPermissions, 'tickets.manage'] };
    await expect(change({ grant: ['payouts.export'], reason }, few)).rejects.toThrow('no permission payouts.export');
    const own = { user: String(greta.id), withdraw: ['chat.view'] };
    await expect(memberPermission.run(club, own, now, greta)).rejects.toThrow('their own permissions');
    await expect(change({ grant: ['everything'] }, greta)).rejects.toThrow('is no permission');
    await expect(change({}, greta)).rejects.toThrow('--grant or --withdraw');
  });

  it('makes the first of the staff without a sign-in, and nobody after that', async () => {
    const club = await openClub(open);
    const [mia, ben] = [
      await club.addMember(),
      await club.addMember({ email: 'ben@example.org', refHash: 'benbenbe' }),
    ];
    await memberPermission.run(club, { user: String(mia.id), grant: allPermissions }, now, null);
    const [first] = await club.db.select().from(users).where(eq(users.id, mia.id));
    expect(actorOf(first as typeof users.$inferSelect).permissions.toSorted()).toEqual(allPermissions.toSorted());
    const second = { user: String(ben.id), grant: ['tickets.manage'] };
    await expect(memberPermission.run(club, second, now, null)).rejects.toThrow('Nobody is signed in');
  });
});
