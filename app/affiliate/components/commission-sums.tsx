import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { Money } from '../../ui/money';

interface SumsProps {
  sums: Record<'earned' | 'pending' | 'reversed' | 'owed', string>;
  currency: string;
}

/** What all commissions come to, whatever the filter, and how they work. */
export function CommissionSums({ sums, currency }: SumsProps) {
  const { t } = useTranslation('affiliate');
  return (
    <>
      <Card title={t('commissions.sums.title')} width={5} fill>
        <dl className="pairs">
          {(['earned', 'pending', 'reversed', 'owed'] as const).map((name) => [
            <dt key={`${name}-name`}>{t(`commissions.sums.${name}`)}</dt>,
            <dd key={name} className="num">
              <Money amount={sums[name]} currency={currency} />
            </dd>,
          ])}
        </dl>
      </Card>
      <Card title={t('commissions.rules.title')} width={7} fill>
        <p className="small">{t('commissions.rules.text')}</p>
      </Card>
    </>
  );
}
