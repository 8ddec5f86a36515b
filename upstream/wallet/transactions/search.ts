/** Reads a typed search as terms that a transaction meets or does not meet. */
import { and, between, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm';
import { type LabelPrefix, readLabel } from '../../contract/labels';
import { TransactionType } from '../../contract/transactions';
import type { Queryable } from '../../database/database';
import type { Language } from '../../http/env';
import { walletNoteWords, walletTransactions } from './transactions.tables';
import { textsIn } from './transactions.texts';
import { beginningOf, fold, tellingOf, wordsOf } from './words';

/** A transaction meets a term by any one of these. */
export interface Term {
  /** Types whose description has the term in it. */
  types: TransactionType[];
  /** The beginning of a word in the note. */
  beginning: string;
  /** Ranges for the transaction's own label or that of its reference, both ends included. */
  labels: { from: string; to: string }[];
}

/**
 * Returns the terms of a search: at most eight, the longest. A transaction has to meet all of them. Spaces alone give no
 * terms.
 */
export function readSearch(typed: string, language: Language): Term[] {
  const wholeLabel = prefixes.map((prefix) => readLabel(typed, prefix)).find((label) => label !== null);
  if (wholeLabel) return [termOf(wholeLabel, language)];
  const parts = typed.split(/\s+/).filter((part) => part !== '');
  // A hyphen is part of a label, but it separates other words.
  const texts = parts.map((part) => (labelsOf(part).length > 0 ? [part] : wordsOf(part)));
  if (texts.some((words) => words.length === 0)) return [nothing];
  const terms = [...new Set(texts.flat())].map((text) => ({ length: text.length, term: termOf(text, language) }));
  const told = tellingOf(terms, {
    length: ({ length }) => length,
    implies: (one, other) => implies(one.term, other.term),
  });
  return told.map(({ term }) => term);
}

/** Returns a condition that is true for rows that meet the term. */
export function meets(db: Queryable, { types, beginning, labels }: Term): SQL | undefined {
  const t = walletTransactions;
  const inNote = db
    .select({ found: sql`1` })
    .from(walletNoteWords)
    .where(
      and(
        eq(walletNoteWords.accountId, t.accountId),
        eq(walletNoteWords.beginning, beginning),
        eq(walletNoteWords.position, t.position),
      ),
    );
  return or(
    types.length > 0 ? inArray(t.type, types) : undefined,
    ...labels.flatMap(({ from, to }) => [between(t.label, from, to), between(t.referenceLabel, from, to)]),
    exists(inNote),
  );
}

const prefixes: LabelPrefix[] = ['TX', 'OR', 'WD', 'AP', 'SL'];
const nothing: Term = { types: [], beginning: '', labels: [] };

/** Whether each transaction that meets one term meets the other one too. */
const implies = (one: Term, other: Term): boolean =>
  one.types.every((type) => other.types.includes(type)) &&
  one.beginning.startsWith(other.beginning) &&
  one.labels.every(({ from, to }) => other.labels.some((wider) => wider.from <= from && to <= wider.to));

function termOf(text: string, language: Language): Term {
  const { descriptions } = textsIn(language);
  const types = TransactionType.options.filter((type) => fold(descriptions[type]).includes(fold(text)));
  return { types, beginning: beginningOf(wordsOf(text).at(-1) ?? ''), labels: labelsOf(text) };
}

/**
 * Returns the ranges for the beginning of a label, with or without its prefix. "AP12345" may be either: the random part
 * of a label may begin like a prefix. Fewer than three characters give none, because they would match half of all labels.
 */
function labelsOf(text: string): Term['labels'] {
  const bare = text.toUpperCase().replaceAll('-', '');
  return prefixes.flatMap((prefix) => [
    ...rangeOf(prefix, bare),
    ...(bare.startsWith(prefix) ? rangeOf(prefix, bare.slice(prefix.length)) : []),
  ]);
}

function rangeOf(prefix: LabelPrefix, part: string): Term['labels'] {
  if (!/^([0-9A-HJKMNP-TV-Z]{3,8}|[0-9A-HJKMNP-TV-Z]{8}[0-9A-Z])$/.test(part)) return [];
  return [{ from: `${prefix}-${part.padEnd(9, '0')}`, to: `${prefix}-${part.padEnd(9, 'Z')}` }];
}
