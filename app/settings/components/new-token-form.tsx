import { useLoaderData } from '@remix-run/react';
import { ServerForm, sentIn, useServerForm } from '../../platform/form/form';
import type { useAnswer } from '../../platform/form/use-answer';
import { useIsSending } from '../../platform/form/use-is-sending';
import { VerificationStep } from '../../platform/form/verification-step';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { CheckboxGroup } from '../../ui/choice-group';
import { fieldProps } from '../../ui/conform-field';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { TextareaField } from '../../ui/textarea-field';
import { abilityKey } from '../ability-key';
import type { action, loader } from '../new-api-token.route';

type Refusal = Exclude<ReturnType<typeof useAnswer<typeof action>>, { created: unknown }>;

export function NewTokenForm({ answer }: { answer: Refusal }) {
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
  const waits = abilities.some(({ isUsable }) => !isUsable);
  const step = answer?.verification ?? verification;
  // A mailed code is bound to the values that were sent with it. A code of the app is bound to nothing, so the fields
  // above it count.
  const mailedFor = step.again ? sentIn(answer, 'name') : undefined;
  return (
    <ServerForm form={form} lastResult={answer} labels={labels} atOnce>
      <TextField {...fieldProps(fields.name)} label={labels.name} hint={t('api_token.name_hint')} autoComplete="off" />
      <CheckboxGroup
        {...fieldProps(fields.abilities)}
        label={labels.abilities}
        hint={`${t('api_token.abilities_hint')} ${waits ? t('api_token.abilities_later') : ''}`}
        defaultValue={[fields.abilities.initialValue ?? []].flat() as string[]}
        options={abilities.map(({ ability, isUsable }) => ({
          value: ability,
          label: t(`api_token.ability.${abilityKey(ability)}`),
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
      <VerificationStep
        step={step}
        meta={fields.verification_code}
        confirms={mailedFor ? t('api_token.confirms', { name: mailedFor }) : t('api_token.confirms_typed')}
      />
      <div className="row">
        <Button type="submit" busy={useIsSending('/settings/api-token/new')}>
          {t('api_token.make')}
        </Button>
      </div>
    </ServerForm>
  );
}
