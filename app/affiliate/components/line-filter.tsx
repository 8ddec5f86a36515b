import { Form } from '@remix-run/react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button, LinkButton } from '../../ui/button';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { type LineFilters, linePath, SORTS } from '../line-filters';

/** A GET form whose address is the line with this search and order. */
export function LineFilter({ typed }: { typed: LineFilters }) {
  const { t } = useTranslation('affiliate');
  return (
    <Form method="get" id="line" className="stack no-print" key={JSON.stringify(typed)}>
      {typed.parent ? <input type="hidden" name="parent" value={typed.parent} /> : null}
      <div className="grid">
        <TextField
          id="line-q"
          className="w4"
          name="q"
          type="search"
          label={t('line.search')}
          defaultValue={typed.q}
          maxLength={50}
          autoComplete="off"
        />
        <SelectField
          id="line-sort"
          className="w4"
          name="sort"
          label={t('line.sort')}
          defaultValue={typed.sort}
          options={SORTS.map((sort) => ({ value: sort, label: t(`line.by_${sort}`) }))}
        />
      </div>
      <div className="row">
        <Button small>{t('line.apply')}</Button>{' '}
        {typed.q ? (
          <LinkButton kind="quiet" small to={linePath({ ...typed, q: '' })}>
            {t('line.clear')}
          </LinkButton>
        ) : null}
      </div>
    </Form>
  );
}
