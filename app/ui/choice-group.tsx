import type { ReactNode } from 'react';
import { Tick } from './checkbox-field';
import { classNames } from './class-names';
import { type FieldProps, OptionalMark } from './field';
import { FieldErrors } from './field-errors';

export interface Choice {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

interface ChoiceGroupProps extends FieldProps {
  options: readonly Choice[];
  required?: boolean;
}

export interface RadioGroupProps extends ChoiceGroupProps {
  defaultValue?: string;
}

/** One choice of several. The first radio button has the field's id, so that the error summary leads to it. */
export function RadioGroup({ defaultValue, required, ...group }: RadioGroupProps) {
  return (
    <Group {...group} role="radiogroup">
      {(option, attributes) => (
        <input
          {...attributes}
          type="radio"
          value={option.value}
          required={required}
          defaultChecked={option.value === defaultValue}
        />
      )}
    </Group>
  );
}

export interface CheckboxGroupProps extends ChoiceGroupProps {
  defaultValue?: readonly string[];
}

/** Any choices of several, sent as a repeated name. HTML cannot require one of them, so the server does. */
export function CheckboxGroup({ defaultValue, required: _required, ...group }: CheckboxGroupProps) {
  const invalid = Boolean(group.errors?.length);
  return (
    <Group {...group}>
      {(option, attributes) => (
        <input
          {...attributes}
          type="checkbox"
          value={option.value}
          aria-invalid={invalid || undefined}
          defaultChecked={defaultValue?.includes(option.value)}
        />
      )}
    </Group>
  );
}

interface ChoiceAttributes {
  id: string;
  name: string;
  disabled?: boolean;
  'aria-labelledby': string;
  'aria-describedby'?: string;
}

interface GroupProps extends FieldProps {
  options: readonly Choice[];
  role?: 'radiogroup';
  children: (option: Choice, attributes: ChoiceAttributes) => ReactNode;
}

function Group({
  name,
  id,
  label,
  hint,
  errors,
  optional,
  describedBy,
  className,
  options,
  role,
  children,
}: GroupProps) {
  const invalid = Boolean(errors?.length);
  return (
    <fieldset
      className={classNames(invalid && 'bad', className)}
      role={role}
      aria-invalid={(role && invalid) || undefined}
      aria-describedby={classNames(describedBy, Boolean(hint) && `${id}-hint`, invalid && `${id}-error`)}
    >
      <legend>
        {label}
        {optional && <OptionalMark />}
      </legend>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldErrors id={id} name={name} label={label} errors={errors} />
      {options.map((option, index) => {
        const optionId = index === 0 ? id : `${id}-${index + 1}`;
        const part = index === 0 ? `${id}-1` : optionId;
        return (
          <Tick
            key={option.value}
            id={optionId}
            part={part}
            text={option.label}
            hint={option.hint}
            muted={option.disabled}
          >
            {children(option, {
              id: optionId,
              name,
              disabled: option.disabled,
              'aria-labelledby': `${part}-label`,
              'aria-describedby': option.hint ? `${part}-hint` : undefined,
            })}
          </Tick>
        );
      })}
    </fieldset>
  );
}
