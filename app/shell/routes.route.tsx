import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { RouteHandle } from '../platform/handle';
import { contextOf } from '../platform/request-context.server';
import { Badge } from '../ui/badge';
import { type Column, Table } from '../ui/table';
import { GuestFrame } from './guest-frame';
import type { ListedRoute } from './route-list.server';
import { listRoutes } from './route-list.server';

export const handle = { title: 'titles.routes', gate: 'open' } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { t } = await contextOf(args);
  return { routes: await listRoutes(t) };
}

export default function Routes() {
  const { t } = useTranslation();
  const { routes } = useLoaderData<typeof loader>();
  return (
    <GuestFrame home="/" wide>
      <div className="head">
        <h1>{t('titles.routes')}</h1>
        <p className="muted">{t('shell.routes.intro', { count: routes.length })}</p>
      </div>
      <div className="card flush">
        <Table caption={t('titles.routes')} columns={useColumns()} rows={routes} rowKey={({ path }) => path} />
      </div>
    </GuestFrame>
  );
}

function useColumns(): Column<ListedRoute>[] {
  const { t } = useTranslation();
  return [
    { key: 'path', header: t('shell.routes.path'), part: 'lead', cell: ({ path }) => <code>{path}</code> },
    { key: 'title', header: t('shell.routes.title'), cell: ({ title }) => title ?? t('shell.routes.no_title') },
    { key: 'gate', header: t('shell.routes.gate'), cell: ({ needs }) => needs },
    {
      key: 'state',
      header: t('shell.routes.state'),
      cell: ({ comingSoon }) =>
        comingSoon ? <Badge icon="clock">{t('shell.coming_soon')}</Badge> : t('shell.routes.there'),
    },
  ];
}
