import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { AskLink } from '../support/ask-link';
import { Alert } from '../ui/alert';
import { Card } from '../ui/card';
import { useFormat } from '../ui/format';
import { Link } from '../ui/link';
import { formatMoney } from '../ui/numbers';
import { WayBack } from '../ui/way-back';
import { documentSheet, GrowingSheet } from './components/growing-sheet';
import { HarvestAccounts } from './components/harvest-accounts';
import { Checked, Corrections } from './components/harvest-history';
import { Payout } from './components/harvest-payout';
import { Rounding } from './components/harvest-rounding';
import { HarvestSteps } from './components/harvest-steps';
import { loadHarvest, type ShownHarvest } from './harvest.server';

export const handle = {
  title: (data, t) => {
    const { room, cycle } = (data as Awaited<ReturnType<typeof loadHarvest>>).harvest;
    return t('harvest:title', { room, cycle });
  },
  gate: 'member',
  sheet: documentSheet,
  modules: ['wallet', 'growing'],
  permission: 'growing.view',
  i18n: ['harvest'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadHarvest(await requireMember(args, handle), args);
}

export default function HarvestPage() {
  const { t } = useTranslation('harvest');
  const { harvest, seesWallet } = useLoaderData<typeof loader>();
  const { id, room, cycle, version, newest_version: newest } = harvest;
  const ofVersion = version < newest ? `?version=${version}` : '';
  return (
    <>
      <GrowingSheet />
      <div className="head">
        <WayBack to="/growing">{t('common:titles.growing')}</WayBack>
        <h1>{t('title', { room, cycle })}</h1>
        <About harvest={harvest} />
      </div>
      <div className="grid">
        {ofVersion ? (
          <Alert kind="warning">
            {t('older', { version })} <Link to={`/growing/harvest/${id}`}>{t('to_newest')}</Link>
          </Alert>
        ) : null}
        <HarvestSteps harvest={harvest} />
        <Card
          id="accounts"
          title={t('account')}
          width={8}
          end={
            <a className="no-print" href={`/growing/harvest/${id}/statement${ofVersion}`}>
              {t('pdf')}
            </a>
          }
        >
          <HarvestAccounts harvest={harvest} />
        </Card>
        <div className="w4 stack stack-l">
          <Payout harvest={harvest} seesWallet={seesWallet} />
          <Rounding harvest={harvest} />
          <Checked harvest={harvest} />
          <Corrections harvest={harvest} />
          <AskLink text="harvest" category="plants-harvest" about={{ q: t('title', { room, cycle }) }} />
        </div>
        <p className="small muted measure">{t('promise')}</p>
      </div>
    </>
  );
}

/** What the harvest brought the member, in one sentence. */
function About({ harvest: { mine, plants, currency } }: { harvest: ShownHarvest }) {
  const { t } = useTranslation('harvest');
  const { language } = useFormat();
  if (plants === 0) return <p className="muted">{t('about.all_lost')}</p>;
  if (!mine) return <p className="muted">{t('about.none')}</p>;
  if (mine.payout === '0.00') return <p className="muted">{t('about.nothing')}</p>;
  const amount = formatMoney(mine.payout, currency, language);
  return <p className="muted">{t('about.brought', { count: mine.plants, all: plants, amount })}</p>;
}
