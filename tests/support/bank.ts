import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { type WrittenEntry, writeStatement } from '../../upstream/wallet/bank/statement-writer';
import { walletConfig } from '../../upstream/wallet/wallet.config';
import { walletWithdrawals } from '../../upstream/wallet/withdrawals/withdrawals.tables';
import type { Club } from './club';

let statements = 0;

type Entry = Omit<WrittenEntry, 'bankReference' | 'bookedOn'> & Partial<WrittenEntry>;

/** Writes a statement of the club's bank with these entries, and imports it as staff. Returns the command's JSON. */
async function importStatement(club: Club, entries: Entry[]) {
  const at = new Date(club.clock.now());
  const id = `${process.pid}${++statements}`;
  const complete = entries.map((entry, index) => ({
    bankReference: `TEST${id}N${index + 1}`,
    bookedOn: at.toISOString().slice(0, 10),
    ...entry,
  }));
  const file = join(club.dataDir, `statement-${id}.xml`);
  writeFileSync(file, writeStatement({ id, iban: walletConfig.bank.iban, at, entries: complete }));
  const { code, stdout, stderr } = await club.staff('payments', 'import', file, '--json');
  rmSync(file);
  if (code !== 0) throw new Error(`The statement was not imported: ${stderr}`);
  return JSON.parse(stdout);
}

/** Pays an order by bank transfer. `amount` is like `1599.34` and may differ from the amount due. */
export const payOrder = (club: Club, label: string, amount: string, more: Partial<WrittenEntry> = {}) =>
  importStatement(club, [{ amount: minorUnits(amount), remittance: label, party: { name: 'Mira Feld' }, ...more }]);

/** The bank pays every exported withdrawal. Returns their labels. */
export async function completePayouts(club: Club): Promise<string[]> {
  const { label, amount, fee, status } = walletWithdrawals;
  const processing = await club.db
    .select({ label, amount, fee })
    .from(walletWithdrawals)
    .where(inArray(status, ['processing']));
  if (processing.length === 0) return [];
  await importStatement(
    club,
    processing.map((payout) => ({
      amount: BigInt(payout.fee) - BigInt(payout.amount),
      endToEndId: payout.label,
      party: { name: 'Mira Feld' },
    })),
  );
  return processing.map((payout) => payout.label);
}

/** The bank returns a payout. */
export const returnPayout = (club: Club, label: string, amount: string, reason = 'AC04') =>
  importStatement(club, [{ amount: minorUnits(amount), endToEndId: label, returnReason: reason }]);

const minorUnits = (amount: string): bigint => BigInt(amount.replace('.', ''));
