import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { env } from '../platform/request/env.server';
import { type Member, mayUse, requireMember } from '../platform/request/gates.server';
import { redirect, redirectWithFlash } from '../platform/request/responses.server';
import { EmptyState } from '../ui/card-states';
import { ConfirmSponsor, CurrentSponsor, NameSponsor, OwnLink } from './components/sponsor';
import { sponsorSchema } from './sponsor.schema';

export const handle = {
  title: 'titles.sponsor',
  step: (data, t, answer) => {
    const { candidate } = data as { candidate: { name: string } | null };
    return candidate && !answer && t('settings:sponsor.confirm.title', { name: candidate.name });
  },
  gate: 'member',
  i18n: ['settings'],
  form: 'sponsor',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const sponsor = await current.api.call(contract.sponsor.getSponsor);
  const hash = current.url.searchParams.get('link');
  return {
    sponsor,
    ownLink: sponsor.own_ref_hash ? `${env().publicUrl ?? current.url.origin}/r/${sponsor.own_ref_hash}` : null,
    candidate: sponsor.open_until && hash ? await findCandidate(current, hash) : null,
    hasTeam: mayUse(current, 'affiliate.view'),
    constraint: constraintOf(sponsorSchema),
  };
}

/** Returns the owner of the link for the confirmation. Null if the link is wrong, which the form then says. */
async function findCandidate({ api }: Member, ref_hash: string) {
  const answer = await api.attempt(contract.sponsor.getSponsorCandidate, { params: { ref_hash } });
  return answer.ok ? { ref_hash, name: answer.data.name } : null;
}

/** `look` shows the sponsor. `name` sets the sponsor permanently. */
export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, sponsorSchema);
  if (!form.value) return form.reply();
  const { intent, ref_hash } = form.value;
  if (intent === 'look') {
    const found = await current.api.attempt(contract.sponsor.getSponsorCandidate, { params: { ref_hash } });
    return found.ok ? redirect(current, `/settings/sponsor?link=${ref_hash}`) : form.reply(found.failure);
  }
  const named = await current.api.attempt(contract.sponsor.putSponsor, { json: { ref_hash } });
  if (!named.ok) return form.reply(named.failure);
  const values = { name: named.data.name ?? '' };
  return redirectWithFlash(current, '/settings/sponsor', { kind: 'success', text: 'settings:sponsor.named', values });
}

export default function Sponsor() {
  const { t } = useTranslation();
  const { sponsor, ownLink, hasTeam, candidate, constraint } = useLoaderData<typeof loader>();
  const lastResult = useAnswer<typeof action>();
  const { name, since, open_until } = sponsor;
  return (
    <>
      <div className="head">
        <h1>{t('titles.sponsor')}</h1>
      </div>
      <div className="stack stack-l">
        {name && since ? <CurrentSponsor name={name} since={since} /> : null}
        {!name && !open_until ? (
          <EmptyState drawing="resting" level={2} title={t('settings:sponsor.nobody')}>
            {t('settings:sponsor.too_late')}
          </EmptyState>
        ) : null}
        {open_until && candidate && !lastResult ? <ConfirmSponsor {...candidate} /> : null}
        {open_until && (!candidate || lastResult) ? (
          <NameSponsor until={open_until} constraint={constraint} lastResult={lastResult} />
        ) : null}
        {ownLink ? <OwnLink link={ownLink} hasTeam={hasTeam} /> : null}
      </div>
    </>
  );
}
