import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { env } from '../platform/request/env.server';
import { requireMember } from '../platform/request/gates.server';
import { problem, redirectWithFlash } from '../platform/request/responses.server';
import { DataExport } from './components/data-export';
import { Deletion } from './components/deletion';
import { GhostAccess } from './components/ghost-access';
import { TrackingConsent } from './components/tracking-consent';
import { ghostAccessOf } from './ghost-access.server';
import { privacySchema } from './privacy.schema';

export const handle = { title: 'titles.privacy', gate: 'member', i18n: ['settings'] } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { user } = current.member;
  const { trackerUrl } = env();
  return {
    dataExport: await current.api.call(contract.privacy.getExport),
    ghostAccess: await ghostAccessOf(current),
    dueAt: user.deletion_due_at ?? null,
    tracker: trackerUrl && { service: new URL(trackerUrl).hostname, since: user.tracking_consent_at ?? null },
  };
}

const DONE = {
  export: 'settings:privacy.export.requested',
  keep: 'settings:privacy.deletion.kept',
  give: 'privacy.tracking.given',
  withdraw: 'privacy.tracking.withdrawn',
};

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, privacySchema);
  if (!form.value) return form.reply();
  const { intent } = form.value;
  const isTracking = intent === 'give' || intent === 'withdraw';
  // Without a tracker there is nothing to consent to.
  if (isTracking && !env().trackerUrl) throw problem({ kind: 'not_found' });
  const answer = isTracking
    ? await current.api.attempt(contract.privacy.setTrackingConsent, { json: { given: intent === 'give' } })
    : intent === 'export'
      ? await current.api.attempt(contract.privacy.requestExport)
      : await current.api.attempt(contract.privacy.cancelDeletion);
  if (!answer.ok) return form.reply(answer.failure);
  return redirectWithFlash(current, '/settings/privacy', { kind: 'success', text: DONE[intent] });
}

export default function Privacy() {
  const { t } = useTranslation();
  const { dataExport, ghostAccess, dueAt, tracker } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const intent = answer?.initialValue?.intent;
  const answerTo = (...intents: string[]) => (intents.includes(String(intent)) ? answer : undefined);
  return (
    <>
      <div className="head">
        <h1>{t('titles.privacy')}</h1>
      </div>
      <div className="stack stack-l">
        <DataExport state={dataExport} lastResult={answerTo('export')} />
        {tracker ? <TrackingConsent {...tracker} lastResult={answerTo('give', 'withdraw')} /> : null}
        <GhostAccess {...ghostAccess} />
        <Deletion dueAt={dueAt} lastResult={answerTo('keep')} />
      </div>
    </>
  );
}
