import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { useRefusal } from '../platform/page/page-state';
import { requireMember } from '../platform/request/gates.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { ErrorSummary } from '../ui/error-summary';
import { Link } from '../ui/link';
import { Pagination } from '../ui/pagination';
import { GrowingNav } from './components/growing-nav';
import { PlantFilter } from './components/plant-filter';
import { PlantTable } from './components/plant-table';
import { filtersPath } from './plant-filters';
import { loadPlants } from './plants.server';

export const handle = {
  title: 'titles.plants',
  gate: 'member',
  modules: ['growing'],
  permission: 'growing.view',
  i18n: ['growing'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadPlants(await requireMember(args, handle));
  return data(page, { status: page.errors.q.length > 0 ? 422 : 200 });
}

const LIST = '/growing/plants';

export default function Plants() {
  const { t } = useTranslation('growing');
  const { typed, errors, rooms, page, plants } = useLoaderData<typeof loader>();
  const faults = errors.q.map((message) => ({ fieldId: 'plants-q', message }));
  useRefusal(faults.length > 0, errors, 'plants');
  const isFiltered = Object.values(typed).some((value) => value !== '');
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.plants')}</h1>
      </div>
      <GrowingNav />
      <div className="stack">
        <ErrorSummary errors={faults} attempt={errors} />
        <Card title={t('plants.list')} flush end={<Download typed={typed} isShown={plants.length > 0} />}>
          <div className="pad stack no-print">
            {isFiltered || page.total > 0 ? <PlantFilter typed={typed} rooms={rooms} errors={errors} /> : null}
            {typed.order ? (
              <p>
                {t('plants.of_order')} <Link to={`/financial/order/${typed.order}`}>{typed.order}</Link>
              </p>
            ) : null}
          </div>
          {plants.length > 0 ? <PlantTable plants={plants} /> : null}
          <div className="pad">
            {plants.length > 0 ? (
              <Pagination page={page} href={(number) => filtersPath(LIST, typed, number)} />
            ) : (
              <Nothing isFiltered={isFiltered} />
            )}
          </div>
        </Card>
      </div>
    </>
  );
}

function Download({ typed, isShown }: { typed: Parameters<typeof filtersPath>[1]; isShown: boolean }) {
  const { t } = useTranslation('growing');
  if (!isShown) return null;
  return (
    <a className="no-print" href={filtersPath(`${LIST}.csv`, typed)}>
      {t('csv')}
    </a>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('growing');
  const action = isFiltered ? (
    <LinkButton to={LIST}>{t('plants.clear')}</LinkButton>
  ) : (
    <LinkButton to="/growing/sale">{t('sales.to_sales')}</LinkButton>
  );
  return (
    <EmptyState title={t(isFiltered ? 'plants.none_found' : 'overview.none')} action={action}>
      {t(isFiltered ? 'plants.none_found_text' : 'overview.none_text')}
    </EmptyState>
  );
}
