import { createContext, useContext, useEffect, useRef } from 'react';
import type { Problem } from './problem';

/** What stands on the page instead of what its route is called after: a refused form, or a page of trouble. */
export type PageState = 'refused' | Problem['kind'] | null;

/** Given by the root, so that the title follows; see use-document.ts. */
export const PageStateContext = createContext<(state: PageState) => void>(() => undefined);

/** Tells the document what the page shows for as long as it shows it. */
export function usePageState(state: PageState) {
  const tell = useContext(PageStateContext);
  useEffect(() => {
    tell(state);
    return () => tell(null);
  }, [tell, state]);
}

/**
 * What a refused form does with script beside showing its errors: the title starts with "Error: ", and passwords and
 * codes are taken out of their fields, as they are in the HTML (product/README.md, "Errors a person sees").
 * @param attempt a new one for each answer
 */
export function useRefusal(isRefused: boolean, attempt: unknown, formId: string) {
  const cleared = useRef(attempt);
  usePageState(isRefused ? 'refused' : null);
  useEffect(() => {
    // An answer that came with the page counts as cleared: what was typed before the page hydrated stays.
    if (!isRefused || cleared.current === attempt) return;
    cleared.current = attempt;
    clearSecrets(document.getElementById(formId));
  }, [isRefused, attempt, formId]);
}

const SECRETS = 'input[autocomplete$="-password"], input[autocomplete="one-time-code"], input[name="recovery_code"]';

function clearSecrets(form: HTMLElement | null) {
  for (const input of form?.querySelectorAll<HTMLInputElement>(SECRETS) ?? []) input.value = '';
}
