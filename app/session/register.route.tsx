import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { contract } from '../../upstream/contract/contract';
import { listCountries } from '../platform/countries.server';
import { env } from '../platform/env.server';
import { ServerForm, useIsSending, useServerForm } from '../platform/form';
import { constraintOf, parseForm } from '../platform/forms.server';
import { requireGuest } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { HiddenFields } from '../platform/hidden-fields';
import { redirect } from '../platform/responses.server';
import { useAnswer } from '../platform/use-answer';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { fieldProps } from '../ui/conform-field';
import { PasswordField } from '../ui/password-field';
import { SelectField } from '../ui/select-field';
import { DateField, TextField } from '../ui/text-field';
import { Recaptcha } from './components/recaptcha';
import { TermsBoxes } from './components/terms-boxes';
import { rememberReferral } from './referral.server';
import { registerSchema } from './session.schema';
import { openMemberSession, recaptchaToken } from './session.server';

export const handle = {
  title: 'session:register.title',
  gate: 'guest',
  i18n: ['session'],
  form: 'register',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireGuest(args);
  await rememberReferral(current, args.params.ref_hash);
  const showsAll = current.url.searchParams.get('countries') === 'all';
  const terms = await current.api.call(contract.terms.listTerms, { query: { language: current.language } });
  return {
    constraint: constraintOf(registerSchema),
    terms: terms.data.filter((term) => term.required),
    countries: listCountries(current.language, showsAll ? 'all' : 'near'),
    showsAll,
    referrer: current.session.get('referral')?.name ?? null,
    recaptchaSiteKey: env().recaptchaSiteKey,
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireGuest(args);
  const form = await parseForm(args, registerSchema, { guest: true });
  if (!form.value) return form.reply();
  const json = {
    ...form.value,
    language: current.language,
    ref_hash: current.session.get('referral')?.hash,
    ...(await recaptchaToken(current)),
  };
  const answer = await current.api.attempt(contract.identity.register, { json });
  if (!answer.ok) return form.reply(answer.failure);
  current.session.unset('referral');
  if ('token' in answer.data) return redirect(current, await openMemberSession(current, answer.data));
  current.session.set('loginMail', form.value.email);
  return redirect(current, '/email-verification/sent');
}

export default function Register() {
  const { t } = useTranslation('session');
  const { constraint, terms, countries, showsAll, referrer, recaptchaSiteKey } = useLoaderData<typeof loader>();
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
    <>
      <div className="stack stack-s">
        <h1>{t('register.heading')}</h1>
        <p className="muted">{t('register.intro')}</p>
      </div>
      {referrer ? <Invitation name={referrer} /> : null}
      <ServerForm form={form} lastResult={lastResult} labels={labels} guest keepsDraft>
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
          hint={t('password_hint')}
          autoComplete="new-password"
        />
        <PasswordField
          {...fieldProps(fields.password_confirmation)}
          label={labels.password_confirmation}
          autoComplete="new-password"
        />
        <TermsBoxes meta={fields.terms} terms={terms} />
        <Recaptcha siteKey={recaptchaSiteKey} />
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
      <p className="small muted">
        {t('register.already')} <Link to="/login">{t('login.submit')}</Link>
      </p>
    </>
  );
}

function Invitation({ name }: { name: string }) {
  const { t } = useTranslation('session');
  return (
    <Alert kind="info">
      <Form method="post" action="/referral/remove" className="row row-ends">
        <HiddenFields />
        <span>{t('register.invited_by', { name })}</span>
        <Button type="submit" kind="link">
          {t('register.remove_referral')}
        </Button>
      </Form>
    </Alert>
  );
}
