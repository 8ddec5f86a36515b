import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldLimits } from './field';
import { useErrorText } from './field-errors';
import { useScripted } from './scripted';

export interface SummaryError {
  /** Id of the control that the line leads to; without it the line is plain text. */
  fieldId?: string;
  /** The field's name, for messages that are keys of `common`. */
  label?: string;
  limits?: FieldLimits;
  message: string;
}

export interface ErrorSummaryProps {
  errors: SummaryError[];
  /** Other than "There are 2 problems". */
  title?: string;
  /** A new one for each failed attempt (the action's data): the focus comes here each time. */
  attempt?: unknown;
  id?: string;
  /** False where it is only shown, such as in a collection of parts. */
  takesFocus?: boolean;
}

/** First thing of a page whose form failed: what is wrong, each line leading to its field. */
export function ErrorSummary({ errors, title, attempt, id = 'error-summary', takesFocus = true }: ErrorSummaryProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef<{ attempt: unknown } | null>(null);
  const hydrating = useRef(!useScripted());

  useEffect(() => {
    if (!takesFocus || (focused.current && focused.current.attempt === attempt)) return;
    focused.current = { attempt };
    // Somebody who began to type before the page hydrated keeps the cursor.
    if (hydrating.current && isTyping(document.activeElement)) return;
    box.current?.focus();
  }, [attempt, takesFocus]);

  if (errors.length === 0) return null;
  return (
    <div className="summary" id={id} tabIndex={-1} ref={box}>
      <div className="stack stack-s" role="alert">
        <h2>{title ?? t('ui.error_summary', { count: errors.length })}</h2>
        <ul>
          {errors.map(({ fieldId, label, limits, message }) => (
            <li key={`${fieldId} ${message}`}>
              {fieldId ? (
                <a href={`#${fieldId}`}>{errorText(message, label, limits)}</a>
              ) : (
                errorText(message, label, limits)
              )}
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
