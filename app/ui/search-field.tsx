import type { ComponentPropsWithoutRef } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import { controlAttributes, Field, type FieldProps, splitField } from './field';
import { Icon } from './icon';

export interface SearchFieldProps
  extends FieldProps,
    Omit<ComponentPropsWithoutRef<'input'>, keyof FieldProps | 'type'> {}

/** It has a button, so that Enter is not the only way to search. */
export function SearchField(props: SearchFieldProps) {
  const [field, control] = splitField(props);
  const { t } = useTranslation();
  return (
    <Field field={field}>
      <div className="join">
        <input {...control} {...controlAttributes(field)} type="search" className="input" />
        <button type="submit" className="btn second">
          <Icon name="search" />
          <span className="vh">{t('ui.search')}</span>
        </button>
      </div>
    </Field>
  );
}
