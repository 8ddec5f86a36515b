import { useTranslation } from '../../platform/i18n/use-translation';
import { useFormat } from '../../ui/format';
import { Money } from '../../ui/money';
import { formatNumber } from '../../ui/numbers';
import type { Sums } from '../transactions.server';

/** How many transactions a filtered list has on all its pages, and what came in and went out with them. */
export function ListSums({ sums }: { sums: Sums }) {
  const { t } = useTranslation('wallet');
  const { language } = useFormat();
  if (sums.moreThan !== undefined) {
    const most = formatNumber(sums.moreThan, 'natural', language);
    return <p className="pad muted">{t('transactions.sums.too_many', { most })}</p>;
  }
  const part = (way: 'in' | 'out', amount: string) =>
    sums[way] === '0.00' ? null : (
      <>
        {` · ${t(`transactions.${way}`)}: `}
        <Money amount={amount} currency={sums.currency} signed />
      </>
    );
  return (
    <p className="pad">
      {t('transactions.sums.found', { count: sums.count })}
      {part('in', sums.in)}
      {part('out', `-${sums.out}`)}
    </p>
  );
}
