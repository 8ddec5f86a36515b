import type { ReactNode } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import { Growth, STAGES, type Stage } from './growth';

export interface GrowthRowProps {
  current: Stage;
  /** The days of the stages. Phones show only the current one, so the page says them elsewhere too. */
  days?: { [S in Stage]?: ReactNode };
}

/** Seven drawings on one line of soil: done, current and to come. */
export function GrowthRow({ current, days }: GrowthRowProps) {
  const { t } = useTranslation();
  const reached = STAGES.indexOf(current);
  return (
    <div>
      <p className="vh">
        {t('ui.growth.stage', { number: reached + 1, total: STAGES.length, name: t(`ui.growth.${current}`) })}
      </p>
      <ol className="growth">
        {STAGES.map((stage, index) => (
          <li
            key={stage}
            className={index < reached ? 'done' : undefined}
            aria-current={index === reached ? 'step' : undefined}
          >
            <Growth stage={stage} />
            <span>
              {t(`ui.growth.${stage}`)} {days?.[stage] ? <small>{days[stage]}</small> : null}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
