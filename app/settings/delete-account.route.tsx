import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { contract } from '../../upstream/contract/contract';
import { ServerForm, useServerForm } from '../platform/form';
import { constraintOf, parseForm } from '../platform/forms.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { redirectWithFlash } from '../platform/responses.server';
import { useAnswer } from '../platform/use-answer';
import { callVerified, plannedVerification } from '../platform/verification.server';
import { VerificationStep } from '../platform/verification-step';
import { Alert } from '../ui/alert';
import { Button, LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { fieldProps } from '../ui/conform-field';
import { PasswordField } from '../ui/password-field';
import { KeepForm } from './components/deletion';
import { deletionSchema } from './privacy.schema';

export const handle = { title: 'titles.delete_account', gate: 'member', i18n: ['settings'] } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const hasPassword = current.member.user.has_password ?? true;
  return {
    deletion: await current.api.call(contract.privacy.getDeletion),
    hasPassword,
    planned: plannedVerification(current),
    constraint: constraintOf(deletionSchema(hasPassword)),
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, deletionSchema(current.member.user.has_password ?? true));
  const step = { action: 'account.delete', context: '' } as const;
  const answer = await callVerified(current, form, step, ({ password }, verification) =>
    current.api.attempt(contract.privacy.requestDeletion, { json: { password, ...verification } }),
  );
  if (!answer.ok) return answer.reply;
  return redirectWithFlash(current, '/settings/privacy', {
    kind: 'success',
    text: 'settings:privacy.deletion.requested',
  });
}

export default function DeleteAccount() {
  const { t } = useTranslation('settings');
  const { deletion } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.delete_account')}</h1>
      </div>
      {deletion.due_at ? (
        <Card title={t('privacy.deletion.title')}>
          <KeepForm dueAt={deletion.due_at} lastResult={undefined} />
        </Card>
      ) : (
        <div className="stack stack-l">
          <Consequences />
          {deletion.obstacles.length > 0 ? <Obstacles texts={deletion.obstacles} /> : <DeletionForm />}
        </div>
      )}
    </>
  );
}

function Consequences() {
  const { t } = useTranslation('settings');
  return (
    <div className="stack measure">
      <p>{t('privacy.deletion.grace')}</p>
      <h2>{t('privacy.deletion.goes_title')}</h2>
      <p>{t('privacy.deletion.goes')}</p>
      <h2>{t('privacy.deletion.stays_title')}</h2>
      <p>{t('privacy.deletion.stays')}</p>
      <h2>{t('privacy.deletion.export_title')}</h2>
      <p>
        {t('privacy.deletion.export')} <Link to="/settings/privacy#export">{t('privacy.deletion.export_link')}</Link>
      </p>
    </div>
  );
}

function Obstacles({ texts }: { texts: string[] }) {
  const { t } = useTranslation('settings');
  return (
    <Alert kind="warning" title={t('privacy.deletion.obstacles')}>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  );
}

function DeletionForm() {
  const { t } = useTranslation('settings');
  const { hasPassword, planned, constraint } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const step = lastResult?.verification ?? planned;
  const [form, fields] = useServerForm<{ password: string; verification_code: string }>({
    id: 'delete-account',
    constraint,
    lastResult,
  });
  // A password would not survive the mailing of the code, so it is asked for with the code.
  const isCodeMailed = step.method !== 'email' || step.again !== undefined;
  const labels = { password: t('privacy.deletion.password'), verification_code: t('privacy.deletion.code') };
  return (
    <ServerForm form={form} lastResult={lastResult} labels={labels}>
      <VerificationStep step={step} meta={fields.verification_code} />
      {hasPassword && isCodeMailed ? (
        <PasswordField
          {...fieldProps(fields.password)}
          required
          label={labels.password}
          autoComplete="current-password"
        />
      ) : null}
      <div className="row">
        <Button type="submit" kind={isCodeMailed ? 'danger' : undefined}>
          {t(isCodeMailed ? 'privacy.deletion.confirm' : 'privacy.deletion.send_code')}
        </Button>
        <LinkButton kind="quiet" to="/settings/privacy">
          {t('privacy.deletion.stay')}
        </LinkButton>
      </div>
    </ServerForm>
  );
}
