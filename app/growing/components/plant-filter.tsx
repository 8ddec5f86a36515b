import { Form } from '@remix-run/react';
import type { PlantStage } from '../../../upstream/contract/growing-plants';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button, LinkButton } from '../../ui/button';
import { STAGES } from '../../ui/growth';
import { TextField } from '../../ui/text-field';
import type { TypedFilters } from '../plant-filters';
import { RoomAndStage } from './room-and-stage';

/** Named here, because the contract would bring its validation into the page. */
const PLANT_STAGES = [...STAGES, 'lost', 'ended'] satisfies PlantStage[];

interface PlantFilterProps {
  typed: TypedFilters;
  rooms: { value: string; label: string }[];
  errors: { q: string[] };
}

/** A GET form whose address is the list with these filters. */
export function PlantFilter({ typed, rooms, errors }: PlantFilterProps) {
  const { t } = useTranslation('growing');
  return (
    <Form method="get" id="plants" className="stack" key={JSON.stringify(typed)} noValidate>
      {typed.order ? <input type="hidden" name="order" value={typed.order} /> : null}
      <div className="grid">
        <TextField
          id="plants-q"
          className="w4"
          name="q"
          type="search"
          label={t('plants.number')}
          defaultValue={typed.q}
          errors={errors.q}
        />
        <RoomAndStage id="plants" className="w4" typed={typed} rooms={rooms} stages={PLANT_STAGES} />
      </div>
      <div className="row">
        <Button small>{t('plants.apply')}</Button>{' '}
        <LinkButton kind="quiet" small to="/growing/plants">
          {t('plants.clear')}
        </LinkButton>
      </div>
    </Form>
  );
}
