import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { AskLink } from '../support/ask-link';
import { Alert } from '../ui/alert';
import { STAGES } from '../ui/growth';
import { GrowthRow } from '../ui/growth-row';
import { Link } from '../ui/link';
import { WayBack } from '../ui/way-back';
import { documentSheet, GrowingSheet } from './components/growing-sheet';
import { PlantCycles, PlantStages } from './components/plant-cycles';
import { PlantFacts } from './components/plant-facts';

export const handle = {
  title: (data, t) => t('growing:plant.title', { number: (data as Awaited<ReturnType<typeof loader>>).plant.number }),
  gate: 'member',
  sheet: documentSheet,
  modules: ['growing'],
  permission: 'growing.view',
  i18n: ['growing'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { api, modules } = await requireMember(args, handle);
  const plant = await api.call(contract.growingPlants.getPlant, { params: { number: args.params.number ?? '' } });
  return { plant, hasWallet: modules.includes('wallet') };
}

export default function PlantPage() {
  const { t } = useTranslation('growing');
  const { plant, hasWallet } = useLoaderData<typeof loader>();
  const drawn = STAGES.find((stage) => stage === plant.stage);
  return (
    <>
      <GrowingSheet />
      <div className="head">
        <WayBack to="/growing/plants">{t('common:titles.plants')}</WayBack>
        <h1>{t('plant.title', { number: plant.number })}</h1>
        <p className="muted">
          <i className="note">{plant.strain}</i>,{' '}
          <Link to={`/growing/room/${plant.room.code}`}>
            {plant.room.name}, {plant.room.city}
          </Link>
        </p>
      </div>
      <div className="grid">
        {plant.lost ? (
          <Alert kind="warning" title={t('plant.is_lost')}>
            {t('plant.because', { reason: plant.lost.reason.replace(/\.$/, '') })}. {t('plant.replanted')}
          </Alert>
        ) : null}
        {drawn ? (
          <section className="card" aria-label={t('plants.stage')}>
            <GrowthRow current={drawn} />
          </section>
        ) : null}
        <PlantFacts plant={plant} hasWallet={hasWallet} />
        <PlantCycles plant={plant} />
        <PlantStages plant={plant} />
        <AskLink text="plant" category="plants-harvest" about={{ plant: plant.number }} />
      </div>
    </>
  );
}
