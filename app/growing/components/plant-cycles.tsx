import type { PlantStory } from '../../../upstream/contract/growing-plants';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { formatPlain } from '../../ui/numbers';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { Timeline } from '../../ui/timeline';

type Cycle = PlantStory['cycles'][number];

/** What each cycle brought, with a link to the statement of its harvest. */
export function PlantCycles({ plant: { cycles } }: { plant: PlantStory }) {
  const { t } = useTranslation('growing');
  const { language } = useFormat();
  if (cycles.length === 0) {
    return (
      <Card title={t('harvests.title')} width={7} fill>
        <p>{t('plant.no_cycle')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('harvests.title')} width={7} fill flush>
      <p className="pad small muted">
        {t('plant.exact')} {t('no_promise')}
      </p>
      <Table
        caption={t('plant.caption')}
        rows={cycles}
        rowKey={({ cycle }) => cycle}
        columns={[
          { key: 'cycle', header: t('plant.cycle'), part: 'lead', cell: (cycle) => <CycleName cycle={cycle} /> },
          {
            key: 'grams',
            header: t('overview.chart.title'),
            label: t('overview.chart.title'),
            figures: true,
            cell: ({ harvest }) => (harvest ? formatPlain(harvest.grams_per_plant, language) : '–'),
          },
          {
            key: 'part',
            header: t('plant.part'),
            part: 'value',
            figures: true,
            cell: ({ harvest }) =>
              harvest ? <Money amount={harvest.per_plant} currency={harvest.currency} decimals={4} /> : '–',
          },
        ]}
      />
    </Card>
  );
}

function CycleName({ cycle: { cycle, harvest, lost } }: { cycle: Cycle }) {
  const { t } = useTranslation('growing');
  const name = t('plant.cycle_number', { cycle });
  return (
    <>
      {harvest ? <Link to={`/growing/harvest/${harvest.id}`}>{name}</Link> : name}{' '}
      {lost ? (
        <span className="sub">
          {t('plant.lost_on')} <Time at={lost.at} format="date" />: {lost.reason}
        </span>
      ) : harvest ? null : (
        <span className="sub">{t('plant.no_statement')}</span>
      )}
    </>
  );
}

/** The page weight leaves room for no more (quality: 14,600 bytes). */
const MOST_CYCLES = 5;

/** The stages of the newest cycles with their dates. Those of a lost plant end with the loss; its house goes on. */
export function PlantStages({ plant: { cycles } }: { plant: PlantStory }) {
  const { t } = useTranslation('growing');
  if (cycles.length === 0) return null;
  return (
    <Card title={t('plant.stages')}>
      <div className="grid">
        {cycles.slice(0, MOST_CYCLES).map(({ cycle, stages, lost }) => (
          <section key={cycle} className="w4 stack" aria-label={t('plant.cycle_number', { cycle })}>
            <h3>{t('plant.cycle_number', { cycle })}</h3>
            <Timeline
              entries={[
                ...stages
                  .filter(({ since }) => !lost || since <= lost.at)
                  .map(({ stage, since }) => ({ at: since, text: t(`common:ui.growth.${stage}`) })),
                ...(lost ? [{ at: lost.at, text: t('plant.lost_because', { reason: lost.reason }) }] : []),
              ].sort((one, other) => one.at.localeCompare(other.at))}
            />
          </section>
        ))}
      </div>
    </Card>
  );
}
