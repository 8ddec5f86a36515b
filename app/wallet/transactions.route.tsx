import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { useRefusal } from '../platform/page/page-state';
import { problemOf } from '../platform/request/failure.server';
import { requireMember } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { ErrorSummary } from '../ui/error-summary';
import { Link } from '../ui/link';
import { Pagination } from '../ui/pagination';
import { ActiveFilters } from './components/active-filters';
import { FilterForm } from './components/filter-form';
import { ListSums } from './components/list-sums';
import { StepLinks } from './components/step-links';
import { TransactionTable } from './components/transaction-table';
import { WalletNav } from './components/wallet-nav';
import { activeFilters, filtersPath, unfilteredPath, withParameter } from './transaction-filters';
import { listPage } from './transactions.server';
import { mayDeposit } from './wallet.server';

export const handle = {
  title: 'titles.transactions',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  i18n: ['wallet'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { status, failure, ...page } = await listPage(current);
  // The cursor no longer fits the list, so the list starts again.
  if (failure && 'cursor' in failure.errors) throw await redirect(current, filtersPath(page.typed));
  if (failure && failure.status !== 422) throw problemOf(failure, current.requestId);
  const pages = page.list?.pages;
  if (pages && pages.current_page > pages.last_page) throw await redirect(current, filtersPath(page.typed));
  const isEmpty = page.list?.rows.length === 0;
  return data({ ...page, mayDeposit: isEmpty && mayDeposit(current) ? true : undefined }, { status });
}

export default function Transactions() {
  const { t } = useTranslation('wallet');
  const { typed, amounts, errors, list, hasForm, mayDeposit } = useLoaderData<typeof loader>();
  const isForm = hasForm || !list;
  useRefusal(Object.keys(errors).length > 0, errors, 'filters');
  const here = filtersPath(typed);
  const faults = Object.entries(errors).flatMap(([name, messages]) =>
    messages.map((message) => ({ fieldId: `filters-${name}`, message })),
  );
  const downloads = (
    <span className="row small no-print">
      <a href={filtersPath(typed, '/financial/transactions.csv')}>{t('transactions.csv.link')}</a>{' '}
      <Link to="/financial/transactions/year">{t('transactions.year.link')}</Link>{' '}
      <Link to="/financial/statement">{t('overview.statement')}</Link>
    </span>
  );
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.transactions')}</h1>
      </div>
      <WalletNav />
      <div className="stack">
        <ErrorSummary errors={faults} attempt={errors} />
        <Card title={t(isForm ? 'transactions.filter' : 'transactions.heading')} flush end={downloads}>
          <div className="pad stack no-print">
            {isForm ? <FilterForm typed={typed} errors={errors} /> : <ActiveFilters typed={typed} amounts={amounts} />}
          </div>
          {list?.sums && list.rows.length > 0 ? <ListSums sums={list.sums} /> : null}
          {list && list.rows.length > 0 ? <TransactionTable rows={list.rows} typed={typed} /> : null}
          <div className="pad">
            {list?.rows.length === 0 ? <Nothing typed={typed} mayDeposit={mayDeposit} /> : null}
            {list && isForm ? (
              <p className="pages">
                <Link to={here}>{t('transactions.close')}</Link>
              </p>
            ) : null}
            {list?.pages && !isForm ? (
              <Pagination page={list.pages} href={(page) => withParameter(here, 'page', String(page))} />
            ) : null}
            {list?.steps && !isForm ? (
              <StepLinks steps={list.steps} href={(step) => `${here}${here.includes('?') ? '&' : '?'}${step}`} />
            ) : null}
          </div>
        </Card>
      </div>
    </>
  );
}

interface NothingProps {
  typed: Parameters<typeof activeFilters>[0];
  mayDeposit: boolean | undefined;
}

function Nothing({ typed, mayDeposit }: NothingProps) {
  const { t } = useTranslation('wallet');
  if (activeFilters(typed).length === 0) {
    const deposit = mayDeposit && (
      <LinkButton to="/financial/action/make-deposit">{t('transactions.deposit')}</LinkButton>
    );
    return (
      <EmptyState title={t('transactions.none')} action={deposit}>
        {t('transactions.none_text')}
      </EmptyState>
    );
  }
  const clear = <LinkButton to={unfilteredPath(typed)}>{t('transactions.clear')}</LinkButton>;
  return (
    <EmptyState title={t('transactions.none_found')} action={clear}>
      {t('transactions.none_found_text')}
    </EmptyState>
  );
}
