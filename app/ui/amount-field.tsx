import { TextField, type TextFieldProps } from './text-field';

/** An amount in euro as text, because a number input drops what it cannot read. `amountField` parses it. */
export function AmountField(props: Omit<TextFieldProps, 'type' | 'unit' | 'inputMode' | 'autoComplete'>) {
  return <TextField {...props} inputMode="decimal" autoComplete="off" unit="€" />;
}
