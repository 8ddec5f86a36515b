import { TextField, type TextFieldProps } from './text-field';

/** An amount in euro as text, since a number input would drop what it cannot read; `amountField` reads it. */
export function AmountField(props: Omit<TextFieldProps, 'type' | 'unit' | 'inputMode' | 'autoComplete'>) {
  return <TextField {...props} inputMode="decimal" autoComplete="off" unit="€" />;
}
