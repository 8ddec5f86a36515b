/** Staff commands for differences between bank and ledger, and for doubts about transfers. */
import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand, textOption } from '../../club/command';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import { proposeOrConfirm } from '../../identity/identity';
import { decimal } from '../../ledger/ledger';
import { walletConfig } from '../wallet.config';
import { NotAssignable } from './assign';
import { walletBankLines, walletBankTransfers } from './bank.tables';
import { lockBank } from './bank-lock';
import { type Difference, gapOf, listChangesOfDifference } from './differences';
import { bookAsKnown, bookAsOwn, getDoubtfulLine, getRepeated } from './overrule';
import { listMembersOf, listNamedMembers } from './own-money';
import { claimAsData, lineOfClaim } from './transfer-output';

/** The permission that every command here needs. */
const permission = 'payouts.export';

/** `payments reconcile` lists where bank and ledger differ, and what the import was not sure of. */
export const paymentsReconcile = defineCommand({
  name: 'payments reconcile',
  summary: 'Compare the bank’s balances with the books, and list what the import was not sure of',
  positionals: [],
  proof: 'required',
  permission,
  options: {},
  details: [
    'A line for each day on which the difference between bank and books changes: it began, grew, shrank or ended with a',
    'statement of that day. Then each line of a statement that was taken for a known transfer without proof, and each',
    'transfer that waits for a reason, such as one that contradicts a known one. payments overrule says otherwise.',
  ].join('\n'),
  given: z.strictObject({}),
  run: (deps, _, now, actor) =>
    transaction(deps.db, async (tx) => {
      const differences = await listChangesOfDifference(tx, walletConfig.bank.iban);
      const doubtful = await listDoubtful(tx);
      const contradicting = (await listUnmatched(tx)).filter(({ reason }) => reason !== null);
      await auditStaff(tx, now, { actor, action: 'payments.reconciled' });
      const lines = [
        ...differences.map(describeDifference),
        ...doubtful.map(
          ({ id, transferId, bookedOn, amount, content }) =>
            `Line ${id}: ${bookedOn}  ${inEuro(amount)}  ${content.partyName ?? 'unknown'}  ${JSON.stringify(content.remittance)}  was taken for transfer ${transferId}.`,
        ),
        ...contradicting.map(
          ({ id, bookedOn, amount, reason }) => `Transfer ${id}: ${bookedOn}  ${inEuro(amount)}  ${reason}`,
        ),
      ];
      return {
        lines: lines.length > 0 ? lines : ['Bank and books agree, and nothing is in doubt.'],
        data: {
          differences: differences.map(differenceAsData),
          doubtful: doubtful.map(({ id, transferId, amount, bookedOn }) => ({
            line: id,
            transfer: transferId,
            amount: decimal(amount, 'EUR'),
            booked_on: bookedOn,
          })),
          contradicting: contradicting.map(({ id, reason }) => ({ transfer: id, reason })),
        },
      };
    }),
});

