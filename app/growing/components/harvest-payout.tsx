import { Fragment, type ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { Time } from '../../ui/time';
import type { ShownHarvest } from '../harvest.server';

type Mine = NonNullable<ShownHarvest['mine']>;

/** The member's payout, where it is, and what was deducted. */
export function Payout({ harvest, seesWallet }: { harvest: ShownHarvest; seesWallet: boolean }) {
  const { t } = useTranslation('harvest');
  const { mine } = harvest;
  if (!mine) return <Card title={t('payout')}>{t('state.none')}</Card>;
  return (
    <Card title={t('payout')}>
      <div className="stack">
        <dl className="pairs">
          {factsOf(mine, harvest.currency, seesWallet).map(({ name, value }) => (
            <Fragment key={name}>
              <dt>{t(`facts.${name}`)}</dt>
              <dd className="num">{value}</dd>
            </Fragment>
          ))}
        </dl>
        <p className="small muted">{t(`state.${stateOf(mine)}`)}</p>
      </div>
    </Card>
  );
}

function factsOf(mine: Mine, currency: string, seesWallet: boolean) {
  const { payout, due, withheld, paid, transaction_label: label, settled_at: settledAt } = mine;
  const money = (amount: string) => <Money amount={amount} currency={currency} />;
  const isWhole = payout === paid;
  const facts: {
    name: 'payout_of' | 'amount' | 'difference' | 'withheld' | 'credited' | 'booked' | 'transaction';
    value: ReactNode;
  }[] = isWhole
    ? [{ name: 'amount', value: <strong>{money(payout)}</strong> }]
    : [{ name: 'payout_of', value: money(payout) }];
  if (due !== payout) facts.push({ name: 'difference', value: <Money amount={due} currency={currency} signed /> });
  if (withheld !== '0.00') facts.push({ name: 'withheld', value: money(`-${withheld}`) });
  if (!isWhole && paid !== '0.00') facts.push({ name: 'credited', value: <strong>{money(paid)}</strong> });
  if (settledAt && label) facts.push({ name: 'booked', value: <Time at={settledAt} format="date" /> });
  if (label) {
    const ref = <span className="ref">{label}</span>;
    const value = seesWallet ? <Link to={`/financial/transaction/${label}`}>{ref}</Link> : ref;
    facts.push({ name: 'transaction', value });
  }
  return facts;
}

function stateOf({ payout, due, withheld, paid, settled_at: settledAt }: Mine) {
  if (due.startsWith('-')) return 'overpaid';
  if (due === '0.00') return payout === '0.00' ? 'nothing' : 'unchanged';
  if (!settledAt) return 'running';
  if (withheld === '0.00') return 'credited';
  return paid === '0.00' ? 'all_withheld' : 'part_withheld';
}
