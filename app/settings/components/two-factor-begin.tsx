import { ServerForm, useServerForm } from '../../platform/form/form';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { fieldProps } from '../../ui/conform-field';
import { PasswordField } from '../../ui/password-field';

interface TwoFactorBeginProps {
  id: string;
  hasPassword: boolean;
  lastResult: unknown;
}

/** Explains two-factor sign-in and its steps. The current password starts the set-up. */
export function TwoFactorBegin({ id, hasPassword, lastResult }: TwoFactorBeginProps) {
  const { t } = useTranslation('settings');
  const [form, fields] = useServerForm<{ password: string }>({ id, constraint: {}, lastResult });
  const labels = { password: t('two_factor.begin.password') };
  return (
    <div className="stack stack-l">
      <Card title={t('two_factor.begin.title')}>
        <div className="stack">
          <p className="measure">{t('two_factor.begin.what')}</p>
          <ServerForm form={form} lastResult={lastResult} labels={labels}>
            <input type="hidden" name="intent" value="begin" />
            {hasPassword ? (
              <PasswordField
                {...fieldProps(fields.password)}
                label={labels.password}
                hint={t('two_factor.begin.password_hint')}
                autoComplete="current-password"
                required
              />
            ) : null}
            <div className="row">
              <Button type="submit" icon="shield">
                {t('two_factor.begin.submit')}
              </Button>
            </div>
          </ServerForm>
        </div>
      </Card>
      <GoodToKnow />
    </div>
  );
}

function GoodToKnow() {
  const { t } = useTranslation('settings');
  return (
    <section className="stack" aria-label={t('two_factor.know.title')}>
      <Alert icon="print" title={t('two_factor.know.codes')}>
        {t('two_factor.know.codes_text')}
      </Alert>
      <Alert icon="phone" title={t('two_factor.know.devices')}>
        {t('two_factor.know.devices_text')}
      </Alert>
      <Alert icon="lock" title={t('two_factor.know.pause')}>
        {t('two_factor.know.pause_text')}
      </Alert>
    </section>
  );
}
