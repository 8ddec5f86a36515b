import { useTranslation } from 'react-i18next';
import { Growth, STAGES, type Stage } from './growth';

/** Seven drawings on one line of soil: done, current and to come. */
export function GrowthRow({ current }: { current: Stage }) {
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
            <span>{t(`ui.growth.${stage}`)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
