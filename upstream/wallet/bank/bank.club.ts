/** Staff commands for bank statements. */
import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand } from '../../club/command';
import { transaction } from '../../database/transaction';
import { decimal } from '../../ledger/ledger';
import { walletBankTransfers } from './bank.tables';
import { importStatements, NotAStatement } from './import';
import { describeDifference, differenceAsData } from './overrule.club';
import { asData, claimAsData, lineOf, lineOfClaim, listClaims } from './transfer-output';
import type { TransferRow } from './transfers';

/** The permission that every command here needs. */
const permission = 'payouts.export';

/** `payments import FILE` books a statement, the whole file or nothing. */
export const paymentsImport = defineCommand({
  name: 'payments import',
  summary: 'Book the transfers of a bank statement',
  positionals: ['file'],
  proof: 'required',
  permission,
  file: 'file',
  options: {},
  details: [
    'FILE is an ISO 20022 statement of the club’s account, camt.053.001.08 or .02, as the bank offers it.',
    'Booked entries count, pending ones are left for the next statement. A transfer counts once, in whatever files',
    'and formats it stands: what it says and the balances tell which are new. Payments go to the order whose label they name, payouts',
    'close their withdrawal, what comes back goes back. Everything else is booked aside and listed: see',
    'payments unmatched. So is what would be your own: a colleague assigns it.',
  ].join('\n'),
  given: z.strictObject({ file: z.string() }),
  run: (deps, { file }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const imported = await importStatements(tx, deps, file, now, actor.id);
      const { transfers, known, claims, differences, warnings } = imported;
      const counts = countOutcomes(transfers);
      await auditStaff(tx, now, {
        actor,
        action: 'payments.imported',
        detail: { ...counts, known, claims: claims.length, differences: differences.length },
      });
      const unmatched = transfers.filter(({ outcome }) => outcome === 'unmatched');
      return {
        lines: [
          `Booked ${transfers.length} transfers${listCounts(counts)}; ${known} were known.`,
          ...unmatched.map((transfer) => `Unmatched: ${lineOf(transfer)}`),
          ...claims.map(lineOfClaim),
          ...differences.map(describeDifference),
          ...warnings.map((warning) => `Warning: ${warning}`),
        ],
        data: {
          booked: transfers.map(asData),
          known,
          unmatched: unmatched.map(asData),
          claims: claims.map(claimAsData),
          differences: differences.map(differenceAsData),
          warnings,
        },
      };
    }).catch((error: unknown) => {
      throw error instanceof NotAStatement ? new CommandFailed(`${error.message} Nothing was booked.`) : error;
    }),
});

/** `payments unmatched` lists what waits for a decision of staff. */
export const paymentsUnmatched = defineCommand({
  name: 'payments unmatched',
  summary: 'List transfers that belong to nobody yet, and claims for payments that the bank reversed',
  positionals: [],
  proof: 'required',
  permission,
  options: {},
  details: 'Each line begins with the number that payments assign takes.',
  given: z.strictObject({}),
  run: (deps, _, now, actor) =>
    transaction(deps.db, async (tx) => {
      const isUnmatched = eq(walletBankTransfers.outcome, 'unmatched');
      const id = asc(walletBankTransfers.id);
      const unmatched = await tx.select().from(walletBankTransfers).where(isUnmatched).orderBy(id);
      const claims = await listClaims(tx);
      await auditStaff(tx, now, { actor, action: 'payments.listed' });
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

function countOutcomes(transfers: TransferRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of transfers) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const listCounts = (counts: Record<string, number>): string => {
  const parts = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
};
