import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Link } from '../../ui/link';
import { Pagination } from '../../ui/pagination';
import { Time } from '../../ui/time';
import type { ghostAccessOf } from '../ghost-access.server';

type Shown = Awaited<ReturnType<typeof ghostAccessOf>>;
type Access = Shown['accesses']['data'][number];

const ID = 'ghost-access';
const pathOf = (query: Record<string, string | number>) =>
  `/settings/privacy?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}#${ID}`;

/** Who of the staff saw this account, why, when, and which pages. The member can end an open access here. */
export function GhostAccess({ accesses, open }: Shown) {
  const { t } = useTranslation('settings');
  return (
    <Card id={ID} title={t('ghost.title')}>
      <div className="stack stack-l">
        <p>{t(accesses.total > 0 ? 'ghost.text' : 'ghost.none')}</p>
        {accesses.data.map((access) => (
          <section key={access.id} className="stack" aria-labelledby={`access-${access.id}`}>
            <OneAccess access={access} page={accesses.current_page} isOpen={open?.id === access.id} />
            {open?.id === access.id ? <Visits page={accesses.current_page} open={open} /> : null}
          </section>
        ))}
        {accesses.last_page > 1 ? (
          <Pagination
            page={accesses}
            href={(page) => pathOf({ accesses: page })}
            label={t('ghost.pages_of_accesses')}
          />
        ) : null}
      </div>
    </Card>
  );
}

function OneAccess({ access, page, isOpen }: { access: Access; page: number; isOpen: boolean }) {
  const { t } = useTranslation('settings');
  const { id, actor_name, reason, ticket_id, read_only, started_at, ends_at, ended_by } = access;
  return (
    <>
      <h3 id={`access-${id}`}>
        {actor_name} {ended_by ? null : <Badge tone="warn">{t('ghost.running')}</Badge>}
      </h3>
      <p>{t('ghost.reason', { reason })}</p>
      <p className="small muted">
        <Time at={started_at} relative={false} /> {t('ghost.to')} <Time at={ends_at} format="time" relative={false} />
        {'; '}
        {[
          t(`ghost.ended_by.${ended_by ?? 'nobody'}`),
          t(read_only ? 'ghost.read_only' : 'ghost.writing'),
          ...(ticket_id ? [t('ghost.ticket', { id: ticket_id })] : []),
        ].join('; ')}
      </p>
      <div className="row">
        {ended_by ? null : (
          <Form method="post" action="/settings/privacy/ghost-access">
            <HiddenFields />
            <input type="hidden" name="id" value={id} />
            <Button type="submit" kind="danger" small>
              {t('ghost.end')}
            </Button>
          </Form>
        )}
        {isOpen ? null : (
          <Link className="tap" to={pathOf({ ...(page > 1 && { accesses: page }), access: id })}>
            {t('ghost.show_pages')}
            <span className="vh">
              : {actor_name}, <Time at={started_at} relative={false} />
            </span>
          </Link>
        )}
      </div>
    </>
  );
}

/** Every page with its exact time and calls, because this is a record. */
function Visits({ page, open: { id, visits } }: { page: number; open: NonNullable<Shown['open']> }) {
  const { t } = useTranslation('settings');
  if (visits.total === 0) return <p className="muted">{t('ghost.no_pages')}</p>;
  return (
    <>
      <ol className="timeline">
        {visits.data.map(({ page: path, calls, outcome, at }) => (
          <li key={`${at} ${calls} ${path}`}>
            <Time at={at} format="time" relative={false} />
            {path ? <span className="ref">{path}</span> : t('ghost.no_page')}
            <div className="small muted">{t(`ghost.outcome.${outcome}`, { calls: namesOf(calls) })}</div>
          </li>
        ))}
      </ol>
      {visits.last_page > 1 ? (
        <Pagination
          page={visits}
          href={(next) => pathOf({ ...(page > 1 && { accesses: page }), access: id, visits: next })}
          label={t('ghost.pages_of_visits')}
        />
      ) : null}
    </>
  );
}

/** A read call is shown by its path alone. */
const namesOf = (calls: string[]) => calls.map((call) => call.replace('GET ', '')).join(', ');
