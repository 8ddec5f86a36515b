import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { controlAttributes, Field, type FieldProps, splitField } from './field';

export interface FileFieldProps extends FieldProps, Omit<ComponentPropsWithoutRef<'input'>, keyof FieldProps | 'type'> {
  /** The files that were chosen before. */
  children?: ReactNode;
}

/** Its form needs `encType="multipart/form-data"`. The hint names the largest number and size. */
export function FileField({ children, ...props }: FileFieldProps) {
  const [field, control] = splitField(props);
  return (
    <Field field={field}>
      {children}
      <input {...control} {...controlAttributes(field)} type="file" className="file" />
    </Field>
  );
}
