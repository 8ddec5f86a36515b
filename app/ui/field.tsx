import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names';
import { FieldErrors } from './field-errors';

/** What every field takes, beside the attributes of its control. */
export interface FieldProps {
  name: string;
  id: string;
  label: string;
  hint?: ReactNode;
  /** Keys of `common` (`form.required`) or sentences from the server. */
  errors?: string[];
  /** Writes "(optional)": required is the norm. */
  optional?: boolean;
  /** Ids of further descriptions, such as a strength meter. */
  describedBy?: string;
  /** Place in a grid. */
  className?: string;
}

/** What the control must carry so that label, hint and error belong to it. */
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

/** Takes the field's own properties out of those of its control. */
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

/** Label, hint, error and control, in this order, always visible. */
export function Field({ field, limits, children }: { field: FieldProps; limits?: FieldLimits; children: ReactNode }) {
  const { id, label, hint, errors, optional, className } = field;
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
      <FieldErrors id={id} label={label} errors={errors} limits={limits} />
      {children}
    </div>
  );
}

export function OptionalMark() {
  const { t } = useTranslation();
  return <span className="opt"> {t('ui.optional')}</span>;
}
