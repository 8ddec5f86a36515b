/** Formats transfers and claims for staff commands. */
import { and, asc, eq, lt } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { decimal } from '../../ledger/ledger';
import { ledgerAccounts, ledgerPostings } from '../../ledger/ledger.tables';
import { walletBankTransfers } from './bank.tables';
import type { Claim } from './book-transfer';
import type { TransferRow } from './transfers';

/** Returns the reversals with what the members no longer had. */
export async function listClaims(tx: Tx): Promise<{ transfer: TransferRow; claim: bigint }[]> {
  const rows = await tx
    .select({ transfer: walletBankTransfers, amount: ledgerPostings.amount })
    .from(walletBankTransfers)
    .innerJoin(ledgerPostings, eq(ledgerPostings.entryId, walletBankTransfers.entryId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(
      and(
        eq(walletBankTransfers.outcome, 'reversal'),
        lt(walletBankTransfers.amount, 0n),
        eq(ledgerAccounts.kind, 'member.debt'),
      ),
    )
    .orderBy(asc(walletBankTransfers.id));
  return rows.map(({ transfer, amount }) => ({ transfer, claim: -amount }));
}

/** It leaves out the IBAN, because others may read a terminal. */
export const lineOf = ({ id, bookedOn, amount, partyName, remittance, reason }: TransferRow): string =>
  [id, bookedOn, `${decimal(amount, 'EUR')} EUR`, partyName ?? 'unknown', JSON.stringify(remittance), reason]
    .filter((part) => part !== null)
    .join('  ');

export const lineOfClaim = ({ transferId, userId, amount }: Claim): string =>
  `Claim: transfer ${transferId} reversed ${decimal(amount, 'EUR')} EUR that member ${userId} no longer has.`;

export const claimAsData = ({ transferId, userId, amount }: Claim) => ({
  transfer: transferId,
  user: userId,
  amount: decimal(amount, 'EUR'),
});

export const asData = (transfer: TransferRow) => ({
  id: transfer.id,
  bank_reference: transfer.bankReference,
  reason: transfer.reason,
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
