import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { contract } from '../../upstream/contract/contract';
import { env } from '../platform/env.server';
import { parseForm } from '../platform/forms.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { problem, redirectWithFlash } from '../platform/responses.server';
import { useAnswer } from '../platform/use-answer';
import { ComingSoon } from '../shell/coming-soon';
import { TrackingConsent } from './components/tracking-consent';
import { trackingConsentSchema } from './settings.schema';

export const handle = { title: 'titles.privacy', gate: 'member', comingSoon: true } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { member } = await requireMember(args, handle);
  const { trackerUrl } = env();
  if (!trackerUrl) return { tracker: null };
  return { tracker: { service: new URL(trackerUrl).hostname, since: member.user.tracking_consent_at ?? null } };
}

/** Gives or withdraws the consent to tracking; where nobody tracks there is nothing to consent to. */
export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  if (!env().trackerUrl) throw problem({ kind: 'not_found' });
  const form = await parseForm(args, trackingConsentSchema);
  if (!form.value) return form.reply();
  const given = form.value.intent === 'give';
  const answer = await current.api.attempt(contract.privacy.setTrackingConsent, { json: { given } });
  if (!answer.ok) return form.reply(answer.failure);
  const text = given ? 'privacy.tracking.given' : 'privacy.tracking.withdrawn';
  return redirectWithFlash(current, '/settings/privacy', { kind: 'success', text });
}

export default function Privacy() {
  const { t } = useTranslation();
  const { tracker } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  if (!tracker) return <ComingSoon />;
  return (
    <>
      <div className="head">
        <h1>{t('titles.privacy')}</h1>
      </div>
      <div className="stack stack-l">
        <TrackingConsent {...tracker} lastResult={lastResult} />
        <p className="muted">{t('privacy.rest')}</p>
      </div>
    </>
  );
}
