import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { NextStep, type Step, Stepper } from '../../ui/stepper';
import { Time } from '../../ui/time';

type Status = 'pending' | 'approved' | 'processing' | 'completed' | 'canceled' | 'rejected' | 'failed' | 'returned';

interface WithdrawalProgressProps {
  withdrawal: {
    status: Status;
    estimated_at: string;
    timeline: { status: string; at: string; note: string | null }[];
    actions: string[];
  };
  /** The address that cancels it. It asks first. */
  cancelHref: string;
}

const AHEAD = ['approved', 'processing', 'completed'] as const;
const WAY: Status[] = ['pending', ...AHEAD];

/** The past of a withdrawal, the next step, by when, and what the member can do. */
export function WithdrawalProgress({ withdrawal, cancelHref }: WithdrawalProgressProps) {
  const { t } = useTranslation('wallet');
  const { status, estimated_at: day, timeline, actions } = withdrawal;
  const isOpen = WAY.indexOf(status) >= 0 && status !== 'completed';
  const done = timeline.map(
    ({ status: reached, at }): Step => ({
      title: t(`withdrawal.step.${reached as Status}`),
      note: <Time at={at} relative={false} />,
      state: WAY.includes(reached as Status) ? 'done' : reached === 'canceled' ? 'ended' : 'failed',
    }),
  );
  const ahead = isOpen
    ? AHEAD.slice(WAY.indexOf(status)).map(
        (next, index): Step => ({
          title: t(index === 0 ? `withdrawal.doing.${next}` : `withdrawal.step.${next}`),
          note: next === 'completed' ? <Time at={day} format="date" /> : undefined,
          state: index === 0 ? 'current' : 'ahead',
        }),
      )
    : [];
  return (
    <div className="stack">
      <Stepper across steps={[...done, ...ahead]} />
      {isOpen ? (
        <NextStep
          what={t(`withdrawal.next.${status}`)}
          when={<Time at={day} format="day" />}
          can={actions.includes('cancel') ? <Link to={cancelHref}>{t('withdrawal.cancel')}</Link> : undefined}
        />
      ) : (
        <NextStep what={t(`withdrawal.next.${status}`)} />
      )}
    </div>
  );
}
