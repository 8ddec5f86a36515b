import type { ComponentPropsWithoutRef } from 'react';
import { controlAttributes, Field, type FieldProps, splitField } from './field';

export interface FileFieldProps
  extends FieldProps,
    Omit<ComponentPropsWithoutRef<'input'>, keyof FieldProps | 'type'> {}

/** Its form needs `encType="multipart/form-data"`. The hint names the largest number and size. */
export function FileField(props: FileFieldProps) {
  const [field, control] = splitField(props);
  return (
    <Field field={field}>
      <input {...control} {...controlAttributes(field)} type="file" className="file" />
    </Field>
  );
}
