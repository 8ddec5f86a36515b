import { createContext, useContext, useEffect, useRef } from 'react';
import type { Problem } from '../request/problem';

/** What the page shows, if its title is not the route's: a refused form, a form to resume, or a problem. */
export type PageState = 'refused' | 'resumed' | Problem['kind'] | null;

/** The state, and how it is told. The root keeps it, so that the title follows it; see use-document.ts. */
export const PageStateContext = createContext({
  state: null as PageState,
  /** The title of the step that the page shows. It names the content. */
  title: '',
  tell: (_state: PageState) => {},
  tellAnswer: (_answer: unknown) => {},
});

/** Tells the root the state while the component is mounted. */
export function usePageState(state: PageState) {
  const { tell } = useContext(PageStateContext);
  useEffect(() => {
    tell(state);
    return () => tell(null);
  }, [tell, state]);
}

/**
 * With script, a refused form also adds "Error: " to the title and empties the fields of passwords and codes, as they
 * are empty in the HTML (docs/product/README.md#refused-forms).
 * @param attempt a new one for each answer
 */
export function useRefusal(isRefused: boolean, attempt: unknown, formId: string) {
  const cleared = useRef(attempt);
  usePageState(isRefused ? 'refused' : null);
  useEffect(() => {
    // An answer in the HTML counts as cleared, so that input from before hydration stays.
    if (!isRefused || cleared.current === attempt) return;
    cleared.current = attempt;
    clearSecrets(document.getElementById(formId));
  }, [isRefused, attempt, formId]);
}

const SECRETS = 'input[autocomplete$="-password"], input[autocomplete="one-time-code"], input[name="recovery_code"]';

function clearSecrets(form: HTMLElement | null) {
  for (const input of form?.querySelectorAll<HTMLInputElement>(SECRETS) ?? []) input.value = '';
}
