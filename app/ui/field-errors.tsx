import { useTranslation } from '../platform/i18n/use-translation';
import type { FieldLimits } from './field';
import { Icon } from './icon';

const KEY = /^([a-z]+:)?[a-z]\w*(\.\w+)+$/;

/** Whether an error is the key of a text. Otherwise it is a sentence, in the language of the request. */
export const isTextKey = (error: string): boolean => KEY.test(error);

/** The field of an error. */
interface FaultyField {
  name?: string;
  label?: string;
  limits?: FieldLimits;
}

/**
 * Returns a function that turns an error into text. It translates a key of `common`, or of the namespace that the key
 * names, with the field's label and limits. A sentence stays as it is. `form.required` becomes the sentence of the
 * field, `form.missing.{name}`, if there is one.
 */
export function useErrorText(): (error: string, field: FaultyField) => string {
  const { t } = useTranslation();
  return (error, { name, label, limits }) => {
    if (!isTextKey(error)) return error;
    const text = t(error, { field: label, ...limits, defaultValue: error });
    return error === 'form.required' ? t(`form.missing.${name}`, { defaultValue: text }) : text;
  };
}

export interface FieldErrorsProps {
  /** The field's id. The list of errors gets `{id}-error`. */
  id: string;
  name: string;
  label: string;
  errors?: string[];
  limits?: FieldLimits;
}

/** An icon, a hidden word and a sentence: for people who see no colour and for people who see nothing. */
export function FieldErrors({ id, name, label, errors, limits }: FieldErrorsProps) {
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
            {errorText(error, { name, label, limits })}
          </span>
        </p>
      ))}
    </div>
  );
}
