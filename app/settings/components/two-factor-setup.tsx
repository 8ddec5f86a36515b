import { ServerForm, useServerForm } from '../../platform/form/form';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { fieldProps } from '../../ui/conform-field';
import { Facts } from '../../ui/facts';
import { CodeField } from '../../ui/text-field';

interface TwoFactorSetupProps {
  id: string;
  /** The secret in base32, in groups of four. */
  setupKey: string;
  /** The `otpauth:` address, which opens an app on the same device. */
  url: string;
  qr: { size: number; path: string };
  lastResult: unknown;
}

/** The secret as a QR code and as text, and the field for the code that proves that an app has the secret. */
export function TwoFactorSetup({ id, setupKey, url, qr, lastResult }: TwoFactorSetupProps) {
  const { t } = useTranslation('settings');
  const [form, fields] = useServerForm<{ one_time_password: string }>({ id, constraint: {}, lastResult });
  const labels = { one_time_password: t('two_factor.setup.code') };
  return (
    <div className="stack">
      <ServerForm form={form} lastResult={lastResult} labels={labels}>
        <Card title={t('two_factor.setup.scan')}>
          <div className="stack">
            <p>{t('two_factor.setup.scan_text')}</p>
            <svg
              className="qr"
              role="img"
              aria-label={t('two_factor.setup.qr')}
              viewBox={`0 0 ${qr.size} ${qr.size}`}
              shapeRendering="crispEdges"
            >
              <path d={qr.path} />
            </svg>
            <p>
              <a className="btn second" href={url}>
                {t('two_factor.setup.on_this_device')}
              </a>
            </p>
            <Facts
              facts={[
                { label: t('two_factor.setup.key'), value: setupKey, copied: setupKey.replaceAll(' ', ''), mono: true },
              ]}
            />
          </div>
        </Card>
        <Card title={t('two_factor.setup.enter')}>
          <CodeField
            {...fieldProps(fields.one_time_password)}
            label={labels.one_time_password}
            hint={t('two_factor.setup.code_hint')}
            required
          />
        </Card>
        <div className="row">
          <Button type="submit">{t('two_factor.setup.submit')}</Button>{' '}
          <Button type="submit" kind="quiet" name="intent" value="cancel" formNoValidate>
            {t('two_factor.setup.cancel')}
          </Button>
        </div>
      </ServerForm>
    </div>
  );
}
