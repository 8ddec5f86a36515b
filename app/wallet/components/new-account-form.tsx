import { useLoaderData } from '@remix-run/react';
import { ServerForm, sentIn, useServerForm } from '../../platform/form/form';
import type { useAnswer } from '../../platform/form/use-answer';
import { useIsSending } from '../../platform/form/use-is-sending';
import { VerificationStep } from '../../platform/form/verification-step';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { fieldProps } from '../../ui/conform-field';
import { TextField } from '../../ui/text-field';
import type { action, loader } from '../new-withdraw-account.route';

export function NewAccountForm({ answer }: { answer: ReturnType<typeof useAnswer<typeof action>> }) {
  const { t } = useTranslation('wallet');
  const { constraint, holder, hours, verification } = useLoaderData<typeof loader>();
  const [form, fields] = useServerForm<Record<keyof typeof labels, string>>({
    id: 'withdraw-account',
    constraint,
    lastResult: answer,
    defaultValue: { holder },
  });
  const labels = {
    name: t('accounts.name'),
    holder: t('accounts.holder'),
    iban: t('accounts.iban'),
    bic: t('accounts.bic'),
    verification_code: t('accounts.code'),
  };
  const step = answer?.verification ?? verification;
  // A mailed code is bound to the values that were sent with it. A code of the app is bound to nothing, so the fields
  // above it count.
  const [sentHolder, sentIban] = [sentIn(answer, 'holder'), sentIn(answer, 'iban')];
  const mailedFor = step.again && sentHolder && sentIban ? { holder: sentHolder, iban: sentIban } : null;
  return (
    <ServerForm form={form} lastResult={answer} labels={labels}>
      <TextField {...fieldProps(fields.name)} label={labels.name} hint={t('accounts.name_hint')} autoComplete="off" />
      <TextField
        {...fieldProps(fields.holder)}
        label={labels.holder}
        hint={t('accounts.holder_hint', { name: holder })}
        autoComplete="off"
      />
      <TextField
        {...fieldProps(fields.iban)}
        label={labels.iban}
        hint={t('accounts.iban_hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextField
        {...fieldProps(fields.bic)}
        label={labels.bic}
        hint={t('accounts.bic_hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        optional
      />
      <p className="muted">{t('accounts.cool_down', { hours })}</p>
      <VerificationStep
        step={step}
        meta={fields.verification_code}
        confirms={mailedFor ? t('accounts.confirms.added', mailedFor) : t('accounts.confirms.typed')}
      />
      <div className="row">
        <Button type="submit" busy={useIsSending('/settings/withdraw-accounts/new')}>
          {t('accounts.submit')}
        </Button>
      </div>
    </ServerForm>
  );
}
