import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { contextOf } from '../platform/request/request-context.server';
import { Badge } from '../ui/badge';
import { type Column, Table } from '../ui/table';
import { GuestFrame } from './guest-frame';
import type { ListedRoute } from './route-list.server';
import { listRoutes } from './route-list.server';

export const handle = { title: 'titles.routes', gate: 'open' } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { t } = await contextOf(args);
  const { pages, others } = await listRoutes(t);
  // One text, because the serialised objects would be larger than their content.
  return { pages: pages.map(toLine).join('\n'), others };
}

const toLine = ({ path, title = '', needs, comingSoon }: ListedRoute) =>
  [path, title, needs, comingSoon ? 'later' : ''].join('\t');

function fromLine(line: string): ListedRoute {
  const [path = '', title, needs = '', later] = line.split('\t');
  return { path, needs, ...(title && { title }), ...(later && { comingSoon: true }) };
}

export default function Routes() {
  const { t } = useTranslation();
  const { pages: lines, others } = useLoaderData<typeof loader>();
  const pages = lines.split('\n').map(fromLine);
  return (
    <GuestFrame home="/" wide>
      <div className="head">
        <h1>{t('titles.routes')}</h1>
        <p className="muted">{t('shell.routes.intro', { count: pages.length })}</p>
      </div>
      <div className="card flush">
        <Table caption={t('titles.routes')} columns={useColumns()} rows={pages} rowKey={({ path }) => path} />
      </div>
      <p className="small muted">
        {t('shell.routes.others')} <code>{others.join(' ')}</code>
      </p>
    </GuestFrame>
  );
}

function useColumns(): Column<ListedRoute>[] {
  const { t } = useTranslation();
  return [
    { key: 'path', header: t('shell.routes.path'), part: 'lead', cell: ({ path }) => <code>{path}</code> },
    {
      key: 'title',
      header: t('shell.routes.title'),
      cell: ({ title, comingSoon }) => (
        <>
          {title ?? t('shell.routes.no_title')}
          {comingSoon ? <Badge icon="clock">{t('shell.coming_soon')}</Badge> : null}
        </>
      ),
    },
    { key: 'gate', header: t('shell.routes.gate'), cell: ({ needs }) => needs },
  ];
}
