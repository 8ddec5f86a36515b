/** What the staff do with the bank's statements. */
import { and, asc, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand, textOption } from '../../club/command';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import { getMember } from '../../identity/identity.club';
import { decimal } from '../../ledger/ledger';
import { ledgerAccounts, ledgerPostings } from '../../ledger/ledger.tables';
import { assignTransfer, NotAssignable, type Owner } from './assign';
import { walletBankTransfers } from './bank.tables';
import { importStatements, NotAStatement } from './import';
import type { TransferRow } from './transfers';

/** `payments import FILE`: books a statement, the whole file or nothing. */
export const paymentsImport = defineCommand({
  name: 'payments import',
  summary: 'Book the transfers of a bank statement',
  positionals: ['file'],
  file: 'file',
  options: {},
  details: [
    'FILE is an ISO 20022 statement of the club’s account, camt.053.001.08 or .02, as the bank offers it.',
    'Booked entries count, pending ones are left for the next statement. A transfer that an earlier file',
    'held is not booked again, so files may overlap. Payments go to the order whose label they name, payouts',
    'close their withdrawal, what comes back goes back. Everything else is booked aside and listed: see',
    'payments unmatched.',
  ].join('\n'),
  given: z.strictObject({ file: z.string() }),
  run: (deps, { file }, now) =>
    transaction(deps.db, async (tx) => {
      const { transfers, known, claims, warnings } = await importStatements(tx, deps, file, now);
      const counts = countOutcomes(transfers);
      await auditStaff(tx, now, { action: 'payments.imported', detail: { ...counts, known, claims: claims.length } });
      const unmatched = transfers.filter(({ outcome }) => outcome === 'unmatched');
      return {
        lines: [
          `Booked ${transfers.length} transfers${listCounts(counts)}; ${known} were known.`,
          ...unmatched.map((transfer) => `Unmatched: ${lineOf(transfer)}`),
          ...claims.map(
            ({ transferId, userId, amount }) =>
              `Claim: transfer ${transferId} took back ${decimal(amount, 'EUR')} EUR that member ${userId} no longer has.`,
          ),
          ...warnings.map((warning) => `Warning: ${warning}`),
        ],
        data: {
          booked: transfers.map(asData),
          known,
          unmatched: unmatched.map(asData),
          claims: claims.map(({ transferId, userId, amount }) => ({
            transfer: transferId,
            user: userId,
            amount: decimal(amount, 'EUR'),
          })),
          warnings,
        },
      };
    }).catch((error: unknown) => {
      throw error instanceof NotAStatement ? new CommandFailed(`${error.message} Nothing was booked.`) : error;
    }),
});

/** `payments unmatched`: what waits for a word of the staff. */
export const paymentsUnmatched = defineCommand({
  name: 'payments unmatched',
  summary: 'List transfers that belong to nobody yet, and claims for payments that the bank took back',
  positionals: [],
  options: {},
  details: 'Each line begins with the number that payments assign takes.',
  given: z.strictObject({}),
  run: (deps, _, now) =>
    transaction(deps.db, async (tx) => {
      const isUnmatched = eq(walletBankTransfers.outcome, 'unmatched');
      const id = asc(walletBankTransfers.id);
      const unmatched = await tx.select().from(walletBankTransfers).where(isUnmatched).orderBy(id);
      const claims = await listClaims(tx);
      await auditStaff(tx, now, { action: 'payments.listed' });
      const nothing = unmatched.length + claims.length === 0 ? ['Every transfer has its owner.'] : [];
      return {
        lines: [
          ...nothing,
          ...unmatched.map(lineOf),
          ...claims.map(({ transfer, claim }) => `Claim of ${decimal(claim, 'EUR')} EUR: ${lineOf(transfer)}`),
        ],
        data: {
          unmatched: unmatched.map(asData),
          claims: claims.map(({ transfer, claim }) => ({ ...asData(transfer), claim: decimal(claim, 'EUR') })),
        },
      };
    }),
});

/** `payments assign ID TO`: says whose an unmatched transfer is. */
export const paymentsAssign = defineCommand({
  name: 'payments assign',
  summary: 'Say whose an unmatched transfer is',
  positionals: ['id', 'to'],
  options: { reason: { value: 'TEXT', summary: 'how you know; it stands in the audit log', required: true } },
  details: [
    'ID is the number that payments unmatched lists. Money that came in: TO is the label of an order, whose payment',
    'it then is, or a member’s number or e-mail address, for a deposit without an order. Money that went out: TO is',
    'the label of a withdrawal, or several with commas between them, all of which are completed then; that of an order',
    'that was refunded, whose refund it is; or an order or a member whose payment the bank took back, so that it leaves',
    'their balance, and what is missing there is a claim. A difference to withdrawals or a refund is the club’s.',
    'Either: club, where it is the club’s own.',
  ].join('\n'),
  given: z.strictObject({ id: z.coerce.number('is no number').int(), to: z.string(), reason: textOption(500) }),
  run: (deps, { id, to, reason }, now) =>
    transaction(deps.db, async (tx) => {
      const owner = await readOwner(tx, to);
      const transfer = await assignTransfer(tx, deps, id, owner, now);
      const userId = typeof owner === 'object' && 'userId' in owner ? owner.userId : null;
      await auditStaff(tx, now, {
        action: 'payment.assigned',
        userId,
        detail: { transfer: id, to: nameOf(owner), reason },
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

/** Reversals with what the members had no longer. */
async function listClaims(tx: Tx): Promise<{ transfer: TransferRow; claim: bigint }[]> {
  const rows = await tx
    .select({ transfer: walletBankTransfers, amount: ledgerPostings.amount })
    .from(walletBankTransfers)
    .innerJoin(ledgerPostings, eq(ledgerPostings.entryId, walletBankTransfers.entryId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(
      and(
        eq(walletBankTransfers.outcome, 'reversal'),
        lt(walletBankTransfers.amount, 0n),
        eq(ledgerAccounts.kind, 'club.adjustment'),
      ),
    )
    .orderBy(asc(walletBankTransfers.id));
  return rows.map(({ transfer, amount }) => ({ transfer, claim: -amount }));
}

function countOutcomes(transfers: TransferRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of transfers) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const listCounts = (counts: Record<string, number>): string => {
  const parts = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
};

/** Not the IBAN: what a terminal shows is read over shoulders. */
const lineOf = ({ id, bookedOn, amount, partyName, remittance }: TransferRow): string =>
  [id, bookedOn, `${decimal(amount, 'EUR')} EUR`, partyName ?? 'unknown', JSON.stringify(remittance)].join('  ');

const asData = (transfer: TransferRow) => ({
  id: transfer.id,
  bank_reference: transfer.bankReference,
  part: transfer.part,
  amount: decimal(transfer.amount, transfer.currency),
  currency: transfer.currency,
  booked_on: transfer.bookedOn,
  remittance: transfer.remittance,
  end_to_end_id: transfer.endToEndId,
  party_name: transfer.partyName,
  party_iban: transfer.partyIban,
  outcome: transfer.outcome,
  order_label: transfer.orderLabel,
  withdrawal_label: transfer.withdrawalLabel,
});
