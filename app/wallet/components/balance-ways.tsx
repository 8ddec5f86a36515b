import { useId } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { LinkButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Link } from '../../ui/link';
import { Time } from '../../ui/time';
import type { Wallet } from '../wallet.server';

/** Links to deposit and withdrawal. Where one is blocked, it says why and what solves it. */
export function BalanceWays({ deposit, withdrawal }: Pick<Wallet, 'deposit' | 'withdrawal'>) {
  const id = useId();
  return (
    <div className="stack">
      <div className="row no-print">
        <Way kind="deposit" blocked={deposit.blocked} id={id} />{' '}
        <Way kind="withdraw" blocked={withdrawal.blocked} id={id} />
      </div>
      <Reason kind="deposit" blocked={deposit.blocked} id={id} />
      <Reason kind="withdraw" blocked={withdrawal.blocked} id={id} />
    </div>
  );
}

type Blocked = Wallet['deposit']['blocked'];

interface WayProps {
  kind: 'deposit' | 'withdraw';
  blocked: Blocked;
  id: string;
}

const ICONS = { deposit: 'in', withdraw: 'out' } as const;

function Way({ kind, blocked, id }: WayProps) {
  const { t } = useTranslation('wallet');
  const look = kind === 'deposit' ? 'primary' : 'quiet';
  if (!blocked)
    return (
      <LinkButton to={`/financial/action/make-${kind}`} kind={look} icon={ICONS[kind]}>
        {t(`overview.${kind}`)}
      </LinkButton>
    );
  return (
    <button type="button" className="btn quiet" disabled aria-describedby={id + kind}>
      <Icon name={ICONS[kind]} />
      {t(`overview.${kind}`)}
    </button>
  );
}

function Reason({ kind, blocked, id }: WayProps) {
  const { t } = useTranslation('wallet');
  if (!blocked) return null;
  const { message, until, wayOut } = blocked;
  return (
    <p className="small" id={id + kind}>
      {message}{' '}
      {until && (
        <>
          {t('overview.possible_from')} <Time at={until} relative={false} />
          {'. '}
        </>
      )}
      {wayOut && <Link to={wayOut.to}>{t(`way_out.${wayOut.text}`)}</Link>}
    </p>
  );
}
