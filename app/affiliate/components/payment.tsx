import { Fragment, type ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { Time } from '../../ui/time';
import type { ShownCommission } from '../commissions.server';
import { CommissionStatus } from './commission-status';
import { SetOffs } from './set-offs';

interface Props {
  commission: ShownCommission;
  /** The member may open transactions. */
  seesWallet: boolean;
}

/** Where the commission stands, what was credited, and what was set off. */
export function PaymentOf({ commission, seesWallet }: Props) {
  const { t } = useTranslation('affiliate');
  const { status, matures_at, paid_at, withheld, amount, currency, transaction_label: label, repays } = commission;
  const isLess = withheld !== '0.00';
  const wasReversedBefore = status === 'reversed' && !paid_at;
  const money = (value: string) => <Money amount={value} currency={currency} />;
  return (
    <Card title={t('commissions.state')} end={<CommissionStatus status={status} />}>
      <div className="stack">
        <Facts
          facts={[
            !wasReversedBefore && [t('commissions.matures'), <Time key="at" at={matures_at} format="date" />],
            paid_at && [t('commissions.paid_on'), <Time key="at" at={paid_at} format="date" />],
            isLess && [t('commissions.amount'), money(amount)],
            isLess && [t('commissions.withheld'), money(`-${withheld}`)],
            label && [t('commissions.transaction'), <Transaction key="label" label={label} isLink={seesWallet} />],
          ]}
        />
        <p className="small muted">{t(`commissions.explained.${explanationOf(commission)}`)}</p>
        {isLess ? <SetOffs title={t('commissions.repays')} setOffs={repays} currency={currency} /> : null}
      </div>
    </Card>
  );
}

function explanationOf({ status, withheld, amount }: ShownCommission) {
  if (status !== 'paid' || withheld === '0.00') return status;
  return withheld === amount ? 'none' : 'less';
}

/** What the reversal took, what is still owed, and what repaid it. Nothing for a commission that stands. */
export function ReversalOf({ commission, seesWallet }: Props) {
  const { t } = useTranslation('affiliate');
  const { reversal, paid_at, currency, repaid, repaid_by } = commission;
  if (!reversal) return null;
  const { at, reason, settled_at, taken, owed, transaction_label: label } = reversal;
  const money = (value: string) => <Money amount={value} currency={currency} />;
  const wasPaid = paid_at !== null && settled_at !== null;
  const isOwed = repaid !== '0.00' || owed !== '0.00';
  const state = paid_at === null ? 'unpaid' : settled_at === null ? 'running' : isOwed ? 'owed' : 'taken';
  return (
    <Card title={t('commissions.reversal.title')}>
      <div className="stack">
        <p>{t(`commissions.reversal.${reason}`)}</p>
        <Facts
          facts={[
            [t('commissions.reversal.at'), <Time key="at" at={at} format="date" />],
            wasPaid && [t('commissions.reversal.from_balance'), money(taken)],
            wasPaid && isOwed && [t('commissions.reversal.repaid'), money(repaid)],
            wasPaid && isOwed && [t('commissions.reversal.still_owed'), money(owed)],
            label && [t('commissions.transaction'), <Transaction key="label" label={label} isLink={seesWallet} />],
          ]}
        />
        <p className="small muted">{t(`commissions.reversal.state.${state}`)}</p>
        <SetOffs title={t('commissions.reversal.repaid_by')} setOffs={repaid_by} currency={currency} />
      </div>
    </Card>
  );
}

type Fact = [name: string, value: ReactNode] | false | '' | null | undefined;

const Facts = ({ facts }: { facts: Fact[] }) => (
  <dl className="pairs">
    {facts.map((fact) =>
      fact ? (
        <Fragment key={fact[0]}>
          <dt>{fact[0]}</dt>
          <dd className="num">{fact[1]}</dd>
        </Fragment>
      ) : null,
    )}
  </dl>
);

function Transaction({ label, isLink }: { label: string; isLink: boolean }) {
  const ref = <span className="ref">{label}</span>;
  return isLink ? <Link to={`/financial/transaction/${label}`}>{ref}</Link> : ref;
}
