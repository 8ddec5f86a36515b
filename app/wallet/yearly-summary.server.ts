import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import type { YearlySummary } from '../../upstream/contract/transactions';
import { csvOf } from '../platform/page/csv.server';
import type { Member } from '../platform/request/gates.server';
import type { RequestContext } from '../platform/request/request-context.server';
import { problem } from '../platform/request/responses.server';

type Summary = z.output<typeof YearlySummary>;

/**
 * Returns the year in an address.
 * @throws the 404 page
 */
export function yearIn(typed: string | undefined): number {
  if (!/^2\d{3}$/.test(typed ?? '')) throw problem({ kind: 'not_found' });
  return Number(typed);
}

/**
 * Returns the summary of the year in an address, or of this year if there is none.
 * @throws the 404 page for a year without a summary
 */
export async function getSummary({ api }: Member, typed: string | undefined): Promise<Summary> {
  const query = typed === undefined ? {} : { year: yearIn(typed) };
  const summary = await api.call(contract.transactions.getYearlySummary, { query });
  const { year, first_year, last_year } = summary;
  if (year < first_year || year > last_year) throw problem({ kind: 'not_found' });
  return summary;
}

/** Writes the figures of the page as spreadsheets in this language read them, with a byte order mark. */
export function writeSummary(summary: Summary, { language, t }: Pick<RequestContext, 'language' | 't'>): string {
  const { year, currency, types } = summary;
  const { figure, options } = csvOf(language, ['in', 'out', 'balance']);
  const columns = {
    what: t('wallet:transactions.type'),
    in: t('wallet:transactions.in'),
    out: t('wallet:transactions.out'),
    balance: t('wallet:transactions.balance'),
    currency: t('wallet:transactions.csv.currency'),
  };
  const sums = (what: string, { in: paidIn, out }: { in: string; out: string }) => ({
    ...{ what, in: figure(paidIn), out: figure(out), balance: '', currency },
  });
  const balance = (what: string, amount: string) => ({
    ...{ what, in: '', out: '', balance: figure(amount), currency },
  });
  const last = year === summary.last_year ? 'transactions.year.now' : 'transactions.year.closing';
  const rows = [
    balance(t('wallet:transactions.year.opening', { year }), summary.opening_balance),
    ...types.map((one) => sums(t(`wallet:transactions.types.${one.type}`), one)),
    sums(t('wallet:transactions.year.total'), { in: summary.total_in, out: summary.total_out }),
    balance(t(`wallet:${last}`, { year }), summary.closing_balance),
  ];
  return stringify(rows, { ...options, bom: true, header: true, columns });
}
