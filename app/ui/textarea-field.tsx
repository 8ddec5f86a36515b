import type { ComponentPropsWithoutRef } from 'react';
import { controlAttributes, Field, type FieldProps, splitField } from './field';

export interface TextareaFieldProps extends FieldProps, Omit<ComponentPropsWithoutRef<'textarea'>, keyof FieldProps> {}

export function TextareaField(props: TextareaFieldProps) {
  const [field, control] = splitField(props);
  return (
    <Field field={field} limits={control}>
      <textarea rows={4} {...control} {...controlAttributes(field)} className="input" />
    </Field>
  );
}
