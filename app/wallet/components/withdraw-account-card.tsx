import { useTranslation } from '../../platform/i18n/use-translation';
import { AskLink } from '../../support/ask-link';
import { Badge, type Tone } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Iban } from '../../ui/facts';
import { Time } from '../../ui/time';

export interface ShownAccount {
  id: number;
  name: string;
  holder: string;
  iban: string;
  bic: string | null;
  bank?: string;
  status: 'cooling_down' | 'active' | 'disabled';
  /** Present during the waiting time. */
  usableAt?: string;
  is_default: boolean;
  last_used_at: string | null;
}

const TONES: Record<ShownAccount['status'], Tone> = { active: 'good', cooling_down: 'warn', disabled: 'stop' };

interface WithdrawAccountCardProps {
  account: ShownAccount;
  mayChange: boolean;
}

/** One withdraw account: its bank details, its status, and links to change and delete it. */
export function WithdrawAccountCard({ account, mayChange }: WithdrawAccountCardProps) {
  const { t } = useTranslation('wallet');
  const { id, name, status } = account;
  const page = `/settings/withdraw-accounts/${id}`;
  return (
    <Card
      title={name}
      end={
        <span className="row">
          {account.is_default ? <Badge>{t('accounts.default')}</Badge> : null}{' '}
          <Badge tone={TONES[status]}>{t(`accounts.${status}`)}</Badge>
        </span>
      }
    >
      <div className="stack">
        <AccountFacts account={account} />
        {status === 'disabled' ? (
          <>
            <p>
              {t('accounts.why_disabled')} {t('accounts.help')}
            </p>
            <AskLink text="account" category="withdrawals" />
          </>
        ) : null}
        {mayChange ? (
          <div className="row">
            <LinkButton kind="second" small to={page}>
              {t('accounts.change')}
              <span className="vh">{`: ${name}`}</span>
            </LinkButton>{' '}
            <LinkButton kind="quiet" small to={`${page}/delete`}>
              {t('accounts.delete')}
              <span className="vh">{`: ${name}`}</span>
            </LinkButton>
          </div>
        ) : null}
      </div>
    </Card>
  );
}

function AccountFacts({ account }: { account: ShownAccount }) {
  const { t } = useTranslation('wallet');
  const { holder, iban, bic, bank, usableAt, last_used_at: usedAt } = account;
  return (
    <dl className="pairs">
      <dt>{t('accounts.holder')}</dt>
      <dd>{holder}</dd>
      <dt>{t('accounts.iban')}</dt>
      <dd className="mono">
        <Iban iban={iban} />
      </dd>
      {bic ? (
        <>
          <dt>{t('accounts.bic')}</dt>
          <dd className="mono">{bic}</dd>
        </>
      ) : null}
      {bank ? (
        <>
          <dt>{t('accounts.bank')}</dt>
          <dd>{bank}</dd>
        </>
      ) : null}
      {usableAt ? (
        <>
          <dt>{t('accounts.usable_from')}</dt>
          <dd>
            <Time at={usableAt} relative={false} />
          </dd>
        </>
      ) : null}
      <dt>{t('accounts.last_used')}</dt>
      <dd>{usedAt ? <Time at={usedAt} /> : t('accounts.never_used')}</dd>
    </dl>
  );
}
