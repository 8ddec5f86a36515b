import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Card } from '../ui/card';
import { Icon } from '../ui/icon';
import { Link } from '../ui/link';
import { Money } from '../ui/money';
import { Table } from '../ui/table';
import { WayBack } from '../ui/way-back';
import { getSummary } from './yearly-summary.server';

export const handle = {
  title: 'wallet:transactions.year.title',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  i18n: ['wallet'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  return getSummary(current, args.params.year);
}

export default function YearlySummary() {
  const { t } = useTranslation('wallet');
  const summary = useLoaderData<typeof loader>();
  const { year, currency, types } = summary;
  const money = (amount: string) => <Money amount={amount} currency={currency} />;
  const sum = (key: 'in' | 'out') => ({
    key,
    header: t(`transactions.${key}`),
    figures: true,
    cell: (row: { in: string; out: string }) => (row[key] === '0.00' ? '–' : money(row[key])),
  });
  const years = Array.from({ length: summary.last_year - summary.first_year + 1 }, (_, at) => summary.last_year - at);
  return (
    <>
      <div className="head">
        <WayBack to="/financial/transactions">{t('common:titles.transactions')}</WayBack>
        <h1>{t('transactions.year.heading', { year })}</h1>
        <p className="muted measure">{t('transactions.year.no_advice')}</p>
      </div>
      <div className="stack">
        <Card title={t('transactions.year.sums')}>
          <div className="stack">
            <dl className="pairs">
              <dt>{t('transactions.year.opening', { year })}</dt>
              <dd className="num">{money(summary.opening_balance)}</dd>
              <dt>{t(year === summary.last_year ? 'transactions.year.now' : 'transactions.year.closing', { year })}</dt>
              <dd className="num">{money(summary.closing_balance)}</dd>
            </dl>
            {types.length > 0 ? (
              <Table
                kept
                caption={t('transactions.year.heading', { year })}
                rows={types}
                rowKey={({ type }) => type}
                columns={[
                  {
                    key: 'type',
                    header: t('transactions.type'),
                    part: 'lead',
                    cell: ({ type }) => t(`transactions.types.${type}`),
                  },
                  sum('in'),
                  sum('out'),
                ]}
                foot={{
                  label: t('transactions.year.total'),
                  cells: [money(summary.total_in), money(summary.total_out)],
                }}
              />
            ) : (
              <p>{t('transactions.year.nothing')}</p>
            )}
          </div>
        </Card>
        <ul className="row no-print">
          {(['pdf', 'csv'] as const).map((format) => (
            <li key={format}>
              <a className="btn second" href={`/financial/transactions/year/${year}/summary.${format}`}>
                <Icon name="file" />
                {t(`transactions.year.${format}`)}
              </a>
            </li>
          ))}
        </ul>
        {years.length > 1 ? (
          <nav className="pages" aria-label={t('transactions.year.others')}>
            <ul>
              {years.map((one) => (
                <li key={one}>
                  <Link to={`/financial/transactions/year/${one}`} aria-current={one === year ? 'page' : undefined}>
                    {one}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
      </div>
    </>
  );
}
