/** Writes the bank transfers of the demo club's past, one for each entry that moved `club.bank`. */
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../ledger/ledger.tables';
import { walletBankTransfers } from './bank/bank.tables';
import { digestOfFacts } from './bank/facts';
import { dayIn } from './orders/due-dates';
import { walletConfig } from './wallet.config';

type NewTransfer = typeof walletBankTransfers.$inferInsert;

/** The outcome of a transfer, by the last part of its entry's key. */
const outcomes: Record<string, string> = { settlement: 'payout', return: 'return' };

export async function noteTransfers(tx: Tx): Promise<void> {
  const rows = await tx
    .select({ entry: ledgerEntries, amount: ledgerPostings.amount })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(eq(ledgerAccounts.kind, 'club.bank'))
    .orderBy(asc(ledgerEntries.id));
  await tx.insert(walletBankTransfers).values(rows.map(({ entry, amount }) => transferOf(entry, -amount)));
}

/** The key names the order or withdrawal and what happened to it: `order:OR-…:paid`. */
function transferOf({ id, key, bookedAt }: typeof ledgerEntries.$inferSelect, amount: bigint): NewTransfer {
  const [kind, label = '', event = ''] = key.split(':');
  const endToEndId = kind === 'order' ? null : label;
  const said = { bookedOn: dayIn(bookedAt), amount, partyName: null, partyIban: null, endToEndId, remittance: label };
  return {
    ...said,
    accountIban: walletConfig.bank.iban,
    bankReference: `DEMO-PAST-${id}`,
    facts: digestOfFacts(said),
    occurrence: 1,
    outcome: outcomes[event] ?? 'credited',
    ...(kind === 'order' ? { orderLabel: label } : { withdrawalLabel: label }),
    entryId: id,
    importedAt: bookedAt,
  };
}
