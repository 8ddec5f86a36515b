import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';
import { NextStep, Stepper } from '../../ui/stepper';
import { Time } from '../../ui/time';
import { useWithdrawalSteps, type WithdrawalForSteps } from './progress-steps';

interface WithdrawalProgressProps {
  withdrawal: WithdrawalForSteps & { actions: string[] };
  /** The address that cancels it. It asks first, and then is left out. */
  cancelHref: string | undefined;
}

/** The past of a withdrawal, the next step, by when, and what the member can do. */
export function WithdrawalProgress({ withdrawal, cancelHref }: WithdrawalProgressProps) {
  const { t } = useTranslation('wallet');
  const { status, estimated_at: day, actions } = withdrawal;
  const isOpen = ['pending', 'approved', 'processing'].includes(status);
  return (
    <div className="stack">
      <Stepper across steps={useWithdrawalSteps()(withdrawal)} />
      {isOpen ? (
        <NextStep
          what={t(`withdrawal.next.${status}`)}
          when={<Time at={day} format="day" />}
          can={cancelHref && actions.includes('cancel') ? <Link to={cancelHref}>{t('withdrawal.cancel')}</Link> : null}
        />
      ) : (
        <NextStep what={t(`withdrawal.next.${status}`)} />
      )}
    </div>
  );
}