/** `payments overrule WHAT AS`: two staff members decide whether two transfers are one. */
export const paymentsOverrule = defineCommand({
  name: 'payments overrule',
  summary: 'Say that a line is a transfer of its own, or that a transfer is one that was known',
  positionals: ['what', 'as'],
  proof: 'required',
  permission,
  options: { reason: { value: 'TEXT', summary: 'how you know; it stands in the audit log', required: true } },
  details: [
    'WHAT and AS are numbers that payments reconcile lists. A line (line:12) AS own is booked as a transfer of its own,',
    'as the import would have. A transfer that waits (transfer:7) AS the number of another one is the same as that, and',
    'its booking is reversed; their amounts are equal. A colleague has to confirm it. Both people need the permission',
    'payouts.export, and neither decides about their own money.',
  ].join('\n'),
  given: z
    .strictObject({
      what: z.string().regex(/^(line|transfer):\d{1,15}$/, 'is neither line:NUMBER nor transfer:NUMBER'),
      as: z.string().regex(/^(own|\d{1,15})$/, 'is neither own nor the number of a transfer'),
      reason: textOption(500),
    })
    .refine(({ what, as }) => what.startsWith('line:') === (as === 'own'), {
      message: 'A line is a transfer of its own, and a transfer is the same as another one.',
    }),
  run: (deps, { what, as, reason }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const id = Number(what.slice(what.indexOf(':') + 1));
      // Before the look at whose money it is, because an import could change that.
      await lockBank(tx);
      const { checked, members } = as === 'own' ? await lookAtLine(tx, id) : await lookAtTransfers(tx, id, Number(as));
      refuseOwn(members, actor.id, actor.name);
      const summary = `Book ${what.replace(':', ' ')} of ${inEuro(checked.amount)} as ${as === 'own' ? 'its own' : `transfer ${as}`}`;
      const act = {
        actor,
        kind: 'payments overrule',
        permission,
        subject: what,
        summary,
        payload: { what, as },
        reason,
      };
      const decision = await proposeOrConfirm(tx, act, now);
      if ('waits' in decision) return decision.waits;
      const { proposedBy, reason: agreed } = decision.confirmed;
      refuseOwn(members, proposedBy, 'Whoever proposed it');
      const word = { reason: agreed, proposedBy, confirmedBy: actor.id };
      const { transfer, claims, warnings } =
        as === 'own'
          ? await bookAsOwn(tx, deps, id, word, now)
          : { transfer: await bookAsKnown(tx, { id, sameAs: Number(as) }, word, now), claims: [], warnings: [] };
      await auditStaff(tx, now, {
        actor,
        action: 'payment.overruled',
        detail: { what, as, transfer: transfer.id, outcome: transfer.outcome, ...word },
      });
      return {
        lines: [
          `Transfer ${transfer.id} of ${inEuro(transfer.amount)} is ${transfer.outcome}.`,
          ...claims.map(lineOfClaim),
          ...warnings.map((warning) => `Warning: ${warning}`),
        ],
        data: { transfer: transfer.id, outcome: transfer.outcome, claims: claims.map(claimAsData) },
      };
    }).catch((error: unknown) => {
      throw error instanceof NotAssignable ? new CommandFailed(error.message) : error;
    }),
});

/** Returns the line with the members whose money it is about. */
async function lookAtLine(tx: Tx, id: number) {
  const checked = await getDoubtfulLine(tx, id);
  const members = [...(await listNamedMembers(tx, checked.content)), ...(await listMembersOf(tx, checked.transferId))];
  return { checked, members };
}

/** Returns the same for a transfer that is said to be another one. */
async function lookAtTransfers(tx: Tx, id: number, sameAs: number) {
  const checked = await getRepeated(tx, { id, sameAs });
  return { checked, members: [...(await listMembersOf(tx, id)), ...(await listMembersOf(tx, sameAs))] };
}

function refuseOwn(members: number[], staffId: number, name: string): void {
  if (members.includes(staffId)) throw new CommandFailed(`${name} cannot decide about their own money.`);
}

const listDoubtful = (tx: Tx) =>
  tx.select().from(walletBankLines).where(eq(walletBankLines.isDoubtful, true)).orderBy(asc(walletBankLines.id));

const listUnmatched = (tx: Tx) =>
  tx
    .select()
    .from(walletBankTransfers)
    .where(eq(walletBankTransfers.outcome, 'unmatched'))
    .orderBy(asc(walletBankTransfers.id));

const inEuro = (amount: bigint): string => `${decimal(amount, 'EUR')} EUR`;

/** Returns one line for staff. */
export const describeDifference = (difference: Difference): string => {
  const { statement, day, bank, books } = difference;
  const gap = gapOf(difference);
  const words =
    gap === 0n ? 'they agree' : `the bank has ${inEuro(gap < 0n ? -gap : gap)} ${gap < 0n ? 'less' : 'more'}`;
  return `Difference on ${day}, statement ${statement}: the bank says ${inEuro(bank)}, the books ${inEuro(books)}; ${words}.`;
};

export const differenceAsData = (difference: Difference) => ({
  statement: difference.statement,
  day: difference.day,
  bank: decimal(difference.bank, 'EUR'),
  books: decimal(difference.books, 'EUR'),
  difference: decimal(gapOf(difference), 'EUR'),
});
