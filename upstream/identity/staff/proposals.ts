/**
 * Acts of the staff that need two people. The first request only makes a proposal. A second person's confirmation and
 * the act share one transaction. See `proposeOrConfirm`.
 */
import { createHash } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { type Actor, auditStaff, CommandFailed, type Outcome } from '../../club/command';
import type { Tx } from '../../database/database';
import { minutesAfter } from '../../members/caller';
import { isStaff } from '../../members/permissions';
import { findUser } from '../../members/users';
import { staffProposals } from './staff.tables';
import { actorNameOf } from './staff-tokens';

export type ProposalRow = typeof staffProposals.$inferSelect;

/** Validity of a proposal in days. Later the act may be wrong, and nobody remembers the reason. */
const daysGood = 7;

interface NewProposal {
  actor: Actor;
  /** The command as it is typed, such as `orders refund`. `proposals confirm` runs it again as the second person. */
  kind: string;
  /** The command's permission, which the proposer must still have at the confirmation. Null for none. */
  permission: string | null;
  /** What the act concerns, in canonical form. Only one proposal for each kind and subject is open at a time. */
  subject: string;
  /** The act in one line for people, with amount and owner, but without an IBAN. */
  summary: string;
  /** The command's input except the reason. The second person confirms exactly this input. */
  payload: Record<string, unknown>;
  reason: string;
}

/** `waits`: the command does nothing more and ends with this outcome. `confirmed`: the command does the act now. */
export type Decision = { waits: Outcome } | { confirmed: ProposalRow };

/**
 * Makes or confirms a proposal for a command whose act needs two people. Call it in the act's transaction, after all
 * checks and before all changes:
 *
 *     const decision = await proposeOrConfirm(tx, { actor, kind: 'orders refund', subject: label, … }, now);
 *     if ('waits' in decision) return decision.waits;
 *     // here a second person has confirmed; decision.confirmed.reason is the reason that both saw
 *
 * The first call makes a proposal. The same command by another person confirms it, as `proposals confirm ID` does. The
 * database rejects a confirmation by the proposer and a second confirmation.
 * @throws CommandFailed if the same person asks again, or if the open proposal differs, is too old, or its proposer may
 *   no longer propose it
 */
export async function proposeOrConfirm(tx: Tx, proposed: NewProposal, now: Date): Promise<Decision> {
  const { actor, kind, subject } = proposed;
  const digest = digestOf(proposed.payload);
  const open = await findOpen(tx, kind, subject);
  if (!open) return { waits: await propose(tx, { ...proposed, digest }, now) };
  if (open.digest !== digest) {
    throw new CommandFailed(
      `Proposal ${open.id} says something else: ${open.summary}. Withdraw it first: proposals withdraw ${open.id}.`,
    );
  }
  if (now > endOf(open)) {
    throw new CommandFailed(
      `Proposal ${open.id} was good until ${endOf(open).toISOString()}. Withdraw it, and ask again: proposals withdraw ${open.id}.`,
    );
  }
  if (open.proposedBy === actor.id) {
    throw new CommandFailed(`Proposal ${open.id} is ${actor.name}’s own: a colleague has to confirm it.`);
  }
  await checkProposer(tx, open, proposed.permission);
  const [confirmed] = await tx
    .update(staffProposals)
    .set({ confirmedBy: actor.id, confirmedAt: now })
    .where(and(eq(staffProposals.id, open.id), isOpen))
    .returning();
  if (!confirmed) throw new CommandFailed(`Proposal ${open.id} is closed already; nothing was changed.`);
  await auditStaff(tx, now, {
    actor,
    action: 'proposal.confirmed',
    detail: { proposal: open.id, kind, subject, proposed_by: open.proposedBy },
  });
  return { confirmed };
}

/** The act needs two people at the confirmation, so the proposer must still be entitled. */
async function checkProposer(tx: Tx, { id, proposedBy }: ProposalRow, permission: string | null): Promise<void> {
  const member = await findUser(tx, proposedBy);
  const mayStill =
    member?.google2faEnabledAt && isStaff(member) && (permission === null || member.permissions.includes(permission));
  if (mayStill) return;
  const proposer = await readMemberName(tx, proposedBy);
  throw new CommandFailed(
    `${proposer}, who made proposal ${id}, may no longer do this. Withdraw it: proposals withdraw ${id}.`,
  );
}

/** Returns the open proposals with proposer and end of validity, oldest first. */
export async function listProposals(tx: Tx): Promise<(ProposalRow & { proposer: string; endsAt: Date })[]> {
  const rows = await tx.select().from(staffProposals).where(isOpen).orderBy(asc(staffProposals.id));
  const listed = [];
  for (const row of rows)
    listed.push({ ...row, proposer: await readMemberName(tx, row.proposedBy), endsAt: endOf(row) });
  return listed;
}

/** Closes an open proposal without executing it. Returns null if there is none. */
export async function withdrawProposal(tx: Tx, id: number, actor: Actor, now: Date): Promise<ProposalRow | null> {
  const [withdrawn] = await tx
    .update(staffProposals)
    .set({ withdrawnBy: actor.id, withdrawnAt: now })
    .where(and(eq(staffProposals.id, id), isOpen))
    .returning();
  if (!withdrawn) return null;
  const { kind, subject } = withdrawn;
  await auditStaff(tx, now, { actor, action: 'proposal.withdrawn', detail: { proposal: id, kind, subject } });
  return withdrawn;
}

async function propose(tx: Tx, proposed: NewProposal & { digest: string }, now: Date): Promise<Outcome> {
  const { actor, kind, subject, summary } = proposed;
  const { actor: _, permission: __, ...row } = proposed;
  const [written] = await tx
    .insert(staffProposals)
    .values({ ...row, proposedBy: actor.id, proposedAt: now })
    .onConflictDoNothing()
    .returning({ id: staffProposals.id });
  // Two people asked at the same moment. The other proposal becomes visible only after its commit.
  if (!written) throw new CommandFailed('A colleague asked for the same at this moment; ask again.');
  // Only the proposal holds the reason, because it may tell much about a member and must not be in the audit log.
  const detail = { proposal: written.id, kind, subject };
  await auditStaff(tx, now, { actor, action: 'proposal.made', detail });
  return {
    lines: [
      `Proposal ${written.id}: ${summary}.`,
      `Nothing was done yet. A colleague confirms it: npm run club -- proposals confirm ${written.id}`,
    ],
    data: { proposal: written.id, kind, subject, summary, done: false },
  };
}

async function findOpen(tx: Tx, kind: string, subject: string): Promise<ProposalRow | null> {
  const about = and(eq(staffProposals.kind, kind), eq(staffProposals.subject, subject), isOpen);
  const [open] = await tx.select().from(staffProposals).where(about).for('update');
  return open ?? null;
}

const endOf = ({ proposedAt }: ProposalRow): Date => minutesAfter(proposedAt, daysGood * 24 * 60);

const isOpen = and(isNull(staffProposals.confirmedAt), isNull(staffProposals.withdrawnAt));

async function readMemberName(tx: Tx, id: number): Promise<string> {
  const member = await findUser(tx, id);
  return member ? actorNameOf(member) : `member ${id}`;
}

/** Returns the same digest for the same names and values in any order. */
const digestOf = (payload: Record<string, unknown>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');
