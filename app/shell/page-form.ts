import { useMatches } from '@remix-run/react';
import { createContext, useContext } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { RouteHandle } from '../platform/page/handle';

/** The form's id of what is shown in place of the page, or null if it has no form. Undefined if the page is shown. */
export const PageFormContext = createContext<string | null | undefined>(undefined);

/** Without script: the id of the form that the language switch keeps. With script the form stays in the page anyway. */
export function usePageForm(): string | undefined {
  const matches = useMatches();
  const isScripted = useHydrated();
  const instead = useContext(PageFormContext);
  if (isScripted) return undefined;
  if (instead !== undefined) return instead ?? undefined;
  const forms = matches.map(({ handle, data }) => {
    const form = (handle as RouteHandle | undefined)?.form;
    return typeof form === 'function' ? form(data) : form;
  });
  return forms.filter(Boolean).pop();
}
