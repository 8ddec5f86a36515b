import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { constraintOf, parseForm, refusalIn } from '../platform/form/forms.server';
import { HiddenFields } from '../platform/form/hidden-fields';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { listCountries } from '../platform/request/countries.server';
import { env } from '../platform/request/env.server';
import { requireGuest } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { Link } from '../ui/link';
import { RegisterForm } from './components/register-form';
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
  const { rightFields } = form;
  const checked =
    rightFields && (await current.api.attempt(contract.registration.checkApplication, { json: rightFields }));
  if (!form.value) return form.reply(refusalIn(checked));
  const referral = current.session.get('referral');
  const json = {
    ...form.value,
    language: current.language,
    ref_hash: referral?.hash,
    campaign: referral?.campaign,
    ...(await recaptchaToken(current)),
  };
  const answer = await current.api.attempt(contract.registration.register, { json });
  if (!answer.ok) return form.reply(answer.failure);
  current.session.unset('referral');
  if ('token' in answer.data) return redirect(current, await openMemberSession(current, answer.data));
  current.session.set('loginMail', form.value.email);
  return redirect(current, '/email-verification/sent');
}

export default function Register() {
  const { t } = useTranslation('session');
  const { referrer } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="stack stack-s">
        <h1>{t('register.heading')}</h1>
        <p className="muted">{t('register.intro')}</p>
      </div>
      {referrer ? <Invitation name={referrer} /> : null}
      <RegisterForm />
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
        <span>{t('register.invited_by', { name })}</span>{' '}
        <Button type="submit" kind="link">
          {t('register.remove_referral')}
        </Button>
      </Form>
    </Alert>
  );
}
