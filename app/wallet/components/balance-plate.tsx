import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { useFormat } from '../../ui/format';
import { Money } from '../../ui/money';
import { formatMoney } from '../../ui/numbers';
import type { Wallet } from '../wallet.server';

interface BalancePlateProps {
  balances: Wallet['balances'];
  /** The actions for this balance. */
  children: ReactNode;
}

/** What the member has, in each currency. */
export function BalancePlate({ balances, children }: BalancePlateProps) {
  const { t } = useTranslation('wallet');
  const id = useId();
  const [balance] = balances;
  if (!balance) return null;
  const { currency, available, pending, total, owed } = balance;
  return (
    <section className="plate w7 fill" aria-labelledby={id}>
      <div className="stack stack-s">
        <h2 className="key" id={id}>
          {t('overview.available')}
        </h2>
        <Sum amount={available} currency={currency} />
      </div>
      <dl>
        <div>
          <dt className="key b">{t('overview.held')}</dt>
          <dd>
            <Money amount={pending} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('overview.total')}</dt>
          <dd>
            <Money amount={total} currency={currency} />
          </dd>
        </div>
        {owed && (
          <div>
            <dt>{t('overview.owed')}</dt>
            <dd>
              <Money amount={owed} currency={currency} />
            </dd>
          </div>
        )}
      </dl>
      {owed && <p className="small">{t('overview.owed_why')}</p>}
      {children}
      <Strips available={Number(available)} held={Number(pending)} />
    </section>
  );
}

/** The sign of the currency is small when it follows the figure. */
function Sum({ amount, currency }: { amount: string; currency: string }) {
  const { language } = useFormat();
  const [figure, sign] = formatMoney(amount, currency, language).split('\u00a0');
  return (
    <p className="sum num">
      {figure}
      {sign && <small>{`\u00a0${sign}`}</small>}
    </p>
  );
}

const WIDTH = 1000;
const GAP = 6;

/** Available and held money in proportion. Floats are allowed, because they are only drawn. */
function Strips({ available, held }: { available: number; held: number }) {
  const total = available + held;
  if (total === 0) return <div />;
  const split = Math.round((WIDTH * available) / total);
  return (
    <div className="strips">
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        <rect width={held > 0 ? Math.max(split - GAP, 0) : WIDTH} height="10" />
        {held > 0 && <rect className="b" x={split} width={WIDTH - split} height="10" />}
      </svg>
    </div>
  );
}
