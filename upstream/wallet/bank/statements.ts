/** Stores the imported statements, and which of their lines is about which transfer. */
import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, notExists } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { type LineContent, walletBankLines, walletBankStatements, walletBankTransfers } from './bank.tables';
import type { BankTransfer, Statement } from './camt';
import { concludeDay, type Day, type DayReport } from './day';
import { digestOfFacts, renewDigest } from './facts';
import { listReused } from './references';
import type { Item, Line } from './stretch';
import { isOfBefore } from './transfers';

/** A line with everything that the bank says. */
export interface FullLine extends Line {
  statementId: number;
  bookedOn: string;
  dayOpening: bigint | null;
  /** The bank's reference if no other line of the statement has it, even if it cannot be trusted. */
  givenReference: string | null;
  content: LineContent;
}

/** New statements with their lines, which are not stored yet. */
export interface NoteOfStatements {
  statementIds: number[];
  lines: FullLine[];
  /** How many transfers are in statements that were imported before, or that are in the file twice. */
  repeated: number;
  /** The transfers of statements that are in the file twice. */
  twice: BankTransfer[];
}

/** Stores the statements. A known one adds nothing. */
export async function noteStatements(tx: Tx, statements: Statement[], now: Date): Promise<NoteOfStatements> {
  const noted: NoteOfStatements = { statementIds: [], lines: [], repeated: 0, twice: [] };
  const digests = new Set<string>();
  for (const statement of statements) {
    const { accountIban, name, writtenAt, opening, closing, transfers } = statement;
    const digest = digestOf(statement);
    const lastDay = [statement.closingDay ?? '', ...transfers.map(({ bookedOn }) => bookedOn)].sort().at(-1) || null;
    const [added] = await tx
      .insert(walletBankStatements)
      .values({ accountIban, name, writtenAt, digest, opening, closing, lastDay, importedAt: now })
      .onConflictDoNothing()
      .returning({ id: walletBankStatements.id });
    if (added) {
      noted.statementIds.push(added.id);
      noted.lines.push(...linesOf(added.id, statement));
    } else {
      noted.repeated += transfers.length;
      if (digests.has(digest)) noted.twice.push(...transfers);
    }
    digests.add(digest);
  }
  return noted;
}

