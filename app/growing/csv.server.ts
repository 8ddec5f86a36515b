import type { HarvestLine, Plant } from '../../upstream/contract/growing-plants';
import { csvOf } from '../platform/page/csv.server';
import { dayWriter, tableWriter } from '../platform/page/csv-table.server';
import type { Member } from '../platform/request/gates.server';

/** Writes plants as spreadsheets in this language read them. */
export function plantWriter(current: Member) {
  const { t, language } = current;
  const day = dayWriter(current);
  return tableWriter<Plant>(language, {
    [t('growing:plants.number')]: ({ number }) => number,
    [t('growing:plants.room')]: ({ room }) => `${room.name}, ${room.city}`,
    [t('growing:plants.strain')]: ({ strain }) => strain,
    [t('growing:plants.stage')]: ({ stage }) => t(`ui.growth.${stage}`),
    [t('growing:plants.since')]: ({ stage_since }) => day(stage_since),
    [t('growing:plants.reason')]: ({ lost }) => lost?.reason ?? '',
    [t('growing:plants.expected')]: ({ expected_harvest_on }) => expected_harvest_on ?? '',
    [t('growing:plant.first')]: ({ first_cycle }) => first_cycle,
    [t('growing:plants.left')]: ({ cycles_left }) => cycles_left,
    [t('growing:plant.bought')]: ({ purchased_at }) => day(purchased_at),
    [t('growing:plant.order')]: ({ order_label }) => order_label,
  });
}

/** Writes harvests as spreadsheets in this language read them. */
export function harvestWriter(current: Member) {
  const { t, language } = current;
  const day = dayWriter(current);
  const { figure } = csvOf(language, []);
  const correction = t('growing:harvests.correction');
  return tableWriter<HarvestLine>(
    language,
    {
      [t('growing:harvests.harvest')]: ({ id }) => id,
      [t('growing:plants.room')]: ({ room }) => `${room.name}, ${room.city}`,
      [t('growing:plant.cycle')]: ({ cycle }) => cycle,
      [t('growing:harvests.paid')]: ({ paid_at }) => day(paid_at),
      [t('growing:harvests.plants')]: ({ my_plants }) => my_plants,
      [t('growing:overview.tally.lost')]: ({ my_lost }) => my_lost,
      [t('growing:harvests.grams')]: ({ my_grams }) => my_grams,
      [t('growing:overview.chart.title')]: ({ grams_per_plant }) => figure(grams_per_plant),
      [t('growing:harvests.payout')]: ({ my_payout }) => figure(my_payout),
      [correction]: (line) => figure(line.correction?.difference ?? ''),
      [t('growing:harvests.corrected_on')]: (line) => day(line.correction?.at ?? null),
      [t('growing:harvests.currency')]: ({ currency }) => currency,
    },
    [correction],
  );
}
