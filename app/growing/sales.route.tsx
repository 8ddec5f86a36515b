import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import { Money } from '../ui/money';
import { Table } from '../ui/table';
import { Time } from '../ui/time';
import { GrowingNav } from './components/growing-nav';
import { documentSheet, GrowingSheet } from './components/growing-sheet';
import { RunningSale } from './components/running-sale';
import { StockNews } from './components/stock';
import { loadSales } from './sale.server';
import { useLiveStock } from './use-live-stock';

export const handle = {
  title: 'titles.sales',
  gate: 'member',
  sheet: documentSheet,
  modules: ['growing'],
  permission: 'growing.view',
  i18n: ['growing'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadSales(await requireMember(args, handle));
}

export default function Sales() {
  const { t } = useTranslation('growing');
  const { running, upcoming, past } = useLoaderData<typeof loader>();
  const { sales, spoken } = useLiveStock(running);
  return (
    <>
      <GrowingSheet />
      <div className="head">
        <h1>{t('common:titles.sales')}</h1>
        <p className="muted measure">{t('sales.what')}</p>
      </div>
      <GrowingNav />
      <div className="stack stack-l">
        <StockNews sales={spoken} />
        {sales.length > 0 ? (
          sales.map((sale) => <RunningSale key={sale.sale_label} sale={sale} />)
        ) : (
          <p>{t('sales.none')}</p>
        )}
        {upcoming.length > 0 && (
          <Card title={t('sales.upcoming')}>
            <ul className="lines">
              {upcoming.map((sale) => (
                <li key={sale.sale_label}>
                  <Link to={`/growing/sale/${sale.sale_label}`}>
                    {t('sale.title', { room: sale.room.name, cycle: sale.first_cycle })}
                  </Link>
                  <br />
                  <i className="note">{sale.strain}</i>, {sale.room.city}.{' '}
                  {t('sales.terms', {
                    count: sale.total,
                    cycles: t('sale.cycle_count', { count: sale.cycles }),
                  })}{' '}
                  <Money amount={sale.price_per_plant} currency={sale.currency} />. {t('sales.opens')}{' '}
                  <Time at={sale.starts_at} relative={false} />.
                </li>
              ))}
            </ul>
          </Card>
        )}
        {past.length > 0 && (
          <Card title={t('sales.past')} flush>
            <Table
              caption={t('sales.past')}
              rows={past}
              rowKey={({ sale_label }) => sale_label}
              columns={[
                {
                  key: 'sale',
                  header: t('sales.sale'),
                  part: 'lead',
                  cell: (sale) => (
                    <Link to={`/growing/sale/${sale.sale_label}`}>
                      {t('sale.title', { room: sale.room.name, cycle: sale.first_cycle })}
                    </Link>
                  ),
                },
                { key: 'closed', header: t('sales.closed'), cell: (sale) => <Time at={sale.ends_at} format="date" /> },
                {
                  key: 'mine',
                  header: t('sales.mine'),
                  label: t('sales.mine'),
                  figures: true,
                  cell: ({ mine }) => mine,
                },
              ]}
            />
          </Card>
        )}
      </div>
    </>
  );
}