/** Returns a digest of the content in no order, so that the same statement in another format has the same digest. */
function digestOf({ name, writtenAt, opening, closing, transfers }: Statement): string {
  const lines = transfers.map(({ facts, bankReference }) => `${facts} ${bankReference ?? ''}`).sort();
  const content = [name, writtenAt, `${opening} ${closing}`, ...lines];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

function linesOf(statementId: number, { opening, transfers }: Statement): FullLine[] {
  const days = [...new Set(transfers.map(({ bookedOn }) => bookedOn))].sort();
  const openings = new Map<string, bigint | null>();
  let balance = opening;
  for (const day of days) {
    openings.set(day, balance);
    for (const { bookedOn, amount } of transfers) if (bookedOn === day && balance !== null) balance += amount;
  }
  return transfers.map(({ facts, amount, bookedOn, hasOwnReference, ...content }) => ({
    id: null,
    statementId,
    bookedOn,
    facts,
    amount,
    dayOpening: openings.get(bookedOn) ?? null,
    reference: hasOwnReference ? content.bankReference : null,
    givenReference: hasOwnReference ? content.bankReference : null,
    ...lineOf(statementId, content),
    content,
    transferId: null,
    isDoubtful: false,
  }));
}

const lineOf = (statementId: number, { bankReference, remittance, entry, isBare }: LineContent) => ({
  bankReference,
  text: remittance,
  entry: `${statementId} ${entry}`,
  isBare,
});

/** Concludes a day from the stored lines and `more`, the lines of new statements. */
export async function readDay(tx: Tx, iban: string, day: string, more: FullLine[] = []): Promise<Day> {
  const t = walletBankLines;
  const rows = await tx
    .select()
    .from(t)
    .where(and(eq(t.accountIban, iban), eq(t.bookedOn, day)))
    .orderBy(asc(t.id));
  const known = rows.map((row) => {
    const facts = renewDigest(row.facts, { ...row.content, ...row });
    return { ...row, ...lineOf(row.statementId, row.content), facts, givenReference: row.reference };
  });
  const reused = await listReused(tx, iban, [...known, ...more]);
  const trusted = <T extends Line>(line: T): T =>
    reused.has(line.reference ?? '') ? { ...line, reference: null } : line;
  const lines = [...known, ...more.filter(({ bookedOn }) => bookedOn === day)].map(trusted);
  const reports = new Map<number, DayReport>();
  for (const line of lines) {
    const report = reports.get(line.statementId) ?? { from: line.dayOpening, lines: [] };
    report.lines.push(line);
    reports.set(line.statementId, report);
  }
  const withoutLine = (await listWithoutLine(tx, iban, day, lines)).map(trusted);
  return concludeDay([...(withoutLine.length > 0 ? [{ from: null, lines: withoutLine }] : []), ...reports.values()]);
}

/** Returns the transfers that no line is about, from before statements were stored. */
async function listWithoutLine(tx: Tx, iban: string, day: string, lines: FullLine[]): Promise<Line[]> {
  const t = walletBankTransfers;
  const ownLines = tx
    .select({ id: walletBankLines.id })
    .from(walletBankLines)
    .where(eq(walletBankLines.transferId, t.id));
  const rows = await tx
    .select()
    .from(t)
    .where(and(eq(t.accountIban, iban), eq(t.bookedOn, day), notExists(ownLines)))
    .orderBy(asc(t.id));
  const shown = new Map(lines.map((line) => [digestOfFacts({ ...line.content, ...line }), line.facts]));
  return rows.map((row) => {
    const own = digestOfFacts(row);
    const isAlone = rows.filter(({ bankReference }) => bankReference === row.bankReference).length === 1;
    const given = row.bankReference?.startsWith('digest:') ? null : row.bankReference;
    return {
      id: null,
      facts: isOfBefore(row) ? (shown.get(own) ?? own) : renewDigest(row.facts, row),
      amount: row.amount,
      reference: isAlone ? given : null,
      bankReference: given,
      text: row.remittance,
      entry: `before ${row.bankReference}`,
      isBare: !(row.partyName || row.partyIban || row.endToEndId || row.remittance),
      transferId: row.id,
      isDoubtful: false,
    };
  });
}

/** Returns the transfer of each item. Items without a known transfer are missing. */
export function identify(items: Item[]): Map<Item, number> {
  const known = new Map<Item, number>();
  const used = new Set<number>();
  const claims = (item: Item) => item.lines.map(({ transferId }) => transferId).filter((id) => id !== null);
  const take = (item: Item, id: number | undefined) => {
    if (id === undefined) return;
    known.set(item, id);
    used.add(id);
  };
  const byFacts = new Map<string, Set<number>>();
  for (const { lines } of items)
    for (const { facts, transferId } of lines)
      if (transferId !== null) byFacts.set(facts, (byFacts.get(facts) ?? new Set()).add(transferId));
  for (const item of items)
    take(
      item,
      claims(item).find((id) => !used.has(id) && byFacts.get(item.facts)?.has(id)),
    );
  // What was taken for one transfer may turn out to be several, or the other way round. Their number decides.
  for (const item of items)
    if (!known.has(item))
      take(
        item,
        [...(byFacts.get(item.facts) ?? [])].find((id) => !used.has(id)),
      );
  // Either the bare entry or its details are booked already.
  for (const item of items)
    if (!known.has(item))
      take(
        item,
        claims(item).find((id) => !byFacts.get(item.facts)?.has(id)),
      );
  return known;
}

/** Stores the new lines with their transfers, and corrects what is now known better about the stored ones. */
export async function keepLines(tx: Tx, iban: string, items: Map<Item, number>): Promise<void> {
  const done = new Set<Line>();
  const added: (typeof walletBankLines.$inferInsert)[] = [];
  const proven: number[] = [];
  const owners = new Map([...items].map(([item, transferId]) => [transferId, item]));
  for (const [item, transferId] of items) {
    const certain = certainLines(item, transferId);
    for (const line of item.lines) {
      if (done.has(line)) continue;
      done.add(line);
      if (line.id !== null && certain.has(line)) proven.push(line.id);
      // The line was taken for a transfer that turned out to be another one.
      const isOfAnother = line.transferId !== transferId && owners.get(line.transferId ?? 0) !== item;
      if (line.id !== null && isOfAnother && owners.has(line.transferId ?? 0))
        await tx.update(walletBankLines).set({ transferId }).where(eq(walletBankLines.id, line.id));
      if (!isFull(line) || line.id !== null) continue;
      const { statementId, bookedOn, amount, facts, givenReference: reference, content, dayOpening } = line;
      const row = { statementId, accountIban: iban, bookedOn, amount, facts, reference, content, dayOpening };
      added.push({ ...row, transferId, isDoubtful: !certain.has(line) });
    }
  }
  for (let at = 0; at < added.length; at += 500) await tx.insert(walletBankLines).values(added.slice(at, at + 500));
  const { id, isDoubtful } = walletBankLines;
  if (proven.length > 0)
    await tx
      .update(walletBankLines)
      .set({ isDoubtful: false })
      .where(and(inArray(id, proven), eq(isDoubtful, true)));
}

/**
 * Returns the lines that are certainly about the item's transfer: the groups that it was booked for, otherwise the
 * first.
 */
export function certainLines({ groups }: Item, transferId: number): Set<Line> {
  const own = groups.filter((group) => group.some((line) => line.transferId === transferId && !line.isDoubtful));
  return new Set((own.length > 0 ? own : groups.slice(0, 1)).flat());
}

export const isFull = (line: Line): line is FullLine => 'content' in line;
