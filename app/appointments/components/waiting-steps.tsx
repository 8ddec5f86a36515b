import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { Stepper } from '../../ui/stepper';

/** What the waiting list does, for somebody who decides whether to join it. */
export function WaitingSteps() {
  const { t } = useTranslation('appointment');
  return (
    <Card title={t('waiting.title')}>
      <div className="stack">
        <Stepper
          steps={[
            { title: t('step.waitlisted'), note: t('waiting.order'), state: 'ahead' },
            { title: t('step.offered'), note: t('waiting.offer'), state: 'ahead' },
            { title: t('step.registered'), state: 'ahead' },
            { title: t('step.checked_in'), state: 'ahead' },
          ]}
        />
        <p className="small muted">{t('waiting.large')}</p>
      </div>
    </Card>
  );
}
