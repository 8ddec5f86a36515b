import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';
import { type CommissionFilters, filtersPath, LEVELS, STATUSES } from '../commission-filters';

/** Links to the list by status and by level. Each keeps the other filter. */
export function CommissionFilter({ filters }: { filters: CommissionFilters }) {
  const { t } = useTranslation('affiliate');
  const byStatus = [undefined, ...STATUSES].map((status) => ({
    name: t(`commissions.filter.${status ?? 'all'}`),
    filters: { ...filters, status },
    isOn: filters.status === status,
  }));
  const byLevel = [undefined, ...LEVELS].map((level) => ({
    name: level ? t('commissions.level', { level }) : t('commissions.filter.all_levels'),
    filters: { ...filters, level },
    isOn: filters.level === level,
  }));
  return (
    <div className="pad stack stack-s no-print">
      <Choices label={t('commissions.filter.by_status')} choices={byStatus} />
      <Choices label={t('commissions.filter.by_level')} choices={byLevel} />
    </div>
  );
}

interface ChoicesProps {
  label: string;
  choices: { name: string; filters: CommissionFilters; isOn: boolean }[];
}

const Choices = ({ label, choices }: ChoicesProps) => (
  <nav className="row small" aria-label={label}>
    {choices.map(({ name, filters, isOn }) => (
      <Fragment key={name}>
        <Link to={filtersPath('/affiliate/commissions', filters)} aria-current={isOn ? 'page' : undefined}>
          {isOn ? <strong>{name}</strong> : name}
        </Link>{' '}
      </Fragment>
    ))}
  </nav>
);
