import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Actor, defineCommand, textOption } from '../../club/command';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { users } from '../../members/members.tables';
import { memberPermissions } from '../../members/permissions';
import { type Club, openClub } from '../identity.testing';
import { proposeOrConfirm } from './proposals';
import { createProposalsConfirm, proposalsList, proposalsWithdraw } from './staff.club';
import { staffProposals } from './staff.tables';
import { actorOf, asStaff } from './staff.testing';

const now = new Date('2026-11-21T09:41:00.123Z');

/** A command that needs two people and records what it did. */
function paintOn(done: string[]) {
  return defineCommand({
    name: 'shed paint',
    summary: 'Paint a shed',
    positionals: ['shed', 'colour'],
    proof: 'required',
    options: { reason: { value: 'TEXT', summary: 'why', required: true } },
    given: z.strictObject({ shed: z.string(), colour: z.string(), reason: textOption(100) }),
    run: (deps, { shed, colour, reason }, at, actor) =>
      transaction(deps.db, async (tx) => {
        const act = {
          actor,
          kind: 'shed paint',
          permission: 'payouts.export',
          subject: shed,
          summary: `Paint ${shed} ${colour}`,
          payload: { shed, colour },
          reason,
        };
        const decision = await proposeOrConfirm(tx, act, at);
        if ('waits' in decision) return decision.waits;
        done.push(`${shed} ${colour}: ${decision.confirmed.reason}`);
        return { lines: ['Painted.'], data: {} };
      }),
  });
}

async function withTwo(open: Parameters<typeof openClub>[0]) {
  const club = await openClub(open);
  const add = async (firstname: string) => {
    const email = `${firstname.toLowerCase()}@example.org`;
    return actorOf(await club.addMember({ firstname, lastname: 'Holm', email, ...asStaff }));
  };
  const [greta, holger] = [await add('Greta'), await add('Holger')];
  const done: string[] = [];
  const command = paintOn(done);
  const paint = (actor: Actor, colour = 'red', reason = 'It is due.', at = now) =>
    command.run(club, { shed: 'north', colour, reason }, at, actor);
  const confirm = createProposalsConfirm(() => [command]);
  return { club, greta, holger, done, paint, confirm: (id: unknown, by: Actor) => confirm.run(club, { id }, now, by) };
}

const listRows = ({ db }: Club) => db.select().from(staffProposals).orderBy(asc(staffProposals.id));

describeOnEachDatabase('an act for two people', (open) => {
  it('waits for the second one, is listed meanwhile, and is done once', async () => {
    const { club, greta, holger, done, paint } = await withTwo(open);
    const { lines, data } = await paint(greta);
    expect(lines).toEqual([
      `Proposal ${data.proposal}: Paint north red.`,
      `Nothing was done yet. A colleague confirms it: npm run club -- proposals confirm ${data.proposal}`,
    ]);
    expect(done).toEqual([]);
    const listed = await proposalsList.run(club, {}, now, holger);
    expect(listed.lines).toEqual([
      `${data.proposal}  Paint north red. By Greta Holm, 2026-11-21T09:41:00.123Z, until 2026-11-28T09:41:00.123Z: "It is due."`,
    ]);
    await expect(paint(greta)).rejects.toThrow('a colleague has to confirm it');
    expect((await paint(holger, 'red', 'Confirmed.')).lines).toEqual(['Painted.']);
    expect(done).toEqual(['north red: It is due.']);
    expect(await listRows(club)).toMatchObject([
      { proposedBy: greta.id, confirmedBy: holger.id, reason: 'It is due.' },
    ]);
    expect((await proposalsList.run(club, {}, now, holger)).lines).toEqual(['Nothing waits for a second person.']);
    const audited = await club.db.select().from(auditLog).orderBy(asc(auditLog.id));
    expect(audited.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['proposal.made', greta.id],
      ['proposal.listed', holger.id],
      ['proposal.confirmed', holger.id],
      ['proposal.listed', holger.id],
    ]);
  });

  it('is confirmed by its number as well, never by who proposed it, and not twice', async () => {
    const { greta, holger, done, paint, confirm } = await withTwo(open);
    const { data } = await paint(greta);
    await expect(confirm(data.proposal, greta)).rejects.toThrow('Greta Holm’s own');
    await confirm(String(data.proposal), holger);
    expect(done).toEqual(['north red: It is due.']);
    await expect(confirm(data.proposal, holger)).rejects.toThrow('There is no open proposal');
  });

  it('is not what somebody else asks for: another colour is no confirmation', async () => {
    const { club, greta, holger, done, paint } = await withTwo(open);
    const { data } = await paint(greta);
    await expect(paint(holger, 'blue')).rejects.toThrow('says something else: Paint north red.');
    await proposalsWithdraw.run(club, { id: data.proposal }, now, holger);
    await expect(proposalsWithdraw.run(club, { id: data.proposal }, now, holger)).rejects.toThrow('no open proposal');
    await paint(holger, 'blue');
    await paint(greta, 'blue');
    expect(done).toEqual(['north blue: It is due.']);
  });

  it('is kept by the database: nobody confirms their own, and what is closed stays as it is', async () => {
    const { club, greta, holger, paint } = await withTwo(open);
    const id = Number((await paint(greta)).data.proposal);
    const change = (set: Partial<typeof staffProposals.$inferInsert>) =>
      transaction(club.db, (tx) => tx.update(staffProposals).set(set).where(eq(staffProposals.id, id)));
    const confirmed = { confirmedBy: greta.id, confirmedAt: now };
    await expect(change(confirmed)).rejects.toHaveProperty('cause.constraint', 'staff_proposals_two_people');
    await expect(change({ proposedBy: holger.id })).rejects.toThrow();
    await expect(change({ payload: {} })).rejects.toThrow();
    await change({ confirmedBy: holger.id, confirmedAt: now });
    await expect(change({ confirmedBy: null, confirmedAt: null })).rejects.toThrow();
    await expect(change({ withdrawnBy: greta.id, withdrawnAt: now })).rejects.toThrow();
    await expect(transaction(club.db, (tx) => tx.delete(staffProposals))).rejects.toThrow();
  });
});

