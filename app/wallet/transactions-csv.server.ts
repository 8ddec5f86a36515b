import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import type { listTransactions, Transaction } from '../../upstream/contract/transactions';
import { csvOf } from '../platform/page/csv.server';
import type { RequestContext } from '../platform/request/request-context.server';

export type Listed = z.output<(typeof listTransactions)['responses'][200]['content']['application/json']['schema']>;
type Shown = z.output<typeof Transaction>;

const FIGURES = ['amount', 'fee', 'balance_after'];

/** Writes transactions as spreadsheets in this language read them. */
export function csvWriter({ language, timeZone, t }: Pick<RequestContext, 'language' | 't'> & { timeZone: string }) {
  // ISO 8601 without the T. Every spreadsheet reads it as a time.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const { figure, options } = csvOf(language, FIGURES);
  const columns = {
    booked_at: t('wallet:transactions.csv.booked', { zone: timeZone }),
    transaction_label: t('wallet:transactions.label'),
    type: t('wallet:transactions.type'),
    description: t('wallet:transactions.csv.description'),
    status: t('wallet:transactions.status'),
    amount: t('wallet:transactions.amount'),
    fee: t('wallet:transactions.fee'),
    balance_after: t('wallet:transactions.balance'),
    currency: t('wallet:transactions.csv.currency'),
    reference: t('wallet:transactions.reference'),
  };
  const rowOf = (shown: Shown) => ({
    booked_at: clock.format(new Date(shown.booked_at)),
    transaction_label: shown.transaction_label,
    type: t(`wallet:transactions.types.${shown.type}`),
    description: shown.description,
    status: t(`wallet:transactions.statuses.${shown.status}`),
    amount: figure(shown.direction === 'out' ? `-${shown.amount}` : shown.amount),
    fee: figure(shown.fee),
    balance_after: figure(shown.balance_after),
    currency: shown.currency,
    reference: shown.purpose ?? shown.reference?.label ?? '',
  });
  return {
    head: stringify([Object.values(columns)], { ...options, bom: true, cast: {} }),
    rows: (rows: Shown[]) => stringify(rows.map(rowOf), { ...options, columns: Object.keys(columns) }),
  };
}
