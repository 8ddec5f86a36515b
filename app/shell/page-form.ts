import { useMatches } from '@remix-run/react';
import { createContext, useContext } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { RouteHandle } from '../platform/page/handle';
import { HasFormContext } from '../platform/page/rendered-forms';

/** The form's id of what is shown in place of the page, or null if it has no form. Undefined if the page is shown. */
export const PageFormContext = createContext<string | null | undefined>(undefined);

/**
 * Without script: the id of the form that the language switch keeps, if the page shows it. With script the form stays
 * in the page anyway.
 */
export function usePageForm(): string | undefined {
  const matches = useMatches();
  const isScripted = useHydrated();
  const instead = useContext(PageFormContext);
  const hasForm = useContext(HasFormContext);
  if (isScripted) return undefined;
  const named = instead === undefined ? formNamedBy(matches) : instead;
  return named && hasForm(named) ? named : undefined;
}

/** A page names its form even in a state in which it does not show it. */
function formNamedBy(matches: ReturnType<typeof useMatches>) {
  const forms = matches.map(({ handle, data }) => {
    const form = (handle as RouteHandle | undefined)?.form;
    return typeof form === 'function' ? form(data) : form;
  });
  return forms.filter(Boolean).pop();
}
