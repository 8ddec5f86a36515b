import { useEffect, useRef } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { useTranslation } from '../platform/i18n/use-translation';
import type { FieldLimits } from './field';
import { useErrorText } from './field-errors';

export interface SummaryError {
  /** Id of the control that the line leads to. Without it the line is plain text. */
  fieldId?: string;
  /** Name and label of the field, for messages that are keys of `common`. */
  name?: string;
  label?: string;
  limits?: FieldLimits;
  message: string;
}

export interface ErrorSummaryProps {
  errors: SummaryError[];
  /** Replaces "There are 2 problems". */
  title?: string;
  /** A new value for each failed attempt (the action's data). Each new value moves the focus here. */
  attempt?: unknown;
  id?: string;
  /** False where the summary is only shown, as in the collection of parts. */
  takesFocus?: boolean;
}

/** Stands first on a page whose form failed. It says what is wrong, and each line leads to its field. */
export function ErrorSummary({ errors, title, attempt, id = 'error-summary', takesFocus = true }: ErrorSummaryProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef<{ attempt: unknown } | null>(null);
  const hydrating = useRef(!useHydrated());

  useEffect(() => {
    if (!takesFocus || (focused.current && focused.current.attempt === attempt)) return;
    focused.current = { attempt };
    // A person who began to type before the page hydrated keeps the cursor.
    if (hydrating.current && isTyping(document.activeElement)) return;
    box.current?.focus();
  }, [attempt, takesFocus]);

  if (errors.length === 0) return null;
  return (
    <div className="summary" id={id} tabIndex={-1} ref={box}>
      <div className="stack stack-s" role="alert">
        <h2>{title ?? t('ui.error_summary', { count: errors.length })}</h2>
        <ul>
          {errors.map(({ fieldId, message, ...field }) => (
            <li key={`${fieldId} ${message}`}>
              {fieldId ? <a href={`#${fieldId}`}>{errorText(message, field)}</a> : errorText(message, field)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function isTyping(element: Element | null): boolean {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}
