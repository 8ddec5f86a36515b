import { useLoaderData } from '@remix-run/react';
import { ServerForm, useServerForm } from '../../platform/form/form';
import { useAnswer } from '../../platform/form/use-answer';
import { useIsSending } from '../../platform/form/use-is-sending';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { fieldProps } from '../../ui/conform-field';
import { PasswordField } from '../../ui/password-field';
import { PasswordStrength } from '../../ui/password-strength';
import { SelectField } from '../../ui/select-field';
import { DateField, TextField } from '../../ui/text-field';
import type { action, loader } from '../register.route';
import { Recaptcha } from './recaptcha';
import { TermsBoxes } from './terms-boxes';

export function RegisterForm() {
  const { t } = useTranslation('session');
  const { constraint, terms, countries, showsAll, recaptchaSiteKey } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const [form, fields] = useServerForm<Record<keyof typeof labels, string>>({ id: 'register', constraint, lastResult });
  const labels = {
    firstname: t('firstname'),
    lastname: t('lastname'),
    email: t('email'),
    birthdate: t('birthdate'),
    country: t('country'),
    password: t('password'),
    password_confirmation: t('password_confirmation'),
    terms: t('register.terms'),
  };
  return (
    <ServerForm form={form} lastResult={lastResult} labels={labels} guest keepsDraft atOnce>
      <TextField {...fieldProps(fields.firstname)} label={labels.firstname} autoComplete="given-name" />
      <TextField {...fieldProps(fields.lastname)} label={labels.lastname} autoComplete="family-name" />
      <TextField
        {...fieldProps(fields.email)}
        type="email"
        label={labels.email}
        hint={t('register.email_hint')}
        autoComplete="username"
      />
      <DateField
        {...fieldProps(fields.birthdate)}
        pattern={undefined}
        label={labels.birthdate}
        hint={t('register.adults')}
        autoComplete="bday"
      />
      <SelectField
        {...fieldProps(fields.country)}
        label={labels.country}
        options={countries}
        choose
        autoComplete="country"
      />
      <PasswordField
        {...fieldProps(fields.password)}
        label={labels.password}
        hint={t(lastResult ? 'password_again' : 'password_hint')}
        autoComplete="new-password"
        meter={PasswordStrength}
      />
      <PasswordField
        {...fieldProps(fields.password_confirmation)}
        label={labels.password_confirmation}
        autoComplete="new-password"
      />
      <TermsBoxes meta={fields.terms} terms={terms} />
      <Recaptcha siteKey={recaptchaSiteKey} />{' '}
      <Button type="submit" block busy={useIsSending('/register')}>
        {t('register.submit')}
      </Button>
      {showsAll ? null : (
        <p className="small muted">
          {t('register.country_missing')}{' '}
          <Button type="submit" kind="link" name="redisplay" value="1" formAction="?countries=all" formNoValidate>
            {t('register.all_countries')}
          </Button>
        </p>
      )}
    </ServerForm>
  );
}
