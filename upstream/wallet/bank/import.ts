/** Books statements of the club's bank (docs/product/staff.md#payments-import). */
import type { Tx } from '../../database/database';
import type { Deps } from '../../deps';
import { decimal } from '../../ledger/ledger';
import { walletConfig } from '../wallet.config';
import { lockBank } from './bank-lock';
import { type Booking, bookTransfer, bookWaitingReversal, type Findings } from './book-transfer';
import { bookUnknown } from './bookings';
import { type BankTransfer, NotAStatement, readStatements } from './camt';
import { type Difference, listDifferencesOf } from './differences';
import { comesBack, labelOfWithdrawal } from './matching';
import { listNamedMembers } from './own-money';
import { findContradicted } from './references';
import {
  certainLines,
  type FullLine,
  identify,
  isFull,
  keepLines,
  type NoteOfStatements,
  noteStatements,
  readDay,
} from './statements';
import type { Item } from './stretch';
import { noteTransfer, type Outcome, setOutcome, type TransferRow } from './transfers';

export { NotAStatement } from './camt';

/** The result of an import. */
export interface ImportResult extends Findings {
  /** The new transfers, in the order of booking. */
  transfers: TransferRow[];
  /** How many transfers of the file were known. */
  known: number;
  /** Statements whose closing balance differs from the ledger. */
  differences: Difference[];
}

/**
 * Books every new transfer of the file, in the caller's transaction.
 * @param importedBy the staff member who imports the file; their own money waits for a colleague
 * @throws NotAStatement, after which nothing may be committed
 */
export async function importStatements(
  tx: Tx,
  deps: Deps,
  text: string,
  now: Date,
  importedBy: number | null = null,
): Promise<ImportResult> {
  const statements = readStatements(text);
  const { iban } = walletConfig.bank;
  const other = statements.find(({ accountIban }) => accountIban !== iban);
  if (other) throw new NotAStatement(`The file is of ${other.accountIban}, and the club’s account is ${iban}.`);
  await lockBank(tx);
  const imported: ImportResult = { transfers: [], known: 0, claims: [], differences: [], warnings: [] };
  imported.warnings = statements.flatMap(({ warnings }) => warnings);
  const booking: Booking = { tx, deps, findings: imported, now };
  const noted = await noteStatements(tx, statements, now);
  const items = await listItems(tx, iban, noted.lines);
  const known = identify(items);
  const fresh = items.filter((item) => !known.has(item)).map((item) => ({ item, transfer: transferOf(item) }));
  const owners = new Map(items.flatMap((item) => item.lines.map((line) => [line, item] as const)));
  for (const { item, transfer } of inBookingOrder(fresh)) {
    const contradicted = await findContradicted(tx, iban, transfer, imported.transfers);
    const clashing = item.clashes.map((line) => known.get(owners.get(line) ?? item)).find((id) => id !== undefined);
    const contradiction = contradicted ? reasonOf(contradicted) : clashing ? reasonOfClash(clashing) : null;
    const reason = contradiction ?? (await findReasonOfOwn(tx, transfer, importedBy));
    const row = await noteTransfer(tx, iban, transfer, reason, now);
    const outcome: Outcome = reason
      ? { outcome: 'unmatched', entryId: await bookUnknown(tx, row, now) }
      : await bookTransfer(booking, transfer, row);
    const booked = await setOutcome(tx, row.id, outcome);
    imported.transfers.push(await bookWaitingReversal(booking, booked));
    known.set(item, row.id);
  }
  await keepLines(tx, iban, known);
  imported.known = noted.repeated + noted.lines.length - fresh.length;
  imported.warnings.push(...warningsOf(known, noted));
  imported.differences = await listDifferencesOf(tx, iban, noted.statementIds);
  return imported;
}

/** Returns the items of every day in the lines. */
async function listItems(tx: Tx, iban: string, lines: FullLine[]): Promise<Item[]> {
  const days = [...new Set(lines.map(({ bookedOn }) => bookedOn))].sort();
  const items: Item[] = [];
  for (const day of days) items.push(...(await readDay(tx, iban, day, lines)).items);
  return items;
}

/** Uses the line that says the most: one with details and its own reference, otherwise one with details. */
function transferOf({ lines }: Item): BankTransfer {
  const full = lines.filter(isFull);
  const line =
    full.find(({ isBare, reference }) => !isBare && reference !== null) ?? full.find(({ isBare }) => !isBare);
  const { facts, amount, bookedOn, reference, content } = (line ?? full[0]) as FullLine;
  return { ...content, facts, amount, bookedOn, hasOwnReference: reference !== null };
}

function warningsOf(items: Map<Item, number>, { twice }: NoteOfStatements): string[] {
  const nameOf = (name: string | null, amount: bigint, day: string) =>
    `Entry ${name ?? 'without a reference'} of ${day}, ${decimal(amount, 'EUR')} EUR`;
  const nameOfLine = (line: FullLine) => nameOf(line.bankReference, line.amount, line.bookedOn);
  const again = twice.map((one) => nameOf(one.bankReference, one.amount, one.bookedOn));
  const doubtful: string[] = [];
  for (const [item, transferId] of items) {
    const certain = certainLines(item, transferId);
    const own = item.lines.filter(isFull).filter(({ id }) => id === null);
    const doubted = own.filter((line) => !certain.has(line));
    if (new Set(own.map(({ statementId }) => statementId)).size > 1) again.push(...own.slice(0, 1).map(nameOfLine));
    else if (own.length < item.lines.length) doubtful.push(...doubted.map(nameOfLine));
  }
  return [
    ...again.map((name) => `${name}: two statements of the file have it; it was booked once.`),
    ...doubtful.map(
      (name) =>
        `${name}: an equal one is known, and no balance or reference says that this is another. It was not booked again; payments reconcile lists it.`,
    ),
  ];
}

const reasonOf = ({ id, bookedOn, amount, bankReference }: TransferRow): string =>
  `The bank’s reference ${bankReference} is that of transfer ${id}, ${decimal(amount, 'EUR')} EUR on ${bookedOn}.`;

const reasonOfClash = (id: number): string =>
  `By the balances this is transfer ${id}, or one beside it, of which another statement says something else.`;

/**
 * Returns why money of the importer waits, whether it pays their order or comes back to them. Null if it is not theirs.
 */
async function findReasonOfOwn(tx: Tx, transfer: BankTransfer, importedBy: number | null): Promise<string | null> {
  if (importedBy === null || transfer.amount < 0n) return null;
  const isOwn = (await listNamedMembers(tx, transfer)).includes(importedBy);
  return isOwn ? `It names what is member ${importedBy}’s, who imported it: a colleague assigns it.` : null;
}

/**
 * What comes back is booked last, because a statement that begins with the newest entry lists it before the original.
 */
function inBookingOrder<T extends { transfer: BankTransfer }>(transfers: T[]): T[] {
  const groups = { payouts: [] as T[], others: [] as T[], back: [] as T[] };
  for (const one of transfers) groups[groupOf(one.transfer)].push(one);
  return [...groups.payouts, ...groups.others, ...groups.back];
}

function groupOf(transfer: BankTransfer): 'payouts' | 'others' | 'back' {
  if (comesBack(transfer)) return 'back';
  return transfer.amount < 0n && labelOfWithdrawal(transfer) !== null ? 'payouts' : 'others';
}
