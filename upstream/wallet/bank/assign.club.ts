/** The staff command that assigns an unmatched transfer. */
import { z } from 'zod';
import { type Actor, auditStaff, CommandFailed, defineCommand, type Outcome, textOption } from '../../club/command';
import { readLabel } from '../../contract/labels';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import { proposeOrConfirm } from '../../identity/identity';
import { decimal } from '../../ledger/ledger';
import { getMember } from '../../members/members.club';
import { walletConfig } from '../wallet.config';
import { assignTransfer, getUnmatched, NotAssignable, type Owner, readSizeOfAssignment } from './assign';
import { listMembersOf, listOwners } from './own-money';
import { asData, listClaims } from './transfer-output';

const permission = 'payouts.export';

/** `payments assign ID TO` says whose an unmatched transfer is. */
export const paymentsAssign = defineCommand({
  name: 'payments assign',
  summary: 'Say whose an unmatched transfer is',
  positionals: ['id', 'to'],
  proof: 'required',
  permission,
  options: { reason: { value: 'TEXT', summary: 'how you know; it stands in the audit log', required: true } },
  details: [
    'ID is the number that payments unmatched lists. Money that came in: TO is the label of an order, whose payment',
    'it then is, or a member’s number or e-mail address, for a deposit without an order. Money that went out: TO is',
    'the label of a withdrawal, or several with commas between them, all of which are completed then; that of an order',
    'that was refunded, whose refund it is; or an order or a member whose payment the bank reversed, so that it leaves',
    'their balance, and what is missing there is a claim. A difference to withdrawals or a refund is the club’s.',
    'Either: club, where it is the club’s own. From the amount four_eyes_from of config/wallet.json on a colleague has to',
    'confirm it: of the transfer, of the withdrawals together, or of the order. Nobody assigns to themselves, or what is',
    'about their own money, such as a payment of theirs that the bank reversed.',
  ].join('\n'),
  given: z.strictObject({ id: z.coerce.number('is no number').int(), to: z.string(), reason: textOption(500) }),
  run: (deps, { id, to, reason }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const owner = await readOwner(tx, to);
      const decision = await decide(tx, { id, owner, actor, reason }, now);
      if ('waits' in decision) return decision.waits;
      const transfer = await assignTransfer(tx, deps, id, owner, now);
      const userId = typeof owner === 'object' && 'userId' in owner ? owner.userId : null;
      await auditStaff(tx, now, {
        actor,
        action: 'payment.assigned',
        userId,
        detail: { transfer: id, to: nameOf(owner), reason: decision.reason },
      });
      const claims = (await listClaims(tx)).filter((claimed) => claimed.transfer.id === id);
      return {
        lines: [
          `Transfer ${id} of ${decimal(transfer.amount, 'EUR')} EUR is ${transfer.outcome}: ${nameOf(owner)}.`,
          ...claims.map(({ claim }) => `Claim: ${decimal(claim, 'EUR')} EUR of it the member no longer has.`),
        ],
        data: asData(transfer),
      };
    }).catch((error: unknown) => {
      throw error instanceof NotAssignable ? new CommandFailed(error.message) : error;
    }),
});

interface Assignment {
  id: number;
  owner: Owner;
  actor: Actor;
  reason: string;
}

/** Large assignments take two people, and nobody assigns to themselves. */
async function decide(
  tx: Tx,
  { id, owner, actor, reason }: Assignment,
  now: Date,
): Promise<{ waits: Outcome } | { reason: string }> {
  const transfer = await getUnmatched(tx, id);
  if ((await listBeneficiaries(tx, owner)).includes(actor.id)) {
    throw new CommandFailed(`${actor.name} cannot assign a transfer to their own account, order or withdrawal.`);
  }
  // Otherwise a reversal of their own payment could become somebody else's loss.
  if ((await listMembersOf(tx, id)).includes(actor.id)) {
    throw new CommandFailed(`Transfer ${id} is about ${actor.name}’s own money: a colleague assigns it.`);
  }
  if ((await readSizeOfAssignment(tx, transfer, owner)) < walletConfig.withdrawal.four_eyes_from) return { reason };
  const to = wordOf(owner);
  const summary = `Assign transfer ${id} of ${decimal(transfer.amount, 'EUR')} EUR to ${nameOf(owner)}`;
  const act = {
    actor,
    kind: 'payments assign',
    permission,
    subject: `transfer ${id}`,
    summary,
    payload: { id, to },
    reason,
  };
  const decision = await proposeOrConfirm(tx, act, now);
  return 'waits' in decision ? decision : { reason: decision.confirmed.reason };
}

/** Returns the owner in one form, however it was typed. */
const wordOf = (owner: Owner): string => {
  if (owner === 'club') return owner;
  if ('userId' in owner) return String(owner.userId);
  return 'order' in owner
    ? (readLabel(owner.order, 'OR') ?? owner.order)
    : owner.withdrawals
        .map((label) => readLabel(label, 'WD') ?? label)
        .sort()
        .join(',');
};

/** Returns the members whose balance the assignment changes. */
async function listBeneficiaries(tx: Tx, owner: Owner): Promise<number[]> {
  if (owner === 'club') return [];
  if ('userId' in owner) return [owner.userId];
  return listOwners(tx, wordOf(owner).split(','));
}

async function readOwner(tx: Tx, to: string): Promise<Owner> {
  if (to.toLowerCase() === 'club') return 'club';
  if (to.includes('@')) return { userId: (await getMember(tx, to)).id };
  if (/^OR/i.test(to)) return { order: to };
  if (/^WD/i.test(to)) return { withdrawals: to.split(',').map((label) => label.trim()) };
  return { userId: (await getMember(tx, to)).id };
}

function nameOf(owner: Owner): string {
  if (owner === 'club') return 'the club';
  if ('userId' in owner) return `member ${owner.userId}`;
  return ('order' in owner ? owner.order : owner.withdrawals.join(', ')).toUpperCase();
}
