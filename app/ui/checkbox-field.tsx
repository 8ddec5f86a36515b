import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { classNames } from './class-names';
import { controlAttributes, type FieldProps, OptionalMark, splitField } from './field';
import { FieldErrors } from './field-errors';

export interface CheckboxFieldProps
  extends FieldProps,
    Omit<ComponentPropsWithoutRef<'input'>, keyof FieldProps | 'type'> {
  /** Replaces the label's text where it has to hold a link. Errors still use `label` as the field's name. */
  children?: ReactNode;
}

/** One checkbox. The hint describes it and is not part of its name. */
export function CheckboxField(props: CheckboxFieldProps) {
  const [field, { children, ...control }] = splitField(props);
  const { name, id, label, hint, errors, optional, className } = field;
  return (
    <div className={classNames('field', Boolean(errors?.length) && 'bad', className)}>
      <FieldErrors id={id} name={name} label={label} errors={errors} />
      <Tick id={id} hint={hint} text={children ?? label} optional={optional}>
        {/* Conform writes an empty value into a checkbox without a value. */}
        <input value="on" {...control} {...controlAttributes(field)} aria-labelledby={`${id}-label`} type="checkbox" />
      </Tick>
    </div>
  );
}

interface TickProps {
  id: string;
  /** Prefix of the ids of label and hint, for a group that uses the ids of the field itself. */
  part?: string;
  text: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
  muted?: boolean;
  /** The checkbox or the radio button. */
  children: ReactNode;
}

/** The whole line is the label, so that it is easy to hit. */
export function Tick({ id, part = id, text, hint, optional, muted, children }: TickProps) {
  return (
    <>
      {/* Text browsers show labels in one line. */}{' '}
      <label className="tick" htmlFor={id}>
        {children}{' '}
        <span className={muted ? 'muted' : undefined}>
          <span id={`${part}-label`}>
            {text}
            {optional && <OptionalMark />}
          </span>{' '}
          {hint && (
            <span className="hint" id={`${part}-hint`}>
              {hint}
            </span>
          )}
        </span>
      </label>
    </>
  );
}
