import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { formatTime } from '../../ui/dates';
import { useFormat } from '../../ui/format';
import { Icon } from '../../ui/icon';
import { Link } from '../../ui/link';
import { activeFilters, filtersPath, unfilteredPath, withParameter } from '../transaction-filters';
import type { TypedFilters } from '../transactions.schema';

interface ActiveFiltersProps {
  typed: TypedFilters;
  /** The amounts among the filters, as money. */
  amounts?: { min?: string; max?: string };
}

/** The link to the form, and each active filter with a link that clears it. */
export function ActiveFilters({ typed, amounts }: ActiveFiltersProps) {
  const active = activeFilters(typed);
  const { t } = useTranslation('wallet');
  const { language, timeZone } = useFormat();
  const words = ({ kind, value }: (typeof active)[number]) => {
    if (kind === 'type') return t(`transactions.types.${value}`);
    if (kind === 'status') return t(`transactions.statuses.${value}`);
    if (kind === 'direction') return t(value === 'in' ? 'transactions.in' : 'transactions.out');
    const amount = kind === 'min' || kind === 'max' ? amounts?.[kind] : undefined;
    const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatTime(value, 'date', language, timeZone) : value;
    return t('transactions.chip', { field: t(`transactions.${kind}`), value: amount ?? day });
  };
  return (
    <p className="chips">
      <Link className="chip" to={withParameter(filtersPath(typed), 'filter', 'open')}>
        <Icon name="filter" />
        {t('transactions.filter')}
      </Link>{' '}
      {active.map((one) => (
        <Fragment key={`${one.kind} ${one.value}`}>
          <Link className="chip" to={one.path}>
            {words(one)}
            <Icon name="close" className="post" />
            <span className="vh">{t('transactions.remove')}</span>
          </Link>{' '}
        </Fragment>
      ))}
      {active.length > 0 ? (
        <Link className="chip" to={unfilteredPath(typed)}>
          {t('transactions.clear')}
        </Link>
      ) : null}
    </p>
  );
}
