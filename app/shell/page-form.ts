import { useMatches } from '@remix-run/react';
import { createContext, useContext } from 'react';
import type { RouteHandle } from '../platform/handle';
import { useScripted } from '../ui/scripted';

/** Set where something else stands in place of the page: the id of its form, or null where it has none. */
export const PageFormContext = createContext<string | null | undefined>(undefined);

/** Without script: the form of the page that a language switch carries on. With script nothing has to be carried. */
export function usePageForm(): string | undefined {
  const matches = useMatches();
  const isScripted = useScripted();
  const instead = useContext(PageFormContext);
  if (isScripted) return undefined;
  if (instead !== undefined) return instead ?? undefined;
  const forms = matches.map(({ handle, data }) => {
    const form = (handle as RouteHandle | undefined)?.form;
    return typeof form === 'function' ? form(data) : form;
  });
  return forms.filter(Boolean).pop();
}
