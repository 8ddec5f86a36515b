import { ServerForm, useServerForm } from '../../platform/form/form';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Time } from '../../ui/time';

interface TrackingConsentProps {
  /** Host of the service that receives the visits. */
  service: string;
  /** When the member consented, or null without consent. */
  since: string | null;
  lastResult: unknown;
}

/** One button either way, because withdrawing consent must be as easy as giving it. */
export function TrackingConsent({ service, since, lastResult }: TrackingConsentProps) {
  const { t } = useTranslation();
  const [form] = useServerForm({ id: 'tracking', constraint: {}, lastResult });
  return (
    <Card title={t('privacy.tracking.title')}>
      <div className="stack">
        <p>{t('privacy.tracking.what', { service })}</p>
        <p>{t('privacy.tracking.where')}</p>
        <p>
          {since ? (
            <strong>
              {t('privacy.tracking.on')} <Time at={since} relative={false} />
            </strong>
          ) : (
            <strong>{t('privacy.tracking.off')}</strong>
          )}
        </p>
        <ServerForm form={form} lastResult={lastResult} labels={{}}>
          <div className="row">
            <Button type="submit" kind="second" name="intent" value={since ? 'withdraw' : 'give'}>
              {t(since ? 'privacy.tracking.withdraw' : 'privacy.tracking.give')}
            </Button>
          </div>
        </ServerForm>
      </div>
    </Card>
  );
}
