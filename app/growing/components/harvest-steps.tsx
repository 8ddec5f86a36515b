import { useId } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { useFormat } from '../../ui/format';
import { formatUnit } from '../../ui/numbers';
import { Stepper } from '../../ui/stepper';
import { Time } from '../../ui/time';
import type { ShownHarvest } from '../harvest.server';

/** Where the harvest stands, from the plants to the payouts. */
export function HarvestSteps({ harvest }: { harvest: ShownHarvest }) {
  const { t } = useTranslation('harvest');
  const { language } = useFormat();
  const heading = useId();
  const { grams, recorded_by, approved_by, paid_at } = harvest;
  return (
    <section className="card" aria-labelledby={heading}>
      <h2 className="vh" id={heading}>
        {t('steps.title')}
      </h2>
      <Stepper
        across
        steps={[
          { title: t('steps.harvested'), state: 'done', note: <Time at={harvest.harvested_at} format="date" /> },
          {
            title: t('steps.weighed'),
            state: 'done',
            note: (
              <>
                <Time at={harvest.weighed_at} format="date" />, {formatUnit(grams, 'g', language)}
              </>
            ),
          },
          {
            title: t(harvest.isCorrection ? 'steps.corrected' : 'steps.approved'),
            state: 'done',
            note: (
              <>
                <Time at={harvest.approved_at} format="date" />
                {recorded_by === approved_by ? null : `, ${t('steps.two_people')}`}
              </>
            ),
          },
          paid_at
            ? { title: t('steps.paid'), state: 'done', note: <Time at={paid_at} format="date" /> }
            : { title: t('steps.paying'), state: 'current' },
        ]}
      />
    </section>
  );
}
