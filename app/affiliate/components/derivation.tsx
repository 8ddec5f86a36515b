import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { useFormat } from '../../ui/format';
import { Money } from '../../ui/money';
import { formatMoney } from '../../ui/numbers';
import { Time } from '../../ui/time';
import type { ShownCommission } from '../commissions.server';
import { percentIn } from '../percent';

/** From the order over the level and the rate to the amount, as a sum and in words. */
export function Derivation({ commission }: { commission: ShownCommission }) {
  const { t } = useTranslation('affiliate');
  const { language } = useFormat();
  const { amount, base_amount: base, currency, level, rate, order_label: order, from, created_at: at } = commission;
  const percent = percentIn(rate, language);
  const inWords = {
    ...{ level, percent, base: formatMoney(base, currency, language) },
    ...{ amount: formatMoney(amount, currency, language), name: from.name ?? t('commissions.nobody') },
  };
  return (
    <Card title={t('commissions.how')} width={7}>
      <div className="stack">
        <dl className="pairs">
          <dt>
            {t('commissions.order')} {order ? <span className="ref">{order}</span> : null}{' '}
            <span className="sub">
              {inWords.name}, <Time at={at} format="date" />
            </span>
          </dt>
          <dd className="num">
            <Money amount={base} currency={currency} />
          </dd>
          <dt>{t('commissions.your_level', { level })}</dt>
          <dd className="num">× {percent}</dd>
          <dt className="sumup">{t('common:titles.commission')}</dt>
          <dd className="num sumup">
            <Money amount={amount} currency={currency} />
          </dd>
        </dl>
        <p>{t('commissions.in_words', inWords)}</p>
        <p className="small muted">{t('commissions.rounding')}</p>
      </div>
    </Card>
  );
}
