import { Fragment } from 'react';
import { appointmentKinds } from '../../../upstream/contract/appointment-facts';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';
import { APPOINTMENTS, CHECK_IN, type ListFilters, listPath } from '../appointment-path';

/** Links to what comes, to the featured event, to what is past, and for the staff at the door to the check-in. */
export function ListTabs({ filters, opensDoors }: { filters: ListFilters; opensDoors: boolean }) {
  const { t } = useTranslation('appointment');
  return (
    <nav className="tabs no-print" aria-label={t('list.parts')}>
      <Link to={APPOINTMENTS} aria-current={filters.past ? undefined : 'page'}>
        {t('list.upcoming_tab')}
      </Link>{' '}
      <Link to="/event">{t('common:titles.event')}</Link>{' '}
      <Link to={listPath({ past: '1' })} aria-current={filters.past ? 'page' : undefined}>
        {t('list.past_tab')}
      </Link>{' '}
      {opensDoors ? (
        // Only a page that is loaded as a document may use the camera.
        <Link to={CHECK_IN} reloadDocument>
          {t('list.check_in')}
        </Link>
      ) : null}
    </nav>
  );
}

/** Links to the appointments of each kind, and to those for which the member holds a ticket. */
export function KindLinks({ filters, mine }: { filters: ListFilters; mine: number }) {
  const { t } = useTranslation('appointment');
  const links = [
    { key: 'all', words: t('list.all'), to: { kind: '', mine: '' } },
    ...appointmentKinds.map((kind) => ({ key: kind, words: t(`kind.${kind}`), to: { kind, mine: '' } }) as const),
    {
      key: 'mine',
      words: filters.past ? t('list.mine') : t('list.mine_count', { count: mine }),
      to: { kind: '', mine: '1' },
    },
  ] as const;
  return (
    <nav className="row small no-print" aria-label={t('list.by_kind')}>
      {links.map(({ key, words, to }) => {
        const isCurrent = to.kind === filters.kind && to.mine === filters.mine;
        return (
          <Fragment key={key}>
            <Link className="tap" to={listPath({ ...filters, ...to })} aria-current={isCurrent ? 'page' : undefined}>
              {isCurrent ? <strong>{words}</strong> : words}
            </Link>{' '}
          </Fragment>
        );
      })}
    </nav>
  );
}
