import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { useRefusal } from '../platform/page/page-state';
import { requireMember } from '../platform/request/gates.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { ErrorSummary } from '../ui/error-summary';
import { AffiliateNav } from './components/affiliate-nav';
import { Campaigns } from './components/campaigns';
import { FigureTally } from './components/figures';
import { GrowthChart } from './components/growth-chart';
import { HideName } from './components/hide-name';
import { Levels } from './components/levels';
import { OwnLink, QrCode } from './components/own-link';
import { documentSheet, TeamSheet } from './components/team-sheet';
import { hideNameSchema } from './hide-name.schema';
import { loadLink } from './link.server';
import { loadFigures } from './overview.server';

export const handle = {
  title: 'titles.team',
  gate: 'member',
  sheet: documentSheet,
  modules: ['affiliate'],
  permission: 'affiliate.view',
  i18n: ['affiliate'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const [{ isWrong, ...own }, figures] = await Promise.all([loadLink(current), loadFigures(current)]);
  const errors = { c: isWrong ? [current.t('affiliate:campaign.wrong')] : [] };
  return data({ ...own, ...figures, errors }, { status: isWrong ? 422 : 200 });
}

const DONE = { hide: 'affiliate:privacy.hidden', show: 'affiliate:privacy.shown' };

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, hideNameSchema);
  if (!form.value) return form.reply();
  const { intent } = form.value;
  const json = { name_hidden: intent === 'hide' };
  const answer = await current.api.attempt(contract.affiliate.setNameHidden, { json });
  if (!answer.ok) return form.reply(answer.failure);
  return redirectWithFlash(current, '/affiliate', { kind: 'success', text: DONE[intent] });
}

export default function Team() {
  const { t } = useTranslation('affiliate');
  const { link, campaign, errors, growth, hasSponsor, isHidden, ...figures } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  // Without a sponsor nobody is above the member.
  const mayHide = hasSponsor || isHidden;
  const faults = errors.c.map((message) => ({ fieldId: 'campaign-c', message }));
  useRefusal(faults.length > 0, errors, 'campaign');
  return (
    <>
      <TeamSheet />
      <div className="head">
        <h1>{t('common:titles.team')}</h1>
        <p className="muted measure">{t('intro')}</p>
      </div>
      <AffiliateNav />
      <ErrorSummary errors={faults} attempt={errors} />
      <div className="grid">
        {link && !growth ? <OwnLink link={link} campaign={campaign} errors={errors.c} /> : null}
        {link && !growth ? <QrCode link={link} /> : null}
        <FigureTally {...figures} growth={growth} />
        {growth ? <GrowthChart growth={growth} /> : <Levels {...figures} />}
        {!growth && figures.campaigns.length > 0 ? <Campaigns {...figures} /> : null}
        {!growth && mayHide ? <HideName isHidden={isHidden} answer={answer} /> : null}
      </div>
    </>
  );
}
