import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { GramsChart } from './components/grams-chart';
import { GrowingIntroduction } from './components/growing-introduction';
import { GrowingNav } from './components/growing-nav';
import { documentSheet, GrowingSheet } from './components/growing-sheet';
import { HarvestTable } from './components/harvest-table';
import { HarvestTally } from './components/harvest-tally';
import { PlantGroups } from './components/plant-groups';
import { loadOverview } from './overview.server';

export const handle = {
  title: 'titles.growing',
  gate: 'member',
  sheet: documentSheet,
  modules: ['growing'],
  permission: 'growing.view',
  i18n: ['growing'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadOverview(await requireMember(args, handle));
}

export default function Growing() {
  const { t } = useTranslation();
  const { chart, sums, harvests, page, introduction, ...plants } = useLoaderData<typeof loader>();
  return (
    <>
      <GrowingSheet />
      <div className="head">
        <h1>{t('titles.growing')}</h1>
      </div>
      <GrowingNav />
      <div className="grid">
        {introduction === 'open' ? <GrowingIntroduction /> : null}
        {chart ? <GramsChart shape={chart} harvests={harvests} /> : <PlantGroups {...plants} />}
        {/* The open filter takes the weight of the sums. */}
        {sums && !plants.filter ? <HarvestTally sums={sums} hasChart={chart !== null} /> : null}
        <HarvestTable harvests={harvests} page={page} sums={sums} typed={plants.typed} />
        {introduction === 'closed' ? <GrowingIntroduction isHidden /> : null}
      </div>
    </>
  );
}
