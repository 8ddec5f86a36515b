import { ServerForm, useServerForm } from '../../platform/form/form';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';

/** Hides the name from everybody above the sponsor, or shows it again. */
export function HideName({ isHidden, lastResult }: { isHidden: boolean; lastResult: unknown }) {
  const { t } = useTranslation('affiliate');
  const [form] = useServerForm({ id: 'hide', constraint: {}, lastResult });
  return (
    <Card title={t('privacy.title')}>
      <div className="stack">
        <p>{t(isHidden ? 'privacy.is_hidden' : 'privacy.is_shown')}</p>
        <ServerForm form={form} lastResult={lastResult} labels={{}}>
          <div className="row">
            <Button type="submit" kind="second" small name="intent" value={isHidden ? 'show' : 'hide'}>
              {t(isHidden ? 'privacy.show' : 'privacy.hide')}
            </Button>
          </div>
        </ServerForm>
      </div>
    </Card>
  );
}
