import type { ComponentPropsWithoutRef } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import { controlAttributes, Field, type FieldProps, splitField } from './field';

export interface SelectFieldProps extends FieldProps, Omit<ComponentPropsWithoutRef<'select'>, keyof FieldProps> {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** Adds a first line "Please choose", which sends an empty value. Only such a field can be `required`. */
  choose?: boolean;
}

/** Attributes that a schema gives, and that HTML knows for text only. */
type OfText = Partial<Record<'minLength' | 'maxLength' | 'pattern', unknown>>;

export function SelectField(props: SelectFieldProps & OfText) {
  const [field, { options, choose, required, minLength, maxLength, pattern, ...control }] = splitField(props);
  const { t } = useTranslation();
  return (
    <Field field={field}>
      <select {...control} {...controlAttributes(field)} required={choose && required} className="input">
        {choose && <option value="">{t('ui.choose')}</option>}
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}