describeOnEachDatabase('a confirmation', (open) => {
  const tooLate = new Date('2026-11-28T09:41:00.124Z');
  const inTime = new Date('2026-11-28T09:41:00.123Z');

  it('is refused 7 days after the proposal, in words that say what to do', async () => {
    const { club, greta, holger, done, paint } = await withTwo(open);
    const { data } = await paint(greta);
    for (const person of [greta, holger])
      await expect(paint(person, 'red', 'It is due.', tooLate)).rejects.toThrow(
        `Proposal ${data.proposal} was good until 2026-11-28T09:41:00.123Z. Withdraw it, and ask again: proposals withdraw ${data.proposal}.`,
      );
    expect(done).toEqual([]);
    await proposalsWithdraw.run(club, { id: data.proposal }, tooLate, holger);
    expect((await paint(holger, 'red', 'It is due.', tooLate)).data).toMatchObject({ done: false });
  });

  it('is taken to the last moment', async () => {
    const { greta, holger, done, paint } = await withTwo(open);
    await paint(greta);
    await paint(holger, 'red', 'It is due.', inTime);
    expect(done).toHaveLength(1);
  });

  it.each([
    ['is no longer of the staff', { permissions: memberPermissions }],
    ['has no longer the permission', { permissions: ['withdrawals.approve'] }],
    ['has no two-factor sign-in any more', { google2faEnabledAt: null, google2faSecret: null }],
  ])('is refused where who proposed it %s', async (_, change) => {
    const { club, greta, holger, done, paint, confirm } = await withTwo(open);
    const { data } = await paint(greta);
    await club.db.update(users).set(change).where(eq(users.id, greta.id));
    await expect(confirm(data.proposal, holger)).rejects.toThrow(
      `Greta Holm, who made proposal ${data.proposal}, may no longer do this. Withdraw it: proposals withdraw ${data.proposal}.`,
    );
    expect(done).toEqual([]);
    expect(await listRows(club)).toMatchObject([{ confirmedAt: null, withdrawnAt: null }]);
  });
});

describeOnPostgres('two colleagues at one moment', (open) => {
  it('confirm a proposal once', async () => {
    const { club, greta, holger, done, paint } = await withTwo(open);
    const person = { firstname: 'Ines', lastname: 'Holm', email: 'ines@example.org', ...asStaff };
    const ines = actorOf(await club.addMember(person));
    await paint(greta);
    const said = await Promise.allSettled([paint(holger), paint(ines)]);
    expect(done).toHaveLength(1);
    // The second one finds no open proposal, so that it makes its own, or gets an error.
    expect(said.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect((await listRows(club)).filter(({ confirmedBy }) => confirmedBy !== null)).toHaveLength(1);
  });
});
