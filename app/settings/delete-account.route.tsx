import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { callVerified, plannedVerification } from '../platform/form/verification.server';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { AskLink } from '../support/ask-link';
import { Alert } from '../ui/alert';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import { KeepForm } from './components/deletion';
import { DeletionForm } from './components/deletion-form';
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
      <AskLink text="write" category="privacy" />
    </Alert>
  );
}
