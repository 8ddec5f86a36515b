import { Form } from '@remix-run/react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { ServerForm, useServerForm } from '../../platform/form/form';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { CheckboxField } from '../../ui/checkbox-field';
import { fieldProps } from '../../ui/conform-field';

interface RecoveryCodesProps {
  id: string;
  codes: string[];
  email: string;
  lastResult?: unknown;
}

const FILE = 'recovery-codes-file';

/**
 * New recovery codes to print, to save as a file, or to write down. No other page shows them. The forms carry them,
 * because nothing else keeps them.
 */
export function RecoveryCodes({ id, codes, email, lastResult }: RecoveryCodesProps) {
  const { t } = useTranslation('settings');
  const [form, fields] = useServerForm<{ saved: string }>({ id, constraint: {}, lastResult });
  const labels = { saved: t('two_factor.codes.saved') };
  const carried = codes.map((code) => <input key={code} type="hidden" name="recovery_codes" value={code} />);
  return (
    <div className="stack" data-shown-once>
      <ServerForm form={form} lastResult={lastResult} labels={labels} action="/settings/2fa/recovery-codes">
        {carried}
        <div className="no-print">
          <Alert kind="warning" icon="alert" title={t('two_factor.codes.once')} live>
            {t('two_factor.codes.once_text')}
          </Alert>
        </div>
        <Card title={t('two_factor.codes.title')}>
          <div className="stack">
            <p className="muted">{t('two_factor.codes.of', { email })}</p>
            <ol className="row codes">
              {codes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ol>
            <div className="row">
              <Button type="submit" kind="second" icon="download" form={FILE} formNoValidate>
                {t('two_factor.codes.download')}
              </Button>
              <PrintButton />
            </div>
            <p className="small muted no-print">{t('two_factor.codes.print_hint')}</p>
          </div>
        </Card>
        <CheckboxField
          {...fieldProps(fields.saved)}
          className="no-print"
          label={labels.saved}
          hint={t('two_factor.codes.saved_hint')}
          required
        />
        <div className="row">
          <Button type="submit">{t('two_factor.codes.go_on')}</Button>
        </div>
      </ServerForm>
      <Form method="post" action="/settings/2fa/recovery-codes.txt" id={FILE} reloadDocument>
        <HiddenFields />
        {carried}
      </Form>
    </div>
  );
}

/** Every browser can print. Script only makes it one press. */
function PrintButton() {
  const { t } = useTranslation('settings');
  if (!useHydrated()) return null;
  return (
    <Button type="button" kind="second" icon="print" onClick={() => window.print()}>
      {t('two_factor.codes.print')}
    </Button>
  );
}
