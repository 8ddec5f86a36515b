import type { PlantStage } from '../../../upstream/contract/growing-plants';
import { useTranslation } from '../../platform/i18n/use-translation';
import { SelectField } from '../../ui/select-field';
import type { TypedFilters } from '../plant-filters';

interface RoomAndStageProps {
  /** Begins the ids of the fields, which stand in several forms. */
  id: string;
  className: string;
  typed: Pick<TypedFilters, 'room' | 'stage'>;
  rooms: { value: string; label: string }[];
  stages: readonly PlantStage[];
}

/** The two fields by which lists of plants are filtered. */
export function RoomAndStage({ id, className, typed, rooms, stages }: RoomAndStageProps) {
  const { t } = useTranslation('growing');
  return (
    <>
      <SelectField
        id={`${id}-room`}
        className={className}
        name="room"
        label={t('plants.room')}
        defaultValue={typed.room}
        options={[{ value: '', label: t('plants.every_room') }, ...rooms]}
      />
      <SelectField
        id={`${id}-stage`}
        className={className}
        name="stage"
        label={t('plants.stage')}
        defaultValue={typed.stage}
        options={[
          { value: '', label: t('plants.every_stage') },
          ...stages.map((value) => ({ value, label: t(`common:ui.growth.${value}`) })),
        ]}
      />
    </>
  );
}
