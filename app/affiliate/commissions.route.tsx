import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { Pagination } from '../ui/pagination';
import { filtersPath } from './commission-filters';
import { loadCommissions } from './commissions.server';
import { AffiliateNav } from './components/affiliate-nav';
import { CommissionFilter } from './components/commission-filter';
import { CommissionSums } from './components/commission-sums';
import { CommissionTable } from './components/commission-table';

export const handle = {
  title: 'titles.commissions',
  gate: 'member',
  modules: ['affiliate'],
  permission: 'affiliate.view',
  i18n: ['affiliate'],
} satisfies RouteHandle;

const LIST = '/affiliate/commissions';

export async function loader(args: LoaderFunctionArgs) {
  return loadCommissions(await requireMember(args, handle));
}

export default function Commissions() {
  const { t } = useTranslation('affiliate');
  const { filters, page, currency, sums, commissions } = useLoaderData<typeof loader>();
  const isFiltered = Boolean(filters.status ?? filters.level);
  const hasRows = commissions.length > 0;
  const download = (
    <a className="no-print" href={filtersPath(`${LIST}.csv`, filters)}>
      {t('commissions.as_csv')}
    </a>
  );
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.commissions')}</h1>
      </div>
      <AffiliateNav />
      <div className="grid">
        <CommissionSums sums={sums} currency={currency} />
        <Card title={t('commissions.title')} flush end={hasRows ? download : null}>
          {hasRows || isFiltered ? <CommissionFilter filters={filters} /> : null}
          {hasRows ? <CommissionTable rows={commissions} currency={currency} /> : null}
          <div className="pad">
            {hasRows ? (
              <Pagination page={page} href={(number) => filtersPath(LIST, filters, number)} />
            ) : (
              <Nothing isFiltered={isFiltered} />
            )}
          </div>
        </Card>
      </div>
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('affiliate');
  const action = isFiltered ? (
    <LinkButton to={LIST}>{t('commissions.clear')}</LinkButton>
  ) : (
    <LinkButton to="/affiliate">{t('commissions.to_link')}</LinkButton>
  );
  return (
    <EmptyState title={t(isFiltered ? 'commissions.none_found' : 'commissions.none')} action={action}>
      {t(isFiltered ? 'commissions.none_found_text' : 'commissions.none_text')}
    </EmptyState>
  );
}
