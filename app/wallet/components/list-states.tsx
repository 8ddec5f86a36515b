import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { type ListState, STATES, statePath } from '../list-state';

/** Links to a list of orders or withdrawals by their state. */
export function ListStates({ of, path, label }: { of: ListState; path: string; label: string }) {
  const { t } = useTranslation('wallet');
  return (
    <nav className="row small no-print" aria-label={label}>
      {STATES.map((one) => (
        <Fragment key={one}>
          <Link to={statePath(path, one)} aria-current={one === of ? 'page' : undefined}>
            {one === of ? <strong>{t(`order.states.${one}`)}</strong> : t(`order.states.${one}`)}
          </Link>{' '}
        </Fragment>
      ))}
    </nav>
  );
}

interface StateSumProps {
  of: ListState;
  /** How many there are in this state, in words. */
  count: string;
  /** Another upstream may not send it. */
  sum: string | null | undefined;
}

/** How many a list of one state has on all its pages, and their sum. */
export function StateSum({ of, count, sum }: StateSumProps) {
  const { t } = useTranslation('wallet');
  if (of === 'all') return null;
  return (
    <p className="pad">
      {count}
      {sum ? (
        <>
          {` · ${t('order.total')}: `}
          <Money amount={sum} currency="EUR" />
        </>
      ) : null}
    </p>
  );
}
