import { useTranslation } from 'react-i18next';
import type { FieldLimits } from './field';
import { Icon } from './icon';

const KEY = /^([a-z]+:)?[a-z]\w*(\.\w+)+$/;

/**
 * Returns a function that turns an error into text. It translates a key of `common`, or of the namespace that the key
 * names, with the field's name and limits. A sentence stays as it is.
 */
export function useErrorText(): (error: string, label?: string, limits?: FieldLimits) => string {
  const { t } = useTranslation();
  return (error, label, limits) =>
    KEY.test(error) ? String(t(error, { field: label, ...limits, defaultValue: error })) : error;
}

export interface FieldErrorsProps {
  /** The field's id. The list of errors gets `{id}-error`. */
  id: string;
  label: string;
  errors?: string[];
  limits?: FieldLimits;
}

/** An icon, a hidden word and a sentence: for people who see no colour and for people who see nothing. */
export function FieldErrors({ id, label, errors, limits }: FieldErrorsProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (!errors?.length) return null;
  return (
    <div id={`${id}-error`}>
      {errors.map((error) => (
        <p className="err" key={error}>
          <Icon name="alert" />
          <span>
            <span className="vh">{t('ui.error_prefix')} </span>
            {errorText(error, label, limits)}
          </span>
        </p>
      ))}
    </div>
  );
}
