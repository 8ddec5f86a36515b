import type { ComponentPropsWithoutRef } from 'react';
import { controlAttributes, Field, type FieldProps, splitField } from './field';

export interface TextFieldProps extends FieldProps, Omit<ComponentPropsWithoutRef<'input'>, keyof FieldProps> {
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'number' | 'time';
  /** The sign after an amount, such as €. */
  unit?: string;
}

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const [field, { unit, type = 'text', ...control }] = splitField(props);
  const input = <input {...control} {...controlAttributes(field)} type={type} className="input" />;
  return (
    <Field field={field} limits={control}>
      {unit ? (
        <div className="amount">
          {input}
          <span>{unit}</span>
        </div>
      ) : (
        input
      )}
    </Field>
  );
}

export interface DateFieldProps
  extends FieldProps,
    Omit<ComponentPropsWithoutRef<'input'>, keyof FieldProps | 'type'> {}

/** The browser's own date input. It sends `2026-11-20`. */
export function DateField(props: DateFieldProps) {
  const [field, control] = splitField(props);
  return (
    <Field field={field} limits={control}>
      <input {...control} {...controlAttributes(field)} type="date" className="input" />
    </Field>
  );
}

export interface CodeFieldProps extends FieldProps, Omit<ComponentPropsWithoutRef<'input'>, keyof FieldProps> {}

/**
 * A code from an e-mail or an app. It is never shown again. It has no `maxLength`, because people paste `482 917`; the
 * schema drops spaces and hyphens.
 */
export function CodeField(props: CodeFieldProps) {
  const [field, { defaultValue: _typed, value: _value, maxLength: _cut, ...control }] = splitField(props);
  return (
    <Field field={field}>
      <input
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...control}
        {...controlAttributes(field)}
        type="text"
        className="input code"
      />
    </Field>
  );
}
