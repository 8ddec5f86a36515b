import { Form } from '@remix-run/react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button, LinkButton } from '../../ui/button';
import { CheckboxGroup } from '../../ui/choice-group';
import { SelectField } from '../../ui/select-field';
import { DateField, TextField } from '../../ui/text-field';
import { unfilteredPath } from '../transaction-filters';
import { STATUSES, TYPES } from '../transaction-words';
import type { TypedFilters } from '../transactions.schema';

/** A GET form whose address is the list with these filters. */
export function FilterForm({ typed, errors }: { typed: TypedFilters; errors: Record<string, string[]> }) {
  const { t } = useTranslation('wallet');
  const field = (name: 'from' | 'to' | 'q' | 'min' | 'max') => ({
    id: `filters-${name}`,
    name,
    label: t(`transactions.${name}`),
    defaultValue: typed[name],
    errors: errors[name],
  });
  const key = JSON.stringify(typed);
  return (
    <Form method="get" id="filters" className="stack" key={key} noValidate>
      {typed.sort === 'newest' ? null : <input type="hidden" name="sort" value={typed.sort} />}
      <div className="grid two">
        <TextField {...field('q')} className="w6" type="search" />
        <SelectField
          id="filters-direction"
          className="w6"
          name="direction"
          label={t('transactions.direction')}
          defaultValue={typed.direction}
          options={[
            { value: '', label: t('transactions.both') },
            { value: 'in', label: t('transactions.in') },
            { value: 'out', label: t('transactions.out') },
          ]}
        />
        <DateField {...field('from')} className="w3" />
        <DateField {...field('to')} className="w3" />
        <TextField {...field('min')} className="w3" inputMode="decimal" unit="€" />
        <TextField {...field('max')} className="w3" inputMode="decimal" unit="€" />
        <CheckboxGroup
          id="filters-type"
          className="w6"
          name="type[]"
          label={t('transactions.type')}
          defaultValue={typed.types}
          options={TYPES.map((value) => ({ value, label: t(`transactions.types.${value}`) }))}
        />
        <CheckboxGroup
          id="filters-status"
          className="w6"
          name="status[]"
          label={t('transactions.status')}
          defaultValue={typed.statuses}
          options={STATUSES.map((value) => ({ value, label: t(`transactions.statuses.${value}`) }))}
        />
      </div>
      <div className="row">
        <Button small>{t('transactions.apply')}</Button>{' '}
        <LinkButton kind="quiet" small to={unfilteredPath(typed)}>
          {t('transactions.clear')}
        </LinkButton>
      </div>
    </Form>
  );
}
