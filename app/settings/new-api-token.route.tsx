import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { contract } from '../../upstream/contract/contract';
import { verificationContext } from '../../upstream/contract/verification';
import { ServerForm, useIsSending, useServerForm } from '../platform/form';
import { constraintOf, parseForm } from '../platform/forms.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { useAnswer } from '../platform/use-answer';
import { callVerified, plannedVerification } from '../platform/verification.server';
import { VerificationStep } from '../platform/verification-step';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { CheckboxGroup } from '../ui/choice-group';
import { fieldProps } from '../ui/conform-field';
import { SelectField } from '../ui/select-field';
import { TextField } from '../ui/text-field';
import { TextareaField } from '../ui/textarea-field';
import { WayBack } from '../ui/way-back';
import { apiTokenSchema, DEFAULT_LIFETIME, LIFETIMES } from './api-token.schema';
import { findFault, listTokens, MOST_TOKENS, offeredAbilities } from './api-token.server';
import { CreatedApiToken } from './components/created-api-token';

export const handle = {
  title: 'titles.new_api_token',
  gate: 'member',
  permission: 'api_token.manage',
  i18n: ['settings'],
  form: 'api-token',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { tokens } = await listTokens(current);
  return {
    constraint: constraintOf(apiTokenSchema),
    abilities: offeredAbilities(current),
    lifetimes: { offered: LIFETIMES, usual: DEFAULT_LIFETIME },
    isFull: tokens.filter(({ isOver }) => !isOver).length >= MOST_TOKENS,
    verification: plannedVerification(current),
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, apiTokenSchema);
  const fault = form.value && (await findFault(current, form.value));
  // Before: what fails after the token is made would lose it.
  const { apiUrl, docsUrl } = await listTokens(current);
  const made = await callVerified(
    current,
    fault ? { ...form, value: null, reply: () => form.reply(fault) } : form,
    { action: 'api_token.create', context: verificationContext.apiToken },
    ({ name, abilities, expires_in_days, allowed_ips }, verification) =>
      current.api.attempt(contract.apiTokens.createApiToken, {
        json: { name, abilities, expires_in_days, allowed_ips, ...verification },
      }),
  );
  if (!made.ok) return made.reply;
  return data({ created: made.data, apiUrl, docsUrl });
}

export default function NewApiToken() {
  const { t } = useTranslation('settings');
  const { isFull } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  if (answer && 'created' in answer) return <CreatedApiToken {...answer} />;
  return (
    <>
      <div className="head">
        <WayBack to="/settings/api-token">{t('common:titles.api_token')}</WayBack>
        <h1>{t('common:titles.new_api_token')}</h1>
      </div>
      {isFull && !answer ? <Alert kind="warning">{t('api_token.full')}</Alert> : <NewTokenForm answer={answer} />}
    </>
  );
}

type Refusal = Exclude<ReturnType<typeof useAnswer<typeof action>>, { created: unknown }>;

function NewTokenForm({ answer }: { answer: Refusal }) {
  const { t } = useTranslation('settings');
  const { constraint, abilities, lifetimes, verification } = useLoaderData<typeof loader>();
  const [form, fields] = useServerForm<Record<keyof typeof labels, string>>({
    id: 'api-token',
    constraint,
    lastResult: answer,
    defaultValue: { expires_in_days: lifetimes.usual },
  });
  const labels = {
    name: t('api_token.name'),
    abilities: t('api_token.may_do'),
    expires_in_days: t('api_token.lifetime'),
    allowed_ips: t('api_token.allowed_ips'),
    verification_code: t('api_token.code'),
  };
  return (
    <ServerForm form={form} lastResult={answer} labels={labels}>
      <TextField {...fieldProps(fields.name)} label={labels.name} hint={t('api_token.name_hint')} autoComplete="off" />
      <CheckboxGroup
        {...fieldProps(fields.abilities)}
        label={labels.abilities}
        hint={t('api_token.abilities_hint')}
        defaultValue={[fields.abilities.initialValue ?? []].flat() as string[]}
        options={abilities.map(({ ability, isUsable }) => ({
          value: ability,
          label: t(`api_token.ability.${ability.replace(':', '_')}`),
          hint: isUsable ? undefined : t('api_token.no_call_yet'),
        }))}
      />
      <SelectField
        {...fieldProps(fields.expires_in_days)}
        label={labels.expires_in_days}
        options={lifetimes.offered.map((days) => ({ value: days, label: t('api_token.days', { days }) }))}
      />
      <TextareaField
        {...fieldProps(fields.allowed_ips)}
        label={labels.allowed_ips}
        hint={t('api_token.allowed_ips_hint')}
        spellCheck={false}
        optional
      />
      <VerificationStep step={answer?.verification ?? verification} meta={fields.verification_code} />
      <div className="row">
        <Button type="submit" busy={useIsSending('/settings/api-token/new')}>
          {t('api_token.make')}
        </Button>
      </div>
    </ServerForm>
  );
}
