import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { Pagination } from '../ui/pagination';
import { AffiliateNav } from './components/affiliate-nav';
import { LineFilter } from './components/line-filter';
import { LineParents } from './components/line-parents';
import { LineTree } from './components/line-tree';
import { documentSheet, TeamSheet } from './components/team-sheet';
import { loadLine } from './line.server';
import { type LineFilters, linePath } from './line-filters';

export const handle = {
  title: 'titles.line',
  gate: 'member',
  sheet: documentSheet,
  modules: ['affiliate'],
  permission: 'affiliate.view',
  i18n: ['affiliate'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadLine(await requireMember(args, handle));
}

export default function TeamLine() {
  const { t } = useTranslation('affiliate');
  const { typed, above, currency, page, rows, hasMore } = useLoaderData<typeof loader>();
  return (
    <>
      <TeamSheet />
      <div className="head">
        <h1>{t('common:titles.line')}</h1>
      </div>
      <AffiliateNav />
      <Card title={t(typed.q ? 'line.found' : 'line.list')}>
        <div className="stack">
          {above.length > 0 ? <LineParents above={above} sort={typed.sort} /> : null}
          {typed.q || page.total > 0 ? <LineFilter typed={typed} /> : null}
          {rows.length > 0 ? (
            <>
              {/* Another line is another tree, with nothing unfolded. */}
              <LineTree
                key={linePath(typed, page.current_page)}
                {...{ rows, currency, sort: typed.sort, isFound: Boolean(typed.q) }}
              />
              {hasMore ? <p className="small muted">{t('line.more', { count: page.total })}</p> : null}
              <Pagination page={page} href={(number) => linePath(typed, number)} />
            </>
          ) : (
            <Nobody typed={typed} />
          )}
        </div>
      </Card>
    </>
  );
}

function Nobody({ typed }: { typed: LineFilters }) {
  const { t } = useTranslation('affiliate');
  if (typed.q) {
    const clear = <LinkButton to={linePath({ ...typed, q: '' })}>{t('line.clear')}</LinkButton>;
    return (
      <EmptyState title={t('line.none_found')} action={clear}>
        {t('line.none_found_text')}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('line.nobody')} action={<LinkButton to="/affiliate">{t('line.to_link')}</LinkButton>}>
      {t('line.nobody_text')}
    </EmptyState>
  );
}
