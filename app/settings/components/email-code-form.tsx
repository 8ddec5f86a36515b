import { ServerForm, useServerForm } from '../../platform/form/form';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { fieldProps } from '../../ui/conform-field';
import { CodeField } from '../../ui/text-field';
import { Time } from '../../ui/time';

interface EmailCodeFormProps {
  pending: { email: string; code_expires_at: string };
  lastResult: unknown;
}

/** The second step: the code that was sent to the new address, a new code, or no change. */
export function EmailCodeForm({ pending, lastResult }: EmailCodeFormProps) {
  const { t } = useTranslation('settings');
  const [form, fields] = useServerForm<{ one_time_code: string }>({
    id: 'email-code',
    constraint: undefined,
    lastResult,
  });
  return (
    <div className="stack">
      <p>{t('account.email.confirm_intro', { email: pending.email })}</p>
      <ServerForm form={form} lastResult={lastResult} labels={{ one_time_code: t('account.email.code') }}>
        <CodeField
          {...fieldProps(fields.one_time_code)}
          label={t('account.email.code')}
          hint={
            <>
              {t('account.email.code_hint')} <Time at={pending.code_expires_at} format="time" relative={false} />
            </>
          }
          required
        />
        <div className="row">
          <Button type="submit" name="intent" value="confirm">
            {t('account.email.confirm')}
          </Button>{' '}
          <Button type="submit" kind="second" name="intent" value="resend" formNoValidate>
            {t('account.email.resend')}
          </Button>{' '}
          <Button type="submit" kind="link" name="intent" value="cancel" formNoValidate>
            {t('account.email.cancel')}
          </Button>
        </div>
        <p className="small muted">{t('account.email.no_mail')}</p>
      </ServerForm>
    </div>
  );
}
