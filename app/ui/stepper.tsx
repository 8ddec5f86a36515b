import type { ReactNode } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import { Icon } from './icon';

export interface Step {
  /** The name of the step in this state: "Requested", "Being checked". */
  title: string;
  /** When, by whom, why. */
  note?: ReactNode;
  /** `ended`: stopped without a fault, such as a cancellation by the member. */
  state: 'done' | 'current' | 'failed' | 'ended' | 'ahead';
}

const CLASSES: { [S in Step['state']]?: string } = { done: 'done', failed: 'failed', ended: 'failed ended' };

export interface StepperProps {
  steps: readonly Step[];
  /** Puts the steps in a row where there is room. */
  across?: boolean;
}

/**
 * Shows what happened, the current state, and what is to come. Orders, withdrawals, tickets and appointments share it.
 */
export function Stepper({ steps, across }: StepperProps) {
  const { t } = useTranslation();
  return (
    <ol className={across ? 'steps across' : 'steps'}>
      {steps.map(({ title, note, state }) => (
        <li key={title} className={CLASSES[state]} aria-current={state === 'current' ? 'step' : undefined}>
          <Icon name={state === 'failed' || state === 'ended' ? 'close' : 'check'} className="dot" />
          <b>
            <span className="vh">{`${t(`ui.step.${state}`)} `}</span>
            {title}
          </b>{' '}
          {note && <small>{note}</small>}
        </li>
      ))}
    </ol>
  );
}

export interface NextStepProps {
  /** What happens next. */
  what: ReactNode;
  /** By when. */
  when?: ReactNode;
  /** What the member can do. */
  can?: ReactNode;
}

export function NextStep({ what, when, can }: NextStepProps) {
  const { t } = useTranslation();
  return (
    <dl className="next">
      <div>
        <dt>{t('ui.next_step.what')}</dt>
        <dd>{what}</dd>
      </div>
      {when && (
        <div>
          <dt>{t('ui.next_step.when')}</dt>
          <dd>{when}</dd>
        </div>
      )}
      {can && (
        <div>
          <dt>{t('ui.next_step.can')}</dt>
          <dd>{can}</dd>
        </div>
      )}
    </dl>
  );
}
