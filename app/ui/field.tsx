import type { ReactNode } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import { classNames } from './class-names';
import { FieldErrors } from './field-errors';

/** The properties of every field, besides the attributes of its control. */
export interface FieldProps {
  name: string;
  id: string;
  label: string;
  hint?: ReactNode;
  /** Keys of `common` (`form.required`) or sentences from the server. */
  errors?: string[];
  /** Adds "(optional)". Fields are required by default. */
  optional?: boolean;
  /** Ids of other descriptions, such as a strength meter. */
  describedBy?: string;
  /** Its place in a grid. */
  className?: string;
}

/** The attributes that connect the control with its label, hint and error. */
export interface ControlAttributes {
  id: string;
  name: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldLimits {
  min?: number | string;
  max?: number | string;
  minLength?: number;
  maxLength?: number;
}

/** Separates the field's own properties from those of its control. */
export function splitField<T extends FieldProps>(props: T): [FieldProps, Omit<T, keyof FieldProps>] {
  const { name, id, label, hint, errors, optional, describedBy, className, ...control } = props;
  return [{ name, id, label, hint, errors, optional, describedBy, className }, control];
}

export function controlAttributes({ id, name, hint, errors, describedBy }: FieldProps): ControlAttributes {
  const invalid = Boolean(errors?.length);
  return {
    id,
    name,
    'aria-invalid': invalid || undefined,
    'aria-describedby': classNames(describedBy, Boolean(hint) && `${id}-hint`, invalid && `${id}-error`),
  };
}

/** Label, hint, errors and control, in this order, always visible. */
export function Field({ field, limits, children }: { field: FieldProps; limits?: FieldLimits; children: ReactNode }) {
  const { name, id, label, hint, errors, optional, className } = field;
  return (
    <div className={classNames('field', Boolean(errors?.length) && 'bad', className)}>
      <label htmlFor={id}>
        {label}
        {optional && <OptionalMark />}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldErrors id={id} name={name} label={label} errors={errors} limits={limits} />
      {children}
    </div>
  );
}

export function OptionalMark() {
  const { t } = useTranslation();
  return <span className="opt"> {t('ui.optional')}</span>;
}
